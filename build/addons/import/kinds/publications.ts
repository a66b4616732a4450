import { isInstant, readInstant } from "../../../../src/time/civil_date.ts";
import { titleId, titleSlug } from "../../../../src/model/title_slug.ts";
import { renderMarkdown } from "../../../article/markdown.ts";
import { isFields } from "../../../read/source.ts";
import { foldText } from "../../../../src/model/fold_text.ts";
import { instantOf, offsetTimestamp } from "../../../../src/time/wall_clock.ts";
import { dayOf, type DumpDate } from "../../../dates/read_moment.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { setlistFile } from "../../../schema/content/occasions.ts";
import { newsFile, releaseFile } from "../../../schema/content/publications.ts";
import { type Message, phrase, say } from "../../../words/say.ts";
import { knownFields } from "../../../yaml/entry_fields.ts";
import type { Field, FileKind, Merge } from "../merge/file_kind.ts";
import { listOf } from "../merge/import_files.ts";
import { type DumpPerson, people, personOf } from "../merge/people.ts";
import * as read from "../record/dump_record.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { isKnown, readCount, readItems, readTexts, textOf } from "../record/values.ts";
import {
  addLinks,
  addressSlug,
  addTexts,
  datedSlug,
  idsIn,
  idsOf,
  isMachineId,
  nameKey,
  sameId,
} from "./ids.ts";
import { links, wholeLinks } from "./links.ts";

/** A song of a setlist, or a track of a release: its title, or fields. */
type Song = string | Readonly<Record<string, unknown>>;

function titleOf(song: Song): string {
  return String(typeof song === "string" ? song : song["title"]);
}

/**
 * Songs are known by their titles; what else the file has of one stays. `roles`: the fields that hold people;
 * tracks have numbers, and songs of which no more is known are titles alone.
 */
function songs(roles: readonly string[], isTrack: boolean, untitled: Message): Field {
  const readers = {
    title: textOf,
    original_title: textOf,
    ...(isTrack && { number: readCount }),
    ...Object.fromEntries(roles.map((role) => [role, readTexts])),
  };
  const reader: Reader = {
    expected: phrase`a list`,
    read: (value, record, path) =>
      readItems(value)?.flatMap(({ name, title, ...song }, place): Song[] => {
        const called = { title: isKnown(title) ? title : name, ...song };
        const { number, ...made } = record.entry(path, called, readers);
        if (made["title"] === undefined) {
          record.losePart(path, String(place + 1), { name, title, ...song }, untitled);
          return [];
        }
        if (!isTrack && Object.keys(made).length === 1) return [made["title"] as string];
        const singers = roles.map((role) => [
          role,
          listOf(made[role]).map((name) => personOf(name, undefined, record.context.roster)),
        ]);
        const own = number === place + 1 ? undefined : number;
        return [{ ...made, ...knownFields({ number: own }), ...Object.fromEntries(singers) }];
      }),
  };
  const merge: Merge = (had, wanted, scope) => {
    const known = new Map(((had ?? []) as Song[]).map((song) => [foldText(titleOf(song)), song]));
    return (wanted as Song[]).map((entry) => {
      const same = known.get(foldText(titleOf(entry)));
      const song = typeof entry === "string" ? { title: entry } as EntryFields : entry;
      const before = typeof same === "object" ? same : undefined;
      const merged = knownFields({
        number: song["number"] ?? before?.["number"],
        title: titleOf(same ?? entry),
        original_title: song["original_title"] ?? before?.["original_title"],
        ...Object.fromEntries(roles.map((role) => {
          const singers = people(before?.[role], (song[role] ?? []) as DumpPerson[], scope);
          return [role, singers];
        })),
      });
      const isTitle = !isTrack && before === undefined && Object.keys(merged).length === 1;
      return isTitle ? merged["title"] : merged;
    });
  };
  return { read: reader, merge };
}

/** `setlists/<slug>.yaml`, known by name in any case. */
export const setlistsKind: FileKind = {
  name: "setlists",
  plural: phrase`setlists`,
  dataset: "setlist",
  lists: ["setlists"],
  names: ["name"],
  folder: "setlists",
  schema: setlistFile,
  fields: {
    name: { read: read.text, merge: (had, wanted) => had ?? wanted },
    name_native: read.text,
    name_reading: read.text,
    songs: songs(["center", "unit"], false, phrase`a song has no title`),
    image: read.picture,
    former_slugs: { read: read.texts, grows: addTexts },
  },
  identify: ({ name }) => ({ ids: [], names: nameKey(name), slug: titleId(String(name)) }),
  keysOf: (_slug, file) => ({ ids: [], names: nameKey(file["name"]) }),
};

/** `releases/<title>.yaml`, known by id, then by title and, where it is given, type. */
export const releasesKind: FileKind = {
  name: "releases",
  plural: phrase`releases`,
  dataset: "release",
  lists: ["releases"],
  names: ["title"],
  day: "release_date",
  folder: "releases",
  family: "wrapped",
  schema: releaseFile,
  fields: {
    id: { read: read.id, merge: sameId },
    title: read.text,
    type: read.lowerText,
    number: read.count,
    release_date: read.day,
    cover: read.picture,
    tracks: songs(["members"], true, phrase`a track has no title`),
    label: read.text,
    links: { read: links, grows: addLinks },
    description: read.text,
    former_slugs: { read: read.texts, grows: addTexts },
  },
  make: (said, record) => ({ ...said, links: wholeLinks(said["links"], record, "links") }),
  identify(fields) {
    const { id = "", type = "any type", title = "" } = fields;
    const made = titleSlug(String(title));
    const given = isMachineId(String(id)) ? made : addressSlug(String(id)) || made;
    return { ids: idsIn(fields), names: nameKey(type, title), slug: given || "release" };
  },
  keysOf: (slug, file) => ({
    ids: idsOf(slug, file),
    names: [file["type"], "any type"].flatMap((type) => nameKey(type, file["title"])),
  }),
};

/** The same instant in another zone. */
const sameInstant: Merge = (had, wanted) =>
  [had, wanted].every((text) => typeof text === "string" && isInstant(text)) &&
    readInstant(String(had)) === readInstant(String(wanted))
    ? had
    : wanted;

/** Text; what WordPress calls `rendered` is HTML. */
const plainText: Reader = {
  expected: read.text.expected,
  read(value, record, path) {
    const text = read.text.read(value, record, path) as string | undefined;
    const isHtml = text !== undefined && isFields(value) && "rendered" in value;
    return isHtml ? renderMarkdown(`<p>${text}</p>`).text.trim() || undefined : text;
  },
};

/** A word: numbers are ids of categories, which say nothing. */
const category: Reader = {
  expected: phrase`a word`,
  read(value, ...where) {
    const word = read.text.read(value, ...where);
    return /^[\d\s,]*$/.test(String(word)) ? undefined : word;
  },
};

/** `news/<date>-<title>.md`, known by id, then by slug, then by day and title. */
export const newsKind: FileKind = {
  name: "news",
  plural: phrase`news`,
  dataset: "news",
  lists: ["news"],
  names: ["title"],
  day: "date",
  folder: "news",
  schema: newsFile,
  fields: {
    id: { read: read.id, merge: sameId },
    title: plainText,
    date: read.moment,
    published_at: { read: read.moment, into: "publish_at" },
    category,
    label: read.address,
    image: read.picture,
    url: read.address,
    summary: plainText,
    former_slugs: { read: read.texts, grows: addTexts },
    publish_at: { read: read.text, merge: sameInstant },
    slug: read.text,
    content: read.text,
    content_text: read.text,
  },
  make(said, record) {
    if (said["content_text"] !== undefined) record.setAside("content_text");
    return { ...said, ...publishedIn(said, record) };
  },
  identify(fields, { slug: named, content, content_text }, record) {
    const { date, title } = fields;
    const slug = named && !isMachineId(String(named)) ? addressSlug(String(named)) : "";
    if (slug !== "") record.setAside("slug");
    const text = textOf(content);
    const isWhole = content_text !== undefined;
    return {
      ids: idsIn(fields),
      names: [...nameKey("slug", slug), ...nameKey(date, title)],
      slug: slug || datedSlug(fields, title),
      article: text === undefined ? undefined : { content: text, isWhole },
    };
  },
  keysOf: (slug, file, { zone }) => ({
    ids: [String(file["id"] ?? slug)],
    names: [
      ...[slug, ...listOf(file["former_slugs"])].flatMap((slug) => nameKey("slug", slug)),
      ...nameKey(dayOf(file["date"], zone), file["title"]),
    ],
  }),
};

/** The day, and the instant where it is not midnight: it decides the order of a day's news. */
function publishedIn(said: EntryFields, record: DumpRecord): EntryFields {
  const { zone } = record.context;
  const published = said["published_at"] as DumpDate | undefined;
  const moment = said["date"] as DumpDate | undefined ?? published;
  if (published !== undefined && published.day !== moment?.day) {
    record.lose("published_at", say`another field of the record says otherwise`);
  }
  const exact = [published, moment].find((one) =>
    one?.day === moment?.day && one?.time !== undefined && one.time !== "00:00:00"
  );
  const at = exact && (exact.epochMs ?? instantOf(exact.day, exact.time!, zone));
  const instant = at === undefined ? undefined : offsetTimestamp(at, zone);
  return { date: moment?.day, publish_at: said["publish_at"] ?? instant };
}
