import { newsFile, releaseFile } from "../../schema/content/publications.ts";
import type { DumpArticle, FileKind, ImportContext } from "../merge/file_kind.ts";
import { knownFields } from "../merge/merge_fields.ts";
import {
  addLinks,
  addTexts,
  byTitle,
  type DumpPerson,
  identifierRule,
  people,
  personOf,
  type RuleScope,
} from "../merge/rules.ts";
import { readCount, readTexts, textOf } from "../record/values.ts";
import type { RecordReader } from "../record/record.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";
import { addressSlug, datedSlug, idOf, idsOf, isMachineId, nameKey, readId } from "./ids.ts";
import { readLinks } from "./links.ts";
import { say } from "../../words/say.ts";
import { dayOf } from "../dates/read_moment.ts";
import { isInstant, readInstant } from "../../../src/time/civil_date.ts";
import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";

/** `releases/<title>.yaml`, known by id, then by title and, where it is given, type. */
export const releasesKind: FileKind = {
  folder: "releases",
  schema: releaseFile,
  mayCreate: true,
  rules: {
    id: identifierRule,
    tracks: byTitle(({ title }: Track) => title, mergeTrack),
    links: addLinks,
    former_slugs: addTexts,
  },
  read(record, context) {
    const fields = {
      id: readId(record),
      title: record.text("title"),
      type: record.text("type")?.toLowerCase(),
      number: record.count("number"),
      release_date: record.day("release_date"),
      cover: record.picture("cover"),
      tracks: readTracks(record, context),
      label: record.text("label"),
      links: readLinks(record, "links", context.lose),
      description: record.text("description"),
      former_slugs: record.texts("former_slugs"),
    };
    return {
      where: record.where,
      ids: fields.id === undefined ? [] : [String(fields.id)],
      names: fields.type === undefined
        ? nameKey("any type", fields.title)
        : nameKey(fields.type, fields.title),
      fields,
      slug: releaseSlug(fields.title ?? "", fields.id),
    };
  },
  keysOf(slug, file) {
    const names = [file["type"], "any type"].flatMap((type) => nameKey(type, file["title"]));
    return { ids: idsOf(slug, file), names };
  },
};

function releaseSlug(title: string, id: unknown): string {
  const given = addressSlug(String(id ?? ""));
  return (isMachineId(given) ? titleSlug(title) : given || titleSlug(title)) || "release";
}

interface Track {
  readonly number?: number | undefined;
  readonly title: string;
  readonly original_title?: string | undefined;
  readonly members?: readonly string[] | readonly DumpPerson[] | undefined;
}

function readTracks(record: RecordReader, context: ImportContext): Track[] | undefined {
  return record.items("tracks")?.map((track, place) => {
    const { number, title, name, original_title, members, ...rest } = track;
    record.loseBeside("tracks", rest);
    const called = textOf(title) ?? textOf(name);
    const made = {
      number: readCount(number),
      original_title: textOf(original_title),
      members: readTexts(members),
    };
    record.loseUnread("tracks", { number, original_title, members }, made);
    if (called === undefined) {
      context.lose(record.where, "tracks", say`a track has no title`, { number: place + 1 });
    }
    return called && {
      ...made,
      number: made.number === place + 1 ? undefined : made.number,
      title: called,
      members: (made.members ?? []).map((text) => personOf(text, undefined, context.roster)),
    };
  }).filter((track) => typeof track === "object");
}

/** What else the file has of a track stays. */
function mergeTrack(same: Track | undefined, track: Track, scope: RuleScope): object {
  const merged = {
    number: track.number ?? same?.number,
    title: same?.title ?? track.title,
    original_title: track.original_title ?? same?.original_title,
    members: people(same?.members, track.members, scope),
  };
  return knownFields(merged);
}

/** `news/<date>-<title>.md`, known by id, then by slug, then by day and title. */
export const newsKind: FileKind = {
  folder: "news",
  schema: newsFile,
  mayCreate: true,
  rules: {
    id: identifierRule,
    former_slugs: addTexts,
    publish_at: (had, wanted) => isSameInstant(had, wanted) ? had : wanted,
  },
  read(record, { zone }) {
    const named = record.text("slug");
    const slug = named === undefined || isMachineId(named) ? undefined : named;
    const { date, publish_at } = readDate(record, zone);
    const fields = {
      id: readId(record),
      title: record.text("title"),
      date,
      category: record.text("category"),
      label: record.address("label"),
      image: record.picture("image"),
      url: record.address("url"),
      summary: record.text("summary"),
      former_slugs: record.texts("former_slugs"),
      publish_at: record.text("publish_at") ?? publish_at,
    };
    return {
      where: record.where,
      ids: fields.id === undefined ? [] : [String(fields.id)],
      names: [...slugKey(slug && addressSlug(slug)), ...nameKey(date, fields.title)],
      fields,
      slug: slug ? addressSlug(slug) : datedSlug(date, titleSlug(fields.title ?? ""), fields.id),
      article: readArticle(record),
    };
  },
  keysOf(slug, file, zone) {
    const former = Array.isArray(file["former_slugs"]) ? file["former_slugs"] : [];
    return {
      ids: [idOf(slug, file)],
      names: [
        ...[slug, ...former].flatMap(slugKey),
        ...nameKey(dayOf(file["date"], zone), file["title"]),
      ],
    };
  },
};

function isSameInstant(one: unknown, other: unknown): boolean {
  return [one, other].every((text) => typeof text === "string" && isInstant(text)) &&
    readInstant(String(one)) === readInstant(String(other));
}

function slugKey(slug: unknown): string[] {
  return nameKey("slug", slug);
}

/** The day, and the instant where it is not midnight: it decides the order of a day's news. */
function readDate(
  record: RecordReader,
  zone: string,
): { readonly date: string | undefined; readonly publish_at?: string } {
  const moment = record.moment("date", "published_at");
  const published = record.moment("published_at");
  if (published?.day !== moment?.day) record.unfill("published_at");
  const exact = [published, moment]
    .find((other) => other?.time !== undefined && other.day === moment?.day);
  const isMidnight = exact?.time === undefined || exact.time === "00:00:00";
  if (isMidnight) {
    if (published?.day === moment?.day) record.setAside("published_at");
    record.moment("date", "published_at");
    return { date: moment?.day };
  }
  const at = exact.epochMs ?? instantOf(exact.day, exact.time!, zone);
  return { date: moment?.day, publish_at: offsetTimestamp(at, zone) };
}

function readArticle(record: RecordReader): DumpArticle | undefined {
  const content = record.text("content");
  const isWhole = record.text("content_text") !== undefined;
  return content === undefined ? undefined : { content, isWhole };
}
