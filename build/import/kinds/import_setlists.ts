import { setlistsFile } from "../../schema/content/occasions.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { readFile } from "../../read/read_file.ts";
import { refuseLinks } from "../../files/refuse_links.ts";
import { isFile } from "../../read/there.ts";
import type { ImportContext } from "../merge/file_kind.ts";
import { inOrder, knownFields } from "../merge/merge_fields.ts";
import type { Target } from "../merge/import_files.ts";
import {
  addTexts,
  byTitle,
  type DumpPerson,
  people,
  personOf,
  type RuleScope,
} from "../merge/rules.ts";
import type { Where } from "../report/outcome.ts";
import type { RecordReader } from "../record/record.ts";
import {
  type ContentFile,
  editFile,
  type EntryFields,
  ownSetlists,
} from "../../files/content_file.ts";
import { appendItem, setField } from "../../yaml/edit_yaml.ts";
import { styledYaml } from "../../yaml/styled_node.ts";
import { readTexts, textOf } from "../record/values.ts";
import { say } from "../../words/say.ts";

const RULES = {
  shape: setlistsFile.element.shape,
  rules: { songs: byTitle(titleOf, mergeSong), former_slugs: addTexts },
};
const ORDER = Object.keys(RULES.shape);

/** A setlist of a dump. */
interface DumpSetlist {
  readonly where: Where;
  readonly fields: EntryFields;
}

/**
 * Merges setlists into the file that each has of its own, else into `setlists.yaml`; they are known by
 * their name in any case.
 */
export function importSetlists(
  records: readonly RecordReader[],
  context: ImportContext,
  { folder, outcome, report }: Target,
): void {
  const path = `${folder}/setlists.yaml`;
  for (const name of ["setlists.yaml", "setlists"]) refuseLinks(folder, name);
  const own = ownSetlists(folder);
  const wanted = foldSetlists(records, context).filter((setlist) => {
    const file = own.find(({ value }) => keyOf(value) === keyOf(setlist.fields));
    if (file !== undefined) mergeOwn(file, setlist, context, outcome);
    return file === undefined;
  });
  if (!isFile(path)) {
    const made = wanted.map((setlist) => newSetlist(setlist, context));
    if (made.length > 0) outcome.make(path, styledYaml(made));
    return;
  }
  const source = readFile(path, report);
  if (source === undefined) return;
  const before = Deno.readTextFileSync(path);
  const there = Array.isArray(source.value) ? source.value as readonly EntryFields[] : [];
  const text = wanted.reduce((now, setlist) => merge(now, there, setlist, context), before);
  if (text === before) outcome.keep(path);
  else outcome.change(path, text);
}

/** Setlists of one name become one; where they differ, the later one is right. */
function foldSetlists(records: readonly RecordReader[], context: ImportContext): DumpSetlist[] {
  const byName = new Map<string, DumpSetlist>();
  for (const record of records) {
    const fields = knownFields({
      name: record.text("name"),
      name_native: record.text("name_native"),
      name_reading: record.text("name_reading"),
      songs: readSongs(record, context),
      image: record.picture("image"),
      former_slugs: record.texts("former_slugs"),
    });
    const key = keyOf(fields);
    const earlier = byName.get(key);
    byName.set(key, { where: record.where, fields: { ...earlier?.fields, ...fields } });
  }
  return [...byName.values()];
}

function newSetlist({ where, fields: wanted }: DumpSetlist, context: ImportContext): EntryFields {
  const scope = { ...context, slug: "", had: {}, wanted, where };
  const kept = { entry: entryOf(wanted), isNew: true };
  const { fields, commit } = context.keeper.settle(RULES, scope, kept);
  commit();
  return inOrder(fields, ORDER);
}

function merge(
  text: string,
  there: readonly EntryFields[],
  setlist: DumpSetlist,
  context: ImportContext,
): string {
  const { name } = setlist.fields;
  const place = there.findIndex((other) => keyOf(other) === keyOf({ name }));
  const had = there[place];
  if (had === undefined) {
    if (there.length > 0 && context.keeper.isRemoved(entryOf({ name }))) return text;
    return appendItem(text, [], newSetlist(setlist, context), ORDER);
  }
  return changesOf(had, setlist, context)
    .reduce((now, [field, value]) => setField(now, [place, field], value, ORDER), text);
}

function mergeOwn(
  file: ContentFile,
  setlist: DumpSetlist,
  context: ImportContext,
  outcome: Target["outcome"],
): void {
  const changes = changesOf(file.value, setlist, context);
  if (changes.length === 0) outcome.keep(file.path);
  else outcome.change(file.path, editFile(file, changes, ORDER));
}

/** The fields that the dump gives to a setlist that is there. */
function changesOf(
  had: EntryFields,
  { where, fields: { name, ...wanted } }: DumpSetlist,
  context: ImportContext,
): [field: string, value: unknown][] {
  const scope = { ...context, slug: "", had, wanted, where };
  const kept = { entry: entryOf({ name }), isNew: false };
  const { fields, commit } = context.keeper.settle(RULES, scope, kept);
  commit();
  return Object.entries(fields);
}

function keyOf({ name }: EntryFields): string {
  return foldText(String(name));
}

/** By what import remembers a setlist. */
function entryOf({ name }: EntryFields): string {
  return `setlists.yaml#${keyOf({ name })}`;
}

/** A song of a setlist: a title alone, or fields. */
type Song<Somebody> = string | SongFields<Somebody>;

interface SongFields<Somebody> {
  readonly title: string;
  readonly original_title?: string | undefined;
  readonly center?: readonly Somebody[];
  readonly unit?: readonly Somebody[];
}

/** What a song has beside its title. */
const FURTHER = ["original_title", "center", "unit"];

/** The songs of a setlist: titles, or fields where the dump has more of one. */
function readSongs(record: RecordReader, context: ImportContext): Song<DumpPerson>[] | undefined {
  const written = record.peek("songs");
  const hasFields = Array.isArray(written) &&
    written.some((song) =>
      typeof song === "object" && song !== null && FURTHER.some((field) => field in song)
    );
  if (!hasFields) return record.texts("songs");
  return record.items("songs")?.map((song, place) => {
    const { title, name, original_title, center, unit, ...rest } = song;
    record.loseBeside("songs", rest);
    const called = textOf(title) ?? textOf(name);
    if (called === undefined) {
      context.lose(record.where, "songs", say`a song has no title`, { number: place + 1 });
      return undefined;
    }
    const original = textOf(original_title);
    const made = { original_title: original, center: readTexts(center), unit: readTexts(unit) };
    record.loseUnread("songs", { original_title, center, unit }, made);
    const persons = (names: string[] = []) =>
      names.map((text) => personOf(text, undefined, context.roster));
    const [centers, singers] = [persons(made.center), persons(made.unit)];
    const isTitle = original === undefined && centers.length + singers.length === 0;
    return isTitle
      ? called
      : { title: called, original_title: original, center: centers, unit: singers };
  }).filter((song) => song !== undefined);
}

/** What else the file has of a song stays. */
function mergeSong(
  same: Song<string> | undefined,
  song: Song<DumpPerson>,
  scope: RuleScope,
): Song<string> {
  if (typeof song === "string") return same ?? song;
  const before = typeof same === "object" ? same : undefined;
  const merged = {
    title: same === undefined ? song.title : titleOf(same),
    original_title: song.original_title ?? before?.original_title,
    center: people(before?.center, song.center, scope),
    unit: people(before?.unit, song.unit, scope),
  };
  return knownFields(merged) as unknown as SongFields<string>;
}

function titleOf(song: Song<unknown>): string {
  return String(typeof song === "object" && song !== null ? song.title : song);
}
