import type { Group } from "../../catalog/catalog.ts";
import type { MemberDetailItem, MemberItem } from "../../model/item/member.ts";
import { titleId } from "../../model/title_slug.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { type Reader, wordsOf } from "./reader.ts";

/** Members whom people ask for together: all of a group, a team, a generation, trainees, graduates. */
export interface Roster {
  readonly group: Group;
  /** As in `groupa/members/team-senja`. */
  readonly id: string;
  readonly title: string;
  readonly members: readonly MemberItem[];
  /** Finds what they are called by in {@linkcode wordsOf} of a text. */
  readonly names: RegExp;
}

/** The rosters of a group, that of all members first. */
async function rostersOf(reader: Reader, group: Group): Promise<readonly Roster[]> {
  const all = await reader.items<MemberItem>(group, "members");
  const roster = (
    title: string,
    names: string,
    has: (member: MemberItem) => boolean,
    id = titleId(title),
  ): Roster => ({
    group,
    id,
    title: `${title} of ${group.name}`,
    members: all.filter(has),
    names: new RegExp(`(^| )(${names})( |$)`),
  });
  const valuesOf = (
    field: "team" | "generation",
  ) => [...new Set(all.flatMap((member) => member[field] || []))];
  return [
    roster(
      "Members",
      `^${wordsOf(group.name)}$|members?|anggota|captains?|kapten`,
      () => true,
      "all",
    ),
    ...valuesOf("team").map((text) => {
      const name = wordsOf(text);
      const names = `(team|tim) ${name}|${name} team`;
      return roster(`Team ${text}`, names, ({ team }) => team === text, `team-${titleId(text)}`);
    }),
    ...valuesOf("generation").map((text) => {
      const name = /\d+/.exec(text)?.[0] ?? wordsOf(text);
      const names = `gen[a-z]* ?(ke )?${name}|${name}(st|nd|rd|th)? gen[a-z]*`;
      return roster(`Generation ${text}`, names, ({ generation }) => generation === text);
    }),
    roster("Trainees", "trainees?", ({ status }) => status === "trainee"),
    roster("Graduates", "graduates?|graduated|alumni|lulusan", (one) => one.is_graduate),
  ];
}

/** The rosters that a text names, of the groups that it names, if any. */
export async function rostersNamed(reader: Reader, text: string): Promise<readonly Roster[]> {
  const words = wordsOf(text);
  const named = reader.groups.filter(({ slug, name }) =>
    [slug, name].some((one) => ` ${words} `.includes(` ${wordsOf(one)} `))
  );
  const groups = named.length > 0 ? named : reader.groups;
  const lists = await Promise.all(groups.map((group) => rostersOf(reader, group)));
  const isMeant = ({ names, members }: Roster) => members.length > 0 && names.test(words);
  const parts = lists.flatMap((list) => list.slice(1)).filter(isMeant);
  return parts.length > 0 ? parts : lists.flatMap((list) => list.slice(0, 1)).filter(isMeant);
}

/** How many members of a roster there are, by what they are. */
export function countsOf({ members }: Roster): Readonly<Record<string, number>> {
  const counts = { active: 0, trainee: 0, graduated: 0 };
  for (const { status } of members) counts[status]++;
  return counts;
}

/**
 * A roster by its id: everybody's name with role, birth date and last day; of all, which others there are.
 * The day on which they joined is said once if they all did on one.
 */
export async function readRoster(reader: Reader, group: Group, id: string) {
  const [all, ...others] = await rostersOf(reader, group);
  const roster = [all, ...others].find((one) => one?.id === id);
  if (roster === undefined) return undefined;
  const details = await Promise.all(
    roster.members.map(({ id }) => reader.item<MemberDetailItem>(group, "member-detail?url=", id)),
  );
  const known = details.filter((one) => one !== undefined);
  const joined = new Set(known.map((one) => one.joined));
  return {
    id,
    title: roster.title,
    counts: countsOf(roster),
    joined: joined.size === 1 ? [...joined][0] : undefined,
    members: known.map(lineOf),
    further: roster === all ? others.map(({ id }) => `${group.slug}/members/${id}`) : [],
  };
}

function lineOf({ name, status, history = [], birthdate, graduated }: MemberDetailItem): string {
  const role = history.find(({ to, role }) => to === undefined && role)?.role;
  const said = status === "graduated"
    ? [graduated === undefined ? "graduated" : `graduated ${lastDay(graduated)}`]
    : [
      status === "active" ? "" : status,
      role ?? "",
      birthdate ? `born ${birthdate}` : "",
      graduated === undefined ? "" : `graduates ${lastDay(graduated)}`,
    ];
  const text = said.filter((one) => one !== "").join(", ");
  return text === "" ? name : `${name} (${text})`;
}

/** The day from which on she is a member no more, and the one before. */
export function lastDay(graduated: string): string {
  const last = new Date(Date.parse(graduated) - DAY_MS).toISOString().slice(0, 10);
  return `${graduated}, last day ${last}`;
}
