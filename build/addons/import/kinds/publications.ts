import { isInstant, readInstant } from "../../../../src/time/civil_date.ts";
import { titleId, titleSlug } from "../../../../src/model/title_slug.ts";
import { instantOf, offsetTimestamp } from "../../../../src/time/wall_clock.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { setlistFile } from "../../../schema/content/occasions.ts";
import { newsFile, releaseFile } from "../../../schema/content/publications.ts";
import { type Message, phrase, wordsOf } from "../../../words/say.ts";
import { dayOf } from "../../../dates/read_moment.ts";
import { type DumpPerson, personOf } from "../merge/people.ts";
import { addLinks, addTexts, byTitle, identifierRule, people } from "../merge/rules.ts";
import { knownFields } from "../merge/merge_fields.ts";
import type { RecordReader } from "../record/record.ts";
import { isKnown, readCount, readTexts, textOf } from "../record/values.ts";
import { addressSlug, datedSlug, idsOf, isMachineId, listOf, nameKey } from "./ids.ts";
import { type Field, type FileKind, id, idsIn, lowerText, type Read } from "./kind.ts";
import { readLinks } from "./links.ts";

/** A song of a setlist, or a track of a release. */
interface Song<Somebody> {
  readonly title: string;
  readonly number?: number;
  readonly original_title?: string;
  readonly [people: string]: readonly Somebody[] | string | number | undefined;
}

/** Where songs are, and what may be said of them there. */
interface SongSort {
  /** The fields that hold people. */
  readonly roles: readonly string[];
  /** Tracks have numbers; songs without further fields are titles alone. */
  readonly isTrack: boolean;
  readonly untitled: Message;
}

const SONG: SongSort = {
  roles: ["center", "unit"],
  isTrack: false,
  untitled: phrase`a song has no title`,
};

const TRACK: SongSort = {
  roles: ["members"],
  isTrack: true,
  untitled: phrase`a track has no title`,
};

/** Songs are known by their titles; what else the file has of one stays. */
function songs({ roles, isTrack, untitled }: SongSort): Field {
  const readers = {
    title: textOf,
    original_title: textOf,
    ...(isTrack && { number: readCount }),
    ...Object.fromEntries(roles.map((role) => [role, readTexts])),
  };
  const titleOf = (song: string | Song<unknown>) =>
    String(typeof song === "object" && song !== null ? song.title : song);
  const rule = byTitle(
    titleOf,
    (same: string | Song<string> | undefined, wanted: string | Song<DumpPerson>, scope) => {
      const song: Song<DumpPerson> = typeof wanted === "string" ? { title: wanted } : wanted;
      const before = typeof same === "object" ? same : undefined;
      const merged = knownFields({
        number: song.number ?? before?.number,
        title: same === undefined ? song.title : titleOf(same),
        original_title: song.original_title ?? before?.original_title,
        ...Object.fromEntries(
          roles.map((role) => [role, people(before?.[role], song[role] ?? [], scope)]),
        ),
      });
      const isTitle = !isTrack && before === undefined && Object.keys(merged).length === 1;
      return isTitle ? merged["title"] : merged;
    },
  );
  const read: Read = (record, field, { roster }) =>
    record.items(field)?.flatMap(({ name, title, ...song }, place) => {
      const called = isKnown(title) ? title : name;
      const { number, ...made } = record.entry(field, { title: called, ...song }, readers);
      if (made["title"] === undefined) {
        record.lose(field, wordsOf(untitled), { number: place + 1 });
        return [];
      }
      if (!isTrack && Object.keys(made).length === 1) return [made["title"]];
      const singers = roles.map((role) =>
        [role, listOf(made[role]).map((name) => personOf(name, undefined, roster))] as const
      );
      const own = number === place + 1 ? {} : knownFields({ number });
      return [{ ...made, ...own, ...Object.fromEntries(singers) }];
    });
  return [read, rule];
}

/** `setlists/<slug>.yaml`, known by name in any case. */
export const setlistsKind: FileKind = {
  plural: phrase`setlists`,
  dataset: "setlist",
  lists: ["setlists"],
  names: ["name"],
  mapOf: "songs",
  folder: "setlists",
  schema: setlistFile,
  fields: {
    name: ["text", (had, wanted) => had ?? wanted],
    name_native: "text",
    name_reading: "text",
    songs: songs(SONG),
    image: "picture",
    former_slugs: ["texts", addTexts],
  },
  identify: ({ name }) => ({ ids: [], names: nameKey(name), slug: titleId(String(name)) }),
  keysOf: (_slug, file) => ({ ids: [], names: nameKey(file["name"]) }),
};

/** `releases/<title>.yaml`, known by id, then by title and, where it is given, type. */
export const releasesKind: FileKind = {
  plural: phrase`releases`,
  dataset: "release",
  lists: ["releases"],
  names: ["title"],
  day: "release_date",
  folder: "releases",
  family: "wrapped",
  schema: releaseFile,
  fields: {
    id: [id, identifierRule],
    title: "text",
    type: lowerText,
    number: "count",
    release_date: "day",
    cover: "picture",
    tracks: songs(TRACK),
    label: "text",
    links: [readLinks, addLinks],
    description: "text",
    former_slugs: ["texts", addTexts],
  },
  identify(fields) {
    const { id, type = "any type", title } = fields;
    const given = addressSlug(String(id ?? ""));
    const made = titleSlug(String(title ?? ""));
    return {
      ids: idsIn(fields),
      names: nameKey(type, title),
      slug: (isMachineId(given) ? made : given || made) || "release",
    };
  },
  keysOf(slug, file) {
    const names = [file["type"], "any type"].flatMap((type) => nameKey(type, file["title"]));
    return { ids: idsOf(slug, file), names };
  },
};

/** `news/<date>-<title>.md`, known by id, then by slug, then by day and title. */
export const newsKind: FileKind = {
  plural: phrase`news`,
  dataset: "news",
  lists: ["news"],
  names: ["title"],
  day: "date",
  folder: "news",
  schema: newsFile,
  fields: {
    id: [id, identifierRule],
    title: "text",
    category: "text",
    label: "address",
    image: "picture",
    url: "address",
    summary: "text",
    former_slugs: ["texts", addTexts],
    publish_at: [
      () => undefined,
      (had, wanted) =>
        [had, wanted].every((text) => typeof text === "string" && isInstant(text)) &&
          readInstant(String(had)) === readInstant(String(wanted))
          ? had
          : wanted,
    ],
  },
  readTogether(record, { zone }) {
    const { date, publish_at } = readDate(record, zone);
    return { date, publish_at: record.text("publish_at") ?? publish_at };
  },
  identify(fields, record) {
    const { date, title } = fields;
    const named = record.text("slug");
    const slug = named && !isMachineId(named) ? addressSlug(named) : "";
    const content = record.text("content");
    const isWhole = record.text("content_text") !== undefined;
    return {
      ids: idsIn(fields),
      names: [...nameKey("slug", slug), ...nameKey(date, title)],
      slug: slug || datedSlug(fields, title),
      article: content === undefined ? undefined : { content, isWhole },
    };
  },
  keysOf(slug, file, zone) {
    const slugs = [slug, ...listOf(file["former_slugs"])];
    return {
      ids: [String(file["id"] ?? slug)],
      names: [
        ...slugs.flatMap((slug) => nameKey("slug", slug)),
        ...nameKey(dayOf(file["date"], zone), file["title"]),
      ],
    };
  },
};

/** The day, and the instant where it is not midnight: it decides the order of a day's news. */
function readDate(record: RecordReader, zone: string): EntryFields {
  const moment = record.moment("date", "published_at");
  const published = record.moment("published_at");
  const isSame = published?.day === moment?.day;
  if (!isSame) record.unfill("published_at");
  const exact = [published, moment]
    .find((other) => other?.time !== undefined && other.day === moment?.day);
  if (exact?.time === undefined || exact.time === "00:00:00") {
    if (isSame) record.setAside("published_at");
    record.moment("date", "published_at");
    return { date: moment?.day };
  }
  const at = exact.epochMs ?? instantOf(exact.day, exact.time, zone);
  return { date: moment?.day, publish_at: offsetTimestamp(at, zone) };
}
