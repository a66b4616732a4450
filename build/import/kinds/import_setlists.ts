import { isDeepStrictEqual } from "node:util";
import { setlistsFile } from "../../../src/model/content/setlists.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { readFile } from "../../read/read_file.ts";
import { isFile } from "../../read/there.ts";
import { fitFields } from "../merge/fit_fields.ts";
import type { Target } from "../merge/import_files.ts";
import type { Lose } from "../report/notes.ts";
import type { RecordReader } from "../record/record.ts";
import { type ContentFile, editFile, type EntryFields } from "../../files/content_file.ts";
import { ownSetlists } from "../../files/read_setlists.ts";
import { appendItem, setField } from "../../yaml/edit_yaml.ts";
import { styledYaml } from "../../yaml/styled_node.ts";

const { shape } = setlistsFile.element;
const ORDER = Object.keys(shape);

/**
 * Merges setlists into the file that each has of its own, else into `setlists.yaml`; they are known by
 * their name in any case.
 */
export function importSetlists(
  records: readonly RecordReader[],
  lose: Lose,
  { folder, outcome, report }: Target,
): void {
  const path = `${folder}/setlists.yaml`;
  const own = ownSetlists(folder);
  const wanted = foldSetlists(records, lose).filter((setlist) => {
    const file = own.find(({ value }) => keyOf(value) === keyOf(setlist));
    if (file !== undefined) mergeOwn(file, setlist, outcome);
    return file === undefined;
  });
  if (!isFile(path)) {
    if (wanted.length > 0) outcome.make(path, styledYaml(wanted));
    return;
  }
  const source = readFile(path, report);
  if (source === undefined) return;
  const before = Deno.readTextFileSync(path);
  const there = Array.isArray(source.value) ? source.value as readonly EntryFields[] : [];
  const text = wanted.reduce(
    (now, setlist) => merge(now, there, setlist),
    before,
  );
  if (text === before) outcome.keep(path);
  else outcome.change(path, text);
}

/** Setlists of one name become one; where they differ, the later one is right. */
function foldSetlists(records: readonly RecordReader[], lose: Lose): EntryFields[] {
  const byName = new Map<string, EntryFields>();
  for (const record of records) {
    const fields = Object.entries({
      name: record.text("name"),
      songs: record.texts("songs"),
      image: record.address("image"),
    }).filter(([, value]) => value !== undefined);
    const known = fitFields(shape, Object.fromEntries(fields), lose, record.where);
    const key = keyOf(known);
    byName.set(key, { ...byName.get(key), ...known });
  }
  return [...byName.values()];
}

function keyOf({ name }: EntryFields): string {
  return foldText(String(name));
}

function mergeOwn(file: ContentFile, wanted: EntryFields, outcome: Target["outcome"]): void {
  const changes = changesOf(file.value, wanted);
  if (changes.length === 0) outcome.keep(file.path);
  else outcome.change(file.path, editFile(file, changes, ORDER));
}

function changesOf(known: EntryFields, wanted: EntryFields): [field: string, value: unknown][] {
  return Object.entries(wanted)
    .filter(([field, value]) => field !== "name" && !isDeepStrictEqual(known[field], value));
}

function merge(text: string, there: readonly EntryFields[], wanted: EntryFields): string {
  const place = there.findIndex((known) => keyOf(known) === keyOf(wanted));
  const known = there[place];
  if (known === undefined) return appendItem(text, [], wanted, ORDER);
  return changesOf(known, wanted)
    .reduce((now, [field, value]) => setField(now, [place, field], value, ORDER), text);
}
