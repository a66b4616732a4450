import { isDeepStrictEqual } from "node:util";
import { foldText } from "../../../src/model/fold_text.ts";
import type { ImportContext } from "../merge/file_kind.ts";
import { type DumpPerson, people, personOf, type RuleScope } from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { readTexts, textOf } from "../record/values.ts";
import { say } from "../../words/say.ts";

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
export function readSongs(
  record: RecordReader,
  context: ImportContext,
): Song<DumpPerson>[] | undefined {
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
    const persons = (names: unknown) =>
      (readTexts(names) ?? []).map((text) => personOf(text, undefined, context.roster));
    const [centers, singers] = [persons(center), persons(unit)];
    const isTitle = original === undefined && centers.length + singers.length === 0;
    return isTitle
      ? called
      : { title: called, original_title: original, center: centers, unit: singers };
  }).filter((song) => song !== undefined);
}

/** Songs are known by their title; what else the file has of one stays. */
export function mergeSongs(had: unknown, wanted: unknown, scope: RuleScope): unknown {
  const known = (had ?? []) as readonly Song<string>[];
  const songs = (wanted as readonly Song<DumpPerson>[]).map((song) => {
    const same = known.find((one) => foldText(titleOf(one)) === foldText(titleOf(song)));
    return mergeSong(same, song, scope);
  });
  return isDeepStrictEqual(known, songs) ? had : songs;
}

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
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== undefined),
  ) as unknown as SongFields<string>;
}

function titleOf(song: Song<unknown>): string {
  return String(typeof song === "object" && song !== null ? song.title : song);
}
