import { isDeepStrictEqual } from "node:util";
import { foldText } from "../../../../src/model/fold_text.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { isFields } from "../../../read/source.ts";
import { say } from "../../../words/say.ts";
import { dayOf } from "../../../dates/read_moment.ts";
import { knownFields } from "../merge/merge_fields.ts";
import type { Merge } from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { isKnown, readCount, readItems, textOf } from "../record/values.ts";
import type { ImportContext } from "./kind.ts";

/** The parts of a member's career; one without the day on which it began is lost. */
export function readHistory(
  record: RecordReader,
  field: string,
  { zone }: ImportContext,
): EntryFields[] | undefined {
  const readDay = (value: unknown) => dayOf(value, zone);
  const what = { team: textOf, role: textOf, generation: textOf };
  return record.items(field)?.flatMap((part, place) => {
    const { from, to } = part;
    const isSaid = Object.entries(what).some(([name, read]) => read(part[name]) !== undefined);
    if (isSaid && readDay(from) !== undefined && (readDay(to) !== undefined || !isKnown(to))) {
      return [record.entry(field, part, { from: readDay, to: readDay, ...what })];
    }
    const reason = say`expected a day, and a team, a role or a generation`;
    record.lose(field, reason, { number: place + 1, ...part });
    return [];
  });
}

/**
 * The shows before those of content, as a file has them: a number, or fields with one. What is wrong in part
 * is lost whole.
 */
export function readShowsBefore(
  record: RecordReader,
  field: string,
  { zone }: ImportContext,
): EntryFields | undefined {
  const value = record.take(field);
  if (value === undefined) return undefined;
  const given = isFields(value) ? value : { total: value };
  const readers = {
    total: readCount,
    as_of: (day: unknown) => dayOf(day, zone),
    by_setlist: (counts: unknown) =>
      isKnown(counts) ? readItems(counts)?.map(setlistCount) : undefined,
  };
  const made = Object.entries(readers).map(([name, read]) => [name, read(given[name])] as const);
  const isWhole = made.every(([name, part]) =>
    Array.isArray(part) ? !part.includes(undefined) : part !== undefined || !isKnown(given[name])
  );
  if (isWhole && isKnown(given["total"])) return record.entry(field, given, readers);
  record.lose(field, say`expected total, a whole number, by_setlist and as_of`, value);
  return undefined;
}

function setlistCount({ setlist, name, count: number }: EntryFields) {
  const [called, count] = [textOf(setlist) ?? textOf(name), readCount(number)];
  return called === undefined || count === undefined ? undefined : { setlist: called, count };
}

/** The same counts in any order of setlists. */
export const showsBeforeRule: Merge = (had, wanted) =>
  isDeepStrictEqual(meaningOf(had), meaningOf(wanted)) ? had : wanted;

function meaningOf(before: unknown) {
  if (!isFields(before)) return before;
  const counts = Array.isArray(before["by_setlist"]) ? before["by_setlist"] : [];
  const bySetlist = counts.map(({ setlist, count }) => [foldText(String(setlist)), count])
    .sort(([one], [other]) => one < other ? -1 : one > other ? 1 : 0);
  return knownFields({ ...before, by_setlist: bySetlist });
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
