import { isDeepStrictEqual } from "node:util";
import { readCivilDate } from "../../../src/time/civil_date.ts";
import { foldName } from "../../check/fold_name.ts";
import { day } from "../../schema/content/field.ts";
import { say } from "../../words/say.ts";
import { dayOf } from "../dates/read_moment.ts";
import type { ImportContext } from "../merge/file_kind.ts";
import type { Rule } from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { isKnown, readCount, readItems, textOf } from "../record/values.ts";

/** How many shows somebody had that content has no files of, as a file has it. */
interface DumpShowsBefore {
  readonly total: number;
  readonly by_setlist?: readonly DumpSetlistCount[];
  readonly as_of?: string;
}

interface DumpSetlistCount {
  readonly setlist: string;
  readonly count: number;
}

/** The shows before those of content: a number, or fields with one. What is wrong in part is lost whole. */
export function readShowsBefore(
  record: RecordReader,
  { zone, lose }: ImportContext,
): DumpShowsBefore | undefined {
  const value = record.take("shows_before");
  if (value === undefined) return undefined;
  const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
  const { total: written, by_setlist: counts, as_of: last, ...rest } =
    (isFields ? value : { total: value }) as Readonly<Record<string, unknown>>;
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

/** The same counts in any order of setlists, and an instant that is the same day in the group's zone. */
export const showsBeforeRule: Rule = (had, wanted, { zone }) =>
  isDeepStrictEqual(meaningOf(had, zone), meaningOf(wanted, zone)) ? had : wanted;

function meaningOf(before: unknown, zone: string) {
  if (typeof before !== "object" || before === null) return before;
  const { total, by_setlist: counts, as_of: last } = before as Readonly<Record<string, unknown>>;
  const bySetlist = Array.isArray(counts)
    ? counts.map(({ setlist, count }) => [foldName(String(setlist)), count] as const)
    : [];
  return {
    total,
    bySetlist: bySetlist.sort(([one], [other]) => one < other ? -1 : one > other ? 1 : 0),
    last: day.safeParse(last).success ? readCivilDate(String(last), zone) : last,
  };
}
