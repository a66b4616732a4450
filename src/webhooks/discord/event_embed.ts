import { plainText } from "../../delivery/escape.ts";
import type { EventKind, LoggedEvent } from "../../events/event.ts";
import { addressIn, COLORS, type EventEmbed, type EventFields, fieldText } from "./embed_parts.ts";
import { liveEmbed } from "./live_embed.ts";

const HEADLINES: Record<Exclude<EventKind, `live.${string}`>, string> = {
  "show.added": "New show",
  "show.changed": "Show changed",
  "show.cancelled": "Show cancelled",
  "news.published": "News",
  "release.added": "New release",
  "member.joined": "New member",
  "member.graduated": "Graduated",
  "birthday.today": "Birthday today",
  "content.changed": "Content changed",
};

/** What a channel is shown of an event; `picture`: that of its broadcast, where it has none itself. */
export function eventEmbed(event: LoggedEvent, picture = ""): EventEmbed {
  const fields = { img: picture, ...fieldsOf(event) };
  if (
    event.type === "live.started" || event.type === "live.resumed" || event.type === "live.ended"
  ) {
    return liveEmbed(event, fields);
  }
  return {
    title: plainText(titleOf(event, fields), 250),
    author: { name: HEADLINES[event.type] },
    ...linkOf(fields),
    ...descriptionOf(fields),
    color: event.type === "birthday.today" ? COLORS.party : colorOf(event.type),
    ...pictureOf(fields),
    footer: { text: plainText(event.group || "all groups", 100) },
    timestamp: event.at,
  };
}

function fieldsOf({ data }: LoggedEvent): EventFields {
  return typeof data === "object" && data !== null ? data as EventFields : {};
}

function titleOf({ type }: LoggedEvent, fields: EventFields): string {
  return fieldText(fields, "title") || fieldText(fields, "name") || type;
}

function linkOf(fields: EventFields): { url?: string } {
  const url = addressIn(fields, "url");
  return url === undefined ? {} : { url };
}

function descriptionOf(fields: EventFields): { description?: string } {
  const when = [fieldText(fields, "date"), fieldText(fields, "time")].filter(Boolean).join(" ");
  const lines = [when, fieldText(fields, "venue"), fieldText(fields, "content")].filter(Boolean);
  return lines.length === 0
    ? {}
    : { description: lines.map((line) => plainText(line, 600)).join("\n") };
}

function pictureOf(fields: EventFields): { thumbnail?: { url: string } } {
  const url = addressIn(fields, "poster", "image", "cover", "img");
  return url === undefined ? {} : { thumbnail: { url } };
}

function colorOf(type: EventKind): number {
  return type === "show.cancelled" ? COLORS.over : COLORS.news;
}
