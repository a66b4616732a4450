/**
 * This room reads the folder of an export back into content.
 *
 * @module
 */

import { MINUTE_MS } from "../../../src/toolbox/durations.ts";
import type { DatasetKind } from "../../../src/model/enums.ts";
import { summarize } from "../../article/summary.ts";
import type { RecordFields } from "../dump/find_records.ts";

/** How an export and an import call the same kind, in the order in which kinds need each other. */
export const IMPORTED_KINDS = [
  ["member", "members"],
  ["setlist", "setlists"],
  ["show", "theater"],
  ["event", "events"],
  ["news", "news"],
  ["release", "releases"],
  ["videocall", "videocall"],
] as const satisfies readonly (readonly [DatasetKind, string])[];

/** Turns a line of a dataset into a record that imports read: without what follows from other fields. */
export function recordOf({ kind, ...line }: RecordFields): RecordFields {
  return RECORDS[kind as DatasetKind](line);
}

const RECORDS: Readonly<Record<DatasetKind, (line: RecordFields) => RecordFields>> = {
  member({ id, url: _, group: __, nickname: ___, is_graduate: ____, ...member }) {
    const { status_before: status = member["status"], ...rest } = withoutSides(member, "img");
    return { ...rest, url_key: id, slug: id, status };
  },
  show({ lineup, members: _, member_count: __, setlist_detail: ___, ...show }) {
    const { start_at: start, end_at: end, ...rest } = withoutSides(show, "poster");
    return {
      ...rest,
      duration: lengthOf(start, end),
      members: (lineup as RecordFields[]).map(({ name, url_key }) => ({ name, url_key })),
      tickets: withSaleDays(rest["tickets"]),
    };
  },
  event({ date, end_at: end, ...event }) {
    return {
      ...event,
      date: String(date).slice(0, "YYYY-MM-DD".length),
      duration: lengthOf(date, end),
      tickets: withSaleDays(event["tickets"]),
    };
  },
  news({ published_at: published, summary, ...news }) {
    const { date, content_text: text } = news;
    const at = String(published);
    const isDay = at.startsWith(`${date}T00:00:00`);
    const isOfDay = at.startsWith(`${date}T`);
    return {
      ...withoutSides(news, "image"),
      ...(summary !== summarize(String(text)) && { summary }),
      ...(isOfDay && !isDay && { published_at: at }),
      ...(!isOfDay && { publish_at: at }),
    };
  },
  release: (release) => withoutSides(release, "cover"),
  setlist: ({ id: _, ...setlist }) => setlist,
  videocall: (session) => session,
};

/** The sides of a picture follow from its file. */
function withoutSides(item: RecordFields, picture: string): RecordFields {
  const { [`${picture}_width`]: _, [`${picture}_height`]: __, ...rest } = item;
  return rest;
}

/** How long something takes; undefined if no end is known. */
function lengthOf(start: unknown, end: unknown): string | undefined {
  if (end === undefined) return undefined;
  return `${(Date.parse(String(end)) - Date.parse(String(start))) / MINUTE_MS}m`;
}

/** A sale that begins with its day is one whose time is unknown. */
function withSaleDays(tickets: unknown): unknown {
  return (tickets as RecordFields[] | undefined)?.map((ticket) => {
    const [day, time = ""] = String(ticket["sale_from"] ?? "").split("T");
    return time.startsWith("00:00:00") ? { ...ticket, sale_from: day } : ticket;
  });
}
