import { setlistFile } from "../../schema/content/occasions.ts";
import { titleId } from "../../../src/model/title_slug.ts";
import type { FileKind, ImportContext } from "../merge/file_kind.ts";
import { knownFields } from "../merge/merge_fields.ts";
import {
  addTexts,
  byTitle,
  type DumpPerson,
  people,
  personOf,
  type RuleScope,
} from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { readTexts, textOf } from "../record/values.ts";
import { nameKey } from "./ids.ts";
import { say } from "../../words/say.ts";

/** `setlists/<slug>.yaml`, known by name in any case. */
export const setlistsKind: FileKind = {
  folder: "setlists",
  schema: setlistFile,
  mayCreate: true,
  rules: {
    name: (had, wanted) => had ?? wanted,
    songs: byTitle(titleOf, mergeSong),
    former_slugs: addTexts,
  },
  read(record, context) {
    const name = record.text("name")!;
    const fields = {
      name,
      name_native: record.text("name_native"),
      name_reading: record.text("name_reading"),
      songs: readSongs(record, context),
      image: record.picture("image"),
      former_slugs: record.texts("former_slugs"),
    };
    return { where: record.where, ids: [], names: nameKey(name), fields, slug: titleId(name) };
  },
  keysOf: (_slug, file) => ({ ids: [], names: nameKey(file["name"]) }),
};

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
