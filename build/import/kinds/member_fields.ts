import { isDeepStrictEqual } from "node:util";
import { dayOf } from "../dates/read_moment.ts";
import type { ImportContext } from "../merge/file_kind.ts";
import { knownFields } from "../merge/merge_fields.ts";
import type { Rule } from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { isKnown, readCount, readItems, textOf } from "../record/values.ts";
import { isFields } from "../../read/source.ts";
import { say } from "../../words/say.ts";
import { foldText } from "../../../src/model/fold_text.ts";

/** A part of a career, as a file has it. */
type Step = Readonly<Record<string, unknown>>;

/** The parts of a member's career; one without the day on which it began is lost. */
export function readHistory(
  record: RecordReader,
  { zone, lose }: ImportContext,
): Step[] | undefined {
  return record.items("history")?.flatMap((part, place) => {
    const { from, to, team, role, generation, ...rest } = part;
    record.loseBeside("history", rest);
    const begun = dayOf(from, zone);
    const what = knownFields({
      team: textOf(team),
      role: textOf(role),
      generation: textOf(generation),
    });
    const ended = dayOf(to, zone);
    if (begun !== undefined && Object.keys(what).length > 0 && (ended ?? !isKnown(to))) {
      return [knownFields({ from: begun, to: ended, ...what })];
    }
    const reason = say`expected a day, and a team, a role or a generation`;
    lose(record.where, "history", reason, { number: place + 1, ...part });
    return [];
  });
}

interface DumpSetlistCount {
  readonly setlist: string;
  readonly count: number;
}

/**
 * The shows before those of content, as a file has them: a number, or fields with one. What is wrong in part
 * is lost whole.
 */
export function readShowsBefore(record: RecordReader, { zone, lose }: ImportContext) {
  const value = record.take("shows_before");
  if (value === undefined) return undefined;
  const { total: written, by_setlist: counts, as_of: last, ...rest } = isFields(value)
    ? value
    : { total: value };
  const total = readCount(written);
  const asOf = dayOf(last, zone);
  const bySetlist = (isKnown(counts) ? readItems(counts) : [])?.map(readSetlistCount);
  const isWhole = total !== undefined && bySetlist?.every((one) => one !== undefined) &&
    (asOf !== undefined || !isKnown(last));
  if (!isWhole) {
    lose(
      record.where,
      "shows_before",
      say`expected total, a whole number, by_setlist and as_of`,
      value,
    );
    return undefined;
  }
  record.loseBeside("shows_before", rest);
  return {
    total,
    ...(bySetlist.length > 0 && { by_setlist: bySetlist as DumpSetlistCount[] }),
    ...(asOf !== undefined && { as_of: asOf }),
  };
}

function readSetlistCount(
  { setlist, name, count }: Readonly<Record<string, unknown>>,
): DumpSetlistCount | undefined {
  const [called, number] = [textOf(setlist) ?? textOf(name), readCount(count)];
  return called === undefined || number === undefined
    ? undefined
    : { setlist: called, count: number };
}

/** The same counts in any order of setlists. */
export const showsBeforeRule: Rule = (had, wanted) =>
  isDeepStrictEqual(meaningOf(had), meaningOf(wanted)) ? had : wanted;

function meaningOf(before: unknown) {
  if (typeof before !== "object" || before === null) return before;
  const { total, by_setlist: counts, as_of } = before as Readonly<Record<string, unknown>>;
  const bySetlist = Array.isArray(counts)
    ? counts.map(({ setlist, count }) => [foldText(String(setlist)), count] as const)
    : [];
  return {
    total,
    bySetlist: bySetlist.sort(([one], [other]) => one < other ? -1 : one > other ? 1 : 0),
    as_of,
  };
}

/** A height as a file has it. */
export function readHeight(record: RecordReader): unknown {
  const height = centimetres(record.text("height"));
  if (height === 0) record.setAside("height");
  return height || undefined;
}

/** `165cm`, `165,5 cm`, `1.65 m` and `165` are numbers of centimetres; other text stays. */
export function centimetres(height: unknown): unknown {
  const text = String(height).normalize("NFKC").trim();
  const [, whole, unit] = /^(\d+(?:[.,]\d+)?)\s*(cm|センチ|sentimeter|m|meter)?\.?$/i.exec(text) ??
    [];
  if (whole === undefined) return height;
  const number = Number(whole.replace(",", "."));
  return /^m/i.test(unit ?? "") ? Math.round(number * 1000) / 10 : number;
}
