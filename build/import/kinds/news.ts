import { newsFile } from "../../schema/content/publications.ts";
import type { DumpArticle, FileKind } from "../merge/file_kind.ts";
import { dayOf } from "../dates/read_moment.ts";
import type { RecordReader } from "../record/record.ts";
import { dayRule, identifierRule } from "../merge/rules.ts";
import { titleSlug } from "../../derive/title_slug.ts";
import { addressSlug, datedSlug, idOf, isMachineId, nameKey, readId } from "./ids.ts";
import { instantOf, offsetTimestamp } from "../../../src/time/wall_clock.ts";

/** `news/<date>-<title>.md`, known by id, then by slug, then by day and title. */
export const newsKind: FileKind = {
  folder: "news",
  schema: newsFile,
  mayCreate: true,
  rules: { id: identifierRule, date: dayRule },
  read(record, { zone }) {
    const named = record.text("slug");
    const slug = named === undefined || isMachineId(named) ? undefined : named;
    const fields = {
      id: readId(record),
      title: record.text("title"),
      date: readDate(record, zone),
      category: record.text("category"),
      label: record.address("label"),
      image: record.address("image"),
      url: record.address("url"),
      summary: record.text("summary"),
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
  const exact = [record.moment("published_at"), moment]
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
