import { titleId, titleSlug } from "../../../../src/model/title_slug.ts";
import { isInstant, readInstant } from "../../../../src/time/civil_date.ts";
import { instantOf, offsetTimestamp } from "../../../../src/time/wall_clock.ts";
import { renderMarkdown } from "../../../article/markdown.ts";
import { dayOf, type DumpDate } from "../../../dates/read_moment.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { isFields } from "../../../read/source.ts";
import { setlistFile } from "../../../schema/content/occasions.ts";
import { newsFile, releaseFile } from "../../../schema/content/publications.ts";
import { phrase, say } from "../../../words/say.ts";
import { knownFields } from "../../../yaml/entry_fields.ts";
import type { FileKind } from "../merge/file_kind.ts";
import { listOf } from "../merge/import_files.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import * as read from "../record/read.ts";
import { readText, textOf } from "../record/values.ts";
import {
  addItems,
  addressSlug,
  datedSlug,
  idsIn,
  idsOf,
  isMachineId,
  nameKey,
  sameAs,
  sameId,
  sameItems,
} from "./ids.ts";

/** `setlists/<slug>.yaml`, known by name in any case. */
export const setlistsKind: FileKind = {
  name: "setlists",
  plural: phrase`setlists`,
  dataset: "setlist",
  lists: ["setlists"],
  names: ["name"],
  folder: "setlists",
  schema: setlistFile,
  merges: {
    name: (had, wanted) => had ?? wanted,
    songs: sameItems,
    former_slugs: addItems,
  },
  identify: ({ name }) => ({ ids: [], names: nameKey(name), slug: titleId(String(name)) }),
  keysOf: (_slug, file) => ({ ids: [], names: nameKey(file["name"]) }),
};

/** Tracks without the number that counting gives. */
const tracks: Reader = (value, ...where) => {
  const made = read.readerOf(releaseFile.shape.tracks)(value, ...where);
  return Array.isArray(made)
    ? made.map(({ number, ...track }, place) =>
      knownFields({ number: number === place + 1 ? undefined : number, ...track })
    )
    : made;
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
  readers: { id: read.id, tracks, type: (value) => readText(value)?.toLowerCase() },
  merges: { id: sameId, tracks: sameItems, links: addItems, former_slugs: addItems },
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

/** Text; what WordPress calls `rendered` is HTML. */
const plainText: Reader = (value, ...where) => {
  const written = read.text(value, ...where) as string | undefined;
  const isHtml = written !== undefined && isFields(value) && "rendered" in value;
  return isHtml ? renderMarkdown(`<p>${written}</p>`).text.trim() || undefined : written;
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
  readers: {
    id: read.id,
    title: plainText,
    summary: plainText,
    date: read.moment,
    published_at: read.moment,
    publish_at: read.text,
    // Numbers are ids of categories, which say nothing.
    category: (value, ...where) =>
      /^[\d\s,]*$/.test(String(readText(value))) ? undefined : read.text(value, ...where),
  },
  parts: { published_at: "publish_at" },
  merges: {
    id: sameId,
    former_slugs: addItems,
    // The same instant in another zone.
    publish_at: sameAs((at) => isInstant(String(at)) ? readInstant(String(at)) : at),
  },
  make(said, record) {
    record.setAside("content_text");
    return { ...said, ...publishedIn(said, record) };
  },
  identify(fields, { slug: named, content, content_text }, record) {
    const { date, title } = fields;
    const slug = named && !isMachineId(String(named)) ? addressSlug(String(named)) : "";
    if (slug !== "") record.setAside("slug");
    const text = textOf(content);
    const article = text && { content: text, isWhole: content_text !== undefined };
    return {
      ids: idsIn(fields),
      names: [...nameKey("slug", slug), ...nameKey(date, title)],
      slug: slug || datedSlug(fields, title),
      article: article || undefined,
    };
  },
  keysOf: (slug, file, zone) => ({
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
