import { listed, phrase, say, wordsOf } from "../../words/say.ts";
import type { OpenedPack } from "../../pack/opened_pack.ts";
import { comparePacks, type Difference } from "./compare_packs.ts";
import { describeFields, itemTitle, KIND_WORDS, tellPublication } from "./describe_difference.ts";

interface DifferenceReport {
  /** What was compared with, as people call it. */
  readonly base: string;
  readonly differences: readonly Difference[];
  /** Epoch ms. */
  readonly now: number;
}

const CHANGES = {
  added: ["+", phrase`added`],
  changed: ["~", phrase`changed`],
  removed: ["-", phrase`removed`],
} as const;

/** Whether an item says something else only since others have changed. */
export function isFollowing({ change, fields }: Difference): boolean {
  return change === "changed" && fields.length === 0;
}

function ownOf(differences: readonly Difference[]): Difference[] {
  return differences.filter((one) => !isFollowing(one));
}

/** `2 shows and 1 article`: counts items by kind. */
function countKinds(differences: readonly Difference[]): string {
  const byKind = Map.groupBy(differences, ({ kind }) => kind);
  return wordsOf(listed([...byKind].map(([kind, all]) => countOf(kind, all.length))));
}

function countOf(kind: string, count: number): string {
  const [one, several] = KIND_WORDS[kind] ?? [kind, kind];
  const word = wordsOf(count === 1 ? one : several);
  return isAlone(kind) ? word : `${count} ${word}`;
}

function isAlone(kind: string): boolean {
  return kind === "site" || kind === "plans";
}

/** What is said of an item behind its name. */
function toldOf(difference: Difference, now: number): string {
  const { change, after, zone } = difference;
  if (change === "changed") {
    return [...describeFields(difference, now), say`nothing else`].join("; ");
  }
  return change === "added" && after?.from !== undefined ? tellPublication(after.from, zone) : "";
}

/** One line for people: `~ show Jendela Pagi (groupa/…): moves …; nothing else`. */
export function differenceLine(difference: Difference, now: number): string {
  const { group, kind, id, change } = difference;
  const word = wordsOf((KIND_WORDS[kind] ?? [kind])[0]);
  const address = [group, id].filter(Boolean).join("/");
  const name = isAlone(kind) ? word : `${word} ${itemTitle(difference)} (${address})`;
  return `${CHANGES[change][0]} ${[name, toldOf(difference, now)].filter(Boolean).join(": ")}`;
}

/** So many items of a kind that change alike are told one by one. */
const MAX_ALIKE = 3;

/** A line for each difference; one for many items that change alike, such as the shows of a renamed setlist. */
function differenceLines(differences: readonly Difference[], now: number): string[] {
  const alike = Map.groupBy(differences, (one) => {
    const { group, kind, id, change } = one;
    return JSON.stringify([change, group, kind, change === "changed" ? toldOf(one, now) : id]);
  });
  return [...alike.values()].flatMap((some) => {
    const [first] = some as [Difference];
    return some.length <= MAX_ALIKE
      ? some.map((one) => differenceLine(one, now))
      : `~ ${countOf(first.kind, some.length)} (${first.group}): ${toldOf(first, now)}`;
  });
}

/** `Against …: 1 show changed; because of that also 12 members`, or that nothing changed. */
function headLine({ base, differences }: DifferenceReport): string {
  const own = ownOf(differences);
  const told = Object.entries(CHANGES).flatMap(([change, [, word]]) => {
    const all = own.filter((one) => one.change === change);
    return all.length === 0 ? [] : [`${countKinds(all)} ${wordsOf(word)}`];
  });
  const following = differences.filter(isFollowing);
  if (following.length > 0) told.push(say`because of that also ${countKinds(following)}`);
  return say`Against ${base}: ${told.length === 0 ? say`no answer changes` : told.join("; ")}`;
}

/**
 * Says aloud that somebody is gone: her address answers no more, and line-ups of the past name a guest; and of
 * what came and went under one title that it may have moved.
 */
function alarms(differences: readonly Difference[]): string[] {
  const gone = differences.filter(({ kind, change }) => kind === "member" && change === "removed");
  const alike = Map.groupBy(
    differences,
    (one) => JSON.stringify([one.group, one.kind, itemTitle(one)]),
  );
  const moved = [...alike.values()].flatMap((some) => {
    const [went, came] = ["removed", "added"].map((change) =>
      some.filter((one) => one.change === change)
    ) as [Difference[], Difference[]];
    return went.length === 1 && came.length === 1 ? [[went[0]!, came[0]!] as const] : [];
  });
  return [
    ...gone.map((one) =>
      say`A member is gone: ${
        itemTitle(one)
      } (${one.group}/${one.id}). Her address answers no more, and
      past shows name a guest. Who graduates keeps her file, with the day in graduated`
    ),
    ...moved.map(([went, came]) => {
      const { group, id } = went;
      return say`${
        itemTitle(went)
      } may have moved from ${group}/${id} to ${group}/${came.id}: add former_slugs: [${id}] to its file, and its old address goes on`;
    }),
  ];
}

/** The report for people at a terminal. */
export function textReport(report: DifferenceReport): string {
  const own = ownOf(report.differences);
  const loud = alarms(own).map((line) => `! ${line}`);
  return [headLine(report), ...loud, ...differenceLines(own, report.now), ""].join("\n");
}

/** The report for programs: one JSON value. */
export function jsonDifferences({ base, differences, now }: DifferenceReport): string {
  const items = differences.map((one) => {
    const { group, kind, id, change, fields, former_id, before, after } = one;
    return {
      group,
      kind,
      id,
      change,
      fields,
      former_id,
      follows: isFollowing(one),
      title: itemTitle(one),
      words: change === "changed" && !isFollowing(one) ? describeFields(one, now) : [],
      before: before?.value(),
      after: after?.value(),
    };
  });
  return `${JSON.stringify({ base, total: items.length, data: items })}\n`;
}

/** The most bytes of a comment; GitHub takes 65,536 characters. */
export const MAX_COMMENT_BYTES = 60 * 1024;

/** The list names further ones. */
const MAX_LOUD = 10;

const encoder = new TextEncoder();

/** The report as a comment for a pull request, cut where it is too long. */
export function markdownReport(report: DifferenceReport): string {
  const own = ownOf(report.differences);
  const loud = alarms(own).slice(0, MAX_LOUD).map((line) => `\n> **${escaped(line)}**\n`);
  const head = `### ${say`What answers change`}\n\n${escaped(headLine(report))}\n${loud.join("")}`;
  const lines = differenceLines(own, report.now).map((line) => `- ${escaped(line)}\n`);
  // Room for the line that counts what is left out.
  let left = MAX_COMMENT_BYTES - encoder.encode(head).length - 100;
  const cut = lines.findIndex((line) => (left -= encoder.encode(line).length) < 0);
  const shown = cut < 0 ? lines : lines.slice(0, cut);
  const rest = lines.length - shown.length;
  const more = rest === 0 ? "" : `\n${say`And ${rest} more; \`deno task diff\` shows all.`}\n`;
  return `${head}${lines.length === 0 ? "" : "\n"}${shown.join("")}${more}`;
}

/** Text that Markdown takes for nothing but text, and that names no user of GitHub. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll("@", "&#64;").replace(/[\r\n]+/g, " ");
}

/** Lines after a save at most: one save seldom changes more. */
const MAX_LINES = 3;

/** What a save has changed, in a few lines; none where no answer changes. `now` in epoch ms. */
export function saveLines(before: OpenedPack, after: OpenedPack, now: number): string[] {
  const differences = comparePacks(before, after, { now, isPublic: false });
  const own = ownOf(differences);
  if (differences.length === 0) return [];
  if (own.length === 0 || own.length > MAX_LINES) {
    return [headLine({ base: say`the build before`, differences, now })];
  }
  return own.map((one) => differenceLine(one, now));
}
