import { titleId, titleSlug } from "../../../../src/model/title_slug.ts";
import { isInstant, readInstant } from "../../../../src/time/civil_date.ts";
import { instantOf, offsetTimestamp } from "../../../../src/time/wall_clock.ts";
import { renderMarkdown } from "../../../article/markdown.ts";
import { dayOf, type DumpDate } from "../../../dates/read_moment.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { isFields } from "../../../read/source.ts";
import { releaseFile } from "../../../schema/content/publications.ts";
import { phrase, say } from "../../../words/say.ts";
import { knownFields } from "../../../yaml/entry_fields.ts";
import type { FileKind } from "../merge/file_kind.ts";
import { addItems, sameAs, sameItems } from "../merge/merges.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import * as read from "../record/read.ts";
import { listOf, readText } from "../record/values.ts";
import { addressSlugs, datedSlug, nameKey } from "./ids.ts";

/** `setlists/<slug>.yaml`, known by name in any case, and by the addresses of former names. */
export const setlistsKind: FileKind = {
  name: "setlists",
  plural: phrase`setlists`,
  lists: ["setlists"],
  titles: ["name"],
  folder: "setlists",
  merges: {
    name: (had, wanted) => had ?? wanted,
    songs: sameItems,
  },
  namesOf: ({ name, former_slugs }, _zone, isFile) => [
    ...nameKey(name),
    ...(isFile ? listOf(former_slugs) : [titleId(String(name))])
      .flatMap((slug) => nameKey("slug", slug)),
  ],
  slugOf: ({ name }) => titleId(String(name)),
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

const ANY_TYPE = "any type";

/** `releases/<title>.yaml`, known by id, then by title and, where it is given, type. */
export const releasesKind: FileKind = {
  name: "releases",
  plural: phrase`releases`,
  lists: ["releases"],
  titles: ["title"],
  day: "release_date",
  folder: "releases",
  family: "wrapped",
  readers: { id: read.id, tracks, type: (value) => readText(value)?.toLowerCase() },
  merges: { tracks: sameItems, links: addItems },
  namesOf({ type = ANY_TYPE, title }, _zone, isFile) {
    const types = isFile ? [type, ANY_TYPE] : [type];
    return types.flatMap((type) => nameKey(type, title));
  },
  slugOf: ({ id, title }) => addressSlugs(id)[0] ?? (titleSlug(String(title ?? "")) || "release"),
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
  lists: ["news"],
  titles: ["title"],
  day: "date",
  folder: "news",
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
    // The same instant in another zone.
    publish_at: sameAs((at) => isInstant(String(at)) ? readInstant(String(at)) : at),
  },
  make(said, record) {
    const [slug] = addressSlugs(said["slug"]);
    if (slug !== undefined) record.setAside("slug");
    record.setAside("content_text");
    return { ...said, slug, ...publishedIn(said, record) };
  },
  namesOf: ({ slug, former_slugs, date, title }, zone) => [
    ...[slug, ...listOf(former_slugs)].flatMap((slug) => nameKey("slug", slug)),
    ...nameKey(dayOf(date, zone), title),
  ],
  slugOf: (made) => String(made["slug"] ?? datedSlug(made, made["title"])),
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
