import type { ImportContext } from "../merge/file_kind.ts";
import { importFiles, type Target } from "../merge/import_files.ts";
import { textOf } from "../record/known_value.ts";
import { createRecord, type RecordReader } from "../record/record.ts";
import { importSetlists } from "./import_setlists.ts";
import { shows } from "./shows.ts";
import { phrase, say, translated } from "../../words/say.ts";

/** Merges shows into their files, and the songs that shows in detail hold into `setlists.yaml`. */
export function importTheater(
  records: readonly RecordReader[],
  context: ImportContext,
  target: Target,
): void {
  const details = records.flatMap((record) => setlistIn(record, context));
  importFiles(shows, records, context, target);
  if (details.length > 0) importSetlists(details, context, target);
  tellUnknownSetlists(records, new Set(details.map(({ where }) => where.name)), context);
}

function setlistIn(record: RecordReader, context: ImportContext): RecordReader[] {
  const detail = record.take("setlist_detail") as { name?: unknown; songs?: unknown } | undefined;
  const name = textOf(detail?.name);
  if (name === undefined || !Array.isArray(detail?.songs) || detail.songs.length === 0) return [];
  const fields = { name, songs: detail.songs };
  const reading = { ...context, kind: "setlists", map: new Map(), values: new Map() };
  return [createRecord({ number: record.where.record, fields }, name, reading)];
}

function tellUnknownSetlists(
  records: readonly RecordReader[],
  details: ReadonlySet<string>,
  { tell, findSetlist, hasSetlists }: ImportContext,
): void {
  for (const record of records) {
    const name = record.text("setlist");
    if (name === undefined || details.has(name) || findSetlist(name) !== undefined) continue;
    tell(
      hasSetlists ? say`setlists.yaml has no setlist "${name}"` : translated(NO_SETLISTS),
      record.where,
    );
  }
}

const NO_SETLISTS =
  phrase`there is no setlists.yaml, so its songs are unknown: import setlists too`;
