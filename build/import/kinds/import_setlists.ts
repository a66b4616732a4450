import { isDeepStrictEqual } from "node:util";
import { setlistsFile } from "../../../src/model/content/setlists.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { readFile } from "../../read/read_file.ts";
import { isFile } from "../../read/there.ts";
import { fitFields } from "../merge/fit_fields.ts";
import type { Target } from "../merge/import_files.ts";
import type { Lose } from "../report/notes.ts";
import type { RecordReader } from "../record/record.ts";
import type { EntryFields } from "../../files/content_file.ts";
import { appendItem, setField } from "../../yaml/edit_yaml.ts";
import { styledYaml } from "../../yaml/styled_node.ts";

const { shape } = setlistsFile.element;
const ORDER = Object.keys(shape);

/** Merges setlists into `setlists.yaml`; they are known by their name in any case. */
export function importSetlists(
  records: readonly RecordReader[],
  lose: Lose,
  { folder, outcome, report }: Target,
): void {
  const path = `${folder}/setlists.yaml`;
  const wanted = foldSetlists(records, lose);
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
    const key = foldText(String(known["name"]));
    byName.set(key, { ...byName.get(key), ...known });
  }
  return [...byName.values()];
}

function merge(text: string, there: readonly EntryFields[], wanted: EntryFields): string {
  const key = foldText(String(wanted["name"]));
  const place = there.findIndex(({ name }) => foldText(String(name)) === key);
  const known = there[place];
  if (known === undefined) return appendItem(text, [], wanted, ORDER);
  return Object.entries(wanted)
    .filter(([field, value]) => field !== "name" && !isDeepStrictEqual(known[field], value))
    .reduce((now, [field, value]) => setField(now, [place, field], value, ORDER), text);
}
