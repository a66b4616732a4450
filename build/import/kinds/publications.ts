import { newsFile, releaseFile } from "../../schema/content/publications.ts";
import type { DumpArticle, FileKind, ImportContext } from "../merge/file_kind.ts";
import { knownFields } from "../merge/merge_fields.ts";
import {
  addLinks,
  addTexts,
  byTitle,
  dayRule,
  type DumpPerson,
  identifierRule,
  people,
  personOf,
  type RuleScope,
} from "../merge/rules.ts";
import { readCount, readTexts, textOf } from "../record/values.ts";
import type { RecordReader } from "../record/record.ts";
import { titleSlug } from "../../derive/title_slug.ts";
import { addressSlug, datedSlug, idOf, idsOf, isMachineId, nameKey, readId } from "./ids.ts";
import { readLinks } from "./links.ts";
import { say } from "../../words/say.ts";
import { dayOf } from "../dates/read_moment.ts";
import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";

/** `releases/<title>.yaml`, known by id, then by title and, where it is given, type. */
export const releasesKind: FileKind = {
  folder: "releases",
  schema: releaseFile,
  mayCreate: true,
  rules: {
    id: identifierRule,
    release_date: dayRule,
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
  rules: { id: identifierRule, date: dayRule, former_slugs: addTexts },
  read(record, { zone }) {
    const named = record.text("slug");
    const slug = named === undefined || isMachineId(named) ? undefined : named;
    const fields = {
      id: readId(record),
      title: record.text("title"),
      date: readDate(record, zone),
      category: record.text("category"),
      label: record.address("label"),
      image: record.picture("image"),
      url: record.address("url"),
      summary: record.text("summary"),
      former_slugs: record.texts("former_slugs"),
      publish_at: record.text("publish_at"),
    };
    const date = dayOf(fields.date, zone);
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

function slugKey(slug: unknown): string[] {
  return nameKey("slug", slug);
}

/** The day, or the instant where it is not midnight: it decides the order of a day's news. */
function readDate(record: RecordReader, zone: string): string | undefined {
  const moment = record.moment("date", "published_at");
  const published = record.moment("published_at");
  if (published?.day !== moment?.day) record.unfill("published_at");
  const exact = [published, moment]
    .find((other) => other?.time !== undefined && other.day === moment?.day);
  const isMidnight = exact?.time === undefined || exact.time === "00:00:00";
  if (isMidnight) return moment?.day;
  return offsetTimestamp(exact.epochMs ?? instantOf(exact.day, exact.time!, zone), zone);
}

function readArticle(record: RecordReader): DumpArticle | undefined {
  const content = record.text("content");
  const isWhole = record.text("content_text") !== undefined;
  return content === undefined ? undefined : { content, isWhole };
}
