import { eventFile } from "../../schema/content/occasions.ts";
import type { FileKind, ImportContext } from "../merge/file_kind.ts";
import {
  addTexts,
  clockTimeRule,
  durationRule,
  identifierRule,
  people,
  readLineup,
  type RuleScope,
  unlessImplied,
} from "../merge/rules.ts";
import { dayOf } from "../dates/read_moment.ts";
import type { RecordReader } from "../record/record.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";
import { datedSlug, idsOf, nameKey, readId } from "./ids.ts";
import { readOccasion, readState, readStream, readTickets, ticketsRule } from "./occasion.ts";
import { EVENT_TYPES } from "../../../src/model/enums.ts";
import { say } from "../../words/say.ts";

/** `events/<date>-<title>.yaml`, known by id, then by day and title. */
export const eventsKind: FileKind = {
  folder: "events",
  schema: eventFile,
  mayCreate: true,
  rules: {
    id: identifierRule,
    type: mergeType,
    time: clockTimeRule,
    duration: durationRule,
    venue: unlessImplied(impliedVenue),
    members: people,
    tickets: ticketsRule,
    state: unlessImplied(() => "scheduled"),
    former_slugs: addTexts,
  },
  read(record, context) {
    if (!isEvent(record, context)) return undefined;
    const { date, time, duration } = readOccasion(record);
    const fields = {
      id: readId(record),
      title: record.text("title"),
      type: record.text("type")?.toLowerCase(),
      date,
      time,
      duration,
      venue: record.text("venue"),
      description: record.text("description"),
      label: record.address("label"),
      url: record.address("url"),
      tickets: readTickets(record),
      stream: readStream(record),
      members: readLineup(record, context),
      state: readState(record),
      former_slugs: record.texts("former_slugs"),
    };
    return {
      where: record.where,
      ids: fields.id === undefined ? [] : [String(fields.id)],
      names: nameKey(date, fields.title),
      fields,
      slug: datedSlug(date, titleSlug(fields.title ?? ""), fields.id),
    };
  },
  keysOf(slug, file, zone) {
    return { ids: idsOf(slug, file), names: nameKey(dayOf(file["date"], zone), file["title"]) };
  },
};

/** A file without the field, or with type media, says it by that. */
function impliedVenue({ defaults, had, wanted }: RuleScope): string | undefined {
  return (wanted["type"] ?? had["type"]) === "media" ? undefined : defaults.venue;
}

/** What a schedule calls `event`. */
const SORTS = EVENT_TYPES.filter((type) => type !== "media" && type !== "other");

/** `other` adds nothing, and a schedule's `event` is of the sort that the file names. */
function mergeType(had: unknown, wanted: unknown, { tell, where }: RuleScope): unknown {
  if (wanted === "other" || (wanted === "event" && SORTS.some((type) => type === had))) return had;
  if (wanted !== "event") return wanted;
  tell(say`its type "event" may be ${SORTS.join(", ")}: it is taken as offair`, where);
  return "offair";
}

function isEvent(record: RecordReader, { tell }: ImportContext): boolean {
  if (record.text("type")?.toLowerCase() !== "theater") return true;
  tell(say`it is passed over: its type is "theater"; import such records as theater`, record.where);
  record.passOver();
  return false;
}
