import { comparePacks, type Difference } from "./compare_packs.ts";
import { describeFields, itemTitle, KIND_WORDS, tellPublication } from "./describe_difference.ts";
import { listed, phrase, say, wordsOf } from "../../words/say.ts";
import type { OpenedPack } from "../../pack/opened_pack.ts";

/** What a comparison says. */
interface DifferenceReport {
  /** What was compared with, as people call it. */
  readonly base: string;
  readonly differences: readonly Difference[];
  /** Epoch ms. */
  readonly now: number;
}

const SIGNS = { added: "+", changed: "~", removed: "-" } as const;
const VERBS = {
  added: phrase`added`,
  changed: phrase`changed`,
  removed: phrase`removed`,
} as const;

/** Whether an item says something else only since others have changed. */
export function isFollowing({ change, fields }: Difference): boolean {
  return change === "changed" && fields.length === 0;
}

/** `2 shows and 1 article`: counts items by kind, the most first. */
function countKinds(differences: readonly Difference[]): string {
  const byKind = Map.groupBy(differences, ({ kind }) => kind);
  const counts = [...byKind].map(([kind, all]) => countOf(kind, all.length));
  return wordsOf(listed(counts));
}

function countOf(kind: string, count: number): string {
  const [one, several] = KIND_WORDS[kind] ?? [kind, kind];
  const word = wordsOf(count === 1 ? one : several);
  return kind === "site" || kind === "plans" ? word : `${count} ${word}`;
}

/** One line for people: `~ show Jendela Pagi (groupa/…): moves …; nothing else`. */
export function differenceLine(difference: Difference, now: number): string {
  const { group, kind, id, change, after } = difference;
  const [word] = (KIND_WORDS[kind] ?? [kind]).map((one) => wordsOf(one));
  const title = itemTitle(difference);
  const address = [group, id].filter(Boolean).join("/");
  const name = kind === "site" || kind === "plans" ? word : `${word} ${title} (${address})`;
  const hidden = change === "added" && after?.from !== undefined
    ? [tellPublication(after.from, difference.zone)]
    : [];
  const told = change === "changed"
    ? [...describeFields(difference, now), say`nothing else`]
    : hidden;
  return `${SIGNS[change]} ${name}${told.length === 0 ? "" : `: ${told.join("; ")}`}`;
}

/** So many items of a kind that change alike are told one by one. */
const MAX_ALIKE = 3;

/** A line for each difference; one for many items that change alike, such as the shows of a renamed setlist. */
function differenceLines(differences: readonly Difference[], now: number): string[] {
  const alike = Map.groupBy(differences, (one) => {
    const { group, kind, id, change } = one;
    const words = change === "changed" ? describeFields(one, now).join("; ") : id;
    return JSON.stringify([change, group, kind, words]);
  });
  return [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (some.length <= MAX_ALIKE) return some.map((one) => differenceLine(one, now));
    const words = [...describeFields(first!, now), say`nothing else`].join("; ");
    return `${SIGNS.changed} ${countOf(first!.kind, some.length)} (${first!.group}): ${words}`;
  });
}

/** `Against …: 1 show changed; 12 members follow from it`, or that nothing changed. */
function headLine({ base, differences }: DifferenceReport): string {
  const own = differences.filter((one) => !isFollowing(one));
  const counts = (["added", "changed", "removed"] as const).flatMap((change) => {
    const all = own.filter((one) => one.change === change);
    return all.length === 0 ? [] : [`${countKinds(all)} ${wordsOf(VERBS[change])}`];
  });
  const following = differences.filter(isFollowing);
  const told = [
    ...counts,
    ...(following.length === 0 ? [] : [say`because of that also ${countKinds(following)}`]),
  ];
  return say`Against ${base}: ${told.length === 0 ? say`no answer changes` : told.join("; ")}`;
}

/**
 * Says aloud that somebody is gone: her address answers no more, and line-ups of the past name a guest.
 */
function goneLines(differences: readonly Difference[]): string[] {
  const gone = differences.filter(({ kind, change }) => kind === "member" && change === "removed");
  return gone.map((one) =>
    say`A member is gone: ${
      itemTitle(one)
    } (${one.group}/${one.id}). Her address answers no more, and
      past shows name a guest. Who graduates keeps her file, with the day in graduated`
  );
}

/** Says of what came and went under one title that it may have moved: its old address answers no more. */
function movedLines(differences: readonly Difference[]): string[] {
  const alike = Map.groupBy(
    differences,
    (one) => JSON.stringify([one.group, one.kind, itemTitle(one)]),
  );
  return [...alike.values()].flatMap((some) => {
    const [went, came] = ["removed", "added"].map((change) =>
      some.filter((one) => one.change === change)
    );
    if (went!.length !== 1 || came!.length !== 1) return [];
    const [{ group, id }] = went as [Difference];
    return [
      say`${itemTitle(went![0]!)} may have moved from ${group}/${id} to ${group}/${
        came![0]!.id
      }: add former_slugs: [${id}] to its file, and its old address goes on`,
    ];
  });
}

/** The report for people at a terminal. */
export function textReport(report: DifferenceReport): string {
  const own = report.differences.filter((one) => !isFollowing(one));
  const gone = [...goneLines(own), ...movedLines(own)].map((line) => `! ${line}`);
  return [headLine(report), ...gone, ...differenceLines(own, report.now), ""].join("\n");
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
const MAX_GONE = 10;

const encoder = new TextEncoder();

/** The report as a comment for a pull request, cut where it is too long. */
export function markdownReport(report: DifferenceReport): string {
  const own = report.differences.filter((one) => !isFollowing(one));
  const gone = [...goneLines(own), ...movedLines(own)].slice(0, MAX_GONE).map((line) =>
    `\n> **${escaped(line)}**\n`
  );
  const head = `### ${say`What answers change`}\n\n${escaped(headLine(report))}\n${gone.join("")}`;
  const lines = differenceLines(own, report.now).map((line) => `- ${escaped(line)}\n`);
  // Room for the line that counts what is left out.
  let left = MAX_COMMENT_BYTES - encoder.encode(head).length - 100;
  let shown = 0;
  while (shown < lines.length) {
    left -= encoder.encode(lines[shown]!).length;
    if (left < 0) break;
    shown++;
  }
  const rest = lines.length - shown;
  const more = rest === 0 ? "" : `\n${say`And ${rest} more; \`deno task diff\` shows all.`}\n`;
  return `${head}${lines.length === 0 ? "" : "\n"}${lines.slice(0, shown).join("")}${more}`;
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
  const own = differences.filter((one) => !isFollowing(one));
  if (differences.length === 0) return [];
  if (own.length === 0 || own.length > MAX_LINES) {
    return [headLine({ base: say`the build before`, differences, now })];
  }
  return own.map((one) => differenceLine(one, now));
}
