import type { MemberStatus } from "../model/enums.ts";
import { foldText } from "../model/fold_text.ts";
import type { MemberRow, ShowRow } from "../model/pack.ts";
import { LIVE_TYPES, PLATFORMS } from "../model/platforms.ts";
import type { Group } from "./catalog.ts";
import { nextPhase, spanAt } from "./phases.ts";
import { nearest } from "../toolbox/nearest.ts";

/** The status of a member at `now`: a graduation still to come leaves her as she is. */
export function statusAt(member: MemberRow, now: number): MemberStatus {
  return member.graduatedFrom !== undefined && member.graduatedFrom <= now
    ? "graduated"
    : member.status;
}

/** When her status changes next, in epoch ms. */
export function statusUntil(member: MemberRow, now: number): number {
  const from = member.graduatedFrom ?? -Infinity;
  return from > now ? from : Infinity;
}

/** All slugs that she has had: the build gives none of them to two members. */
export function slugsOf({ id, formerSlugs }: MemberRow): readonly string[] {
  return [id, ...formerSlugs];
}

const indexes = new WeakMap<readonly MemberRow[], Map<string, MemberRow[]>>();

/**
 * The members that a text can mean: by slug, former slug, account on a live platform, name,
 * nickname, or name in its own script and its reading, in any case and without accents; the earlier kind of this list first. Those not yet published are among them.
 */
function membersCalled(group: Group, text: string): readonly MemberRow[] {
  const members = group.table("members");
  let index = indexes.get(members);
  if (index === undefined) indexes.set(members, index = indexMembers(members));
  return index.get(foldText(text)) ?? [];
}

/** The first of {@linkcode membersCalled} who is there at `now`. */
export function findMember(group: Group, text: string, now: number): MemberRow | undefined {
  return membersCalled(group, text).find((member) => spanAt(member.open, now) !== undefined);
}

/** Who is there at `now` and nearly called so, in the words of a hint. */
export function nearlyCalled(
  groups: readonly Group[],
  text: string,
  now: number,
): string | undefined {
  const there = groups.flatMap((group) => group.table("members"))
    .filter(({ open }) => spanAt(open, now) !== undefined);
  const name = nearest(text, there.map(({ name }) => name));
  return name === undefined ? undefined : `Did you mean ${name}?`;
}

/** The first instant (epoch ms) after `now` at which the text may find somebody else. */
export function foundUntil(group: Group, text: string, now: number): number {
  return Math.min(...membersCalled(group, text).map(({ open }) => nextPhase(open, now)));
}

/**
 * The names and slugs of members who are not published at an instant (epoch ms), and of no one else; and
 * until when it is these.
 */
export function hiddenMembers(group: Group, now: number) {
  const isShown = ({ open }: MemberRow) => spanAt(open, now) !== undefined;
  const { true: shown = [], false: hidden = [] } = Object.groupBy(
    group.table("members"),
    (member) => `${isShown(member)}`,
  );
  const names = new Set(hidden.flatMap(({ id, name }) => [id, name]));
  for (const { name } of shown) names.delete(name);
  return { names, validUntil: Math.min(...hidden.map(({ open }) => nextPhase(open, now))) };
}

/** Her name in its own script and its reading, with spaces and without: Japanese writes none. */
function nativeNames({ nameNative, nameReading }: MemberRow): string[] {
  return [nameNative, nameReading].flatMap((name) =>
    name === undefined ? [] : [...new Set([name, name.replace(/\s+/gu, "")])]
  );
}

const KEYS: ((member: MemberRow) => readonly (string | undefined)[])[] = [
  (member) => [member.id],
  (member) => member.formerSlugs,
  (member) => LIVE_TYPES.map((type) => member[PLATFORMS[type].memberKey]),
  (member) => [member.name],
  (member) => member.nicknames,
  nativeNames,
];

function indexMembers(members: readonly MemberRow[]): Map<string, MemberRow[]> {
  const index = new Map<string, MemberRow[]>();
  for (const keysOf of KEYS) {
    for (const member of members) {
      for (const key of keysOf(member)) {
        if (key !== undefined) {
          index.set(foldText(key), [...index.get(foldText(key)) ?? [], member]);
        }
      }
    }
  }
  return index;
}

/**
 * How well a member answers a search, least first; undefined: not at all. The text itself, then its
 * beginning, then the beginning of a word, then anywhere.
 */
export function searchRank(member: MemberRow, wanted: string): number | undefined {
  const names = [member.name, ...member.nicknames, ...nativeNames(member)];
  const ranks = names.map((name) => rankOf(foldText(name), wanted))
    .filter((rank) => rank !== undefined);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}

function rankOf(name: string, wanted: string): number | undefined {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(` ${wanted}`)) return 2;
  return name.includes(wanted) ? 3 : undefined;
}

/** A name without the group's own, its address or its initials behind it: `Feni JKT48` is `feni`. */
export function withoutGroup({ name, slug, aliases }: Group, text: string): string {
  const folded = foldText(text);
  const words = foldText(name).split(" ");
  const initials = words.length > 1 ? [words.map((word) => [...word][0]).join("")] : [];
  const labels = [words.join(" "), ...[slug, ...aliases].map(foldText), ...initials];
  const label = labels.find((one) => folded.endsWith(` ${one}`));
  return label === undefined ? folded : folded.slice(0, -label.length).trimEnd();
}

const SHOWN = 4;

/** Her last shows (newest first) and her next ones (soonest first), and until when that holds. */
export function showsAround(
  group: Group,
  member: MemberRow,
  now: number,
): { recent: ShowRow[]; upcoming: ShowRow[]; validUntil: number } {
  const hers = group.showsOf(member);
  const taking = hers.filter((show) => show.state === "scheduled" && spanAt(show.open, now));
  const upcoming = taking.filter((show) => show.start > now).reverse();
  return {
    recent: taking.filter((show) => show.start <= now).slice(0, SHOWN),
    upcoming: upcoming.slice(0, SHOWN),
    // Its start is one of its phases.
    validUntil: Math.min(...hers.map(({ open }) => nextPhase(open, now))),
  };
}
