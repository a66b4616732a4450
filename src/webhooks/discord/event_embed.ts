import { plainText } from "../../delivery/escape.ts";
import type { EventKind, LoggedEvent } from "../../events/event.ts";
import { addressIn, COLORS, type EventEmbed, type EventFields, fieldText } from "./embed_parts.ts";
import { liveEmbed } from "./live_embed.ts";

const HEADLINES: Record<Exclude<EventKind, `live.${string}`>, string> = {
  "show.added": "New show",
  "show.changed": "Show changed",
  "show.cancelled": "Show cancelled",
  "show.soon": "Begins soon",
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
    ...descriptionOf(event, fields),
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
  if (type === "content.changed") return countWords(fields);
  return fieldText(fields, "title") || fieldText(fields, "name") || type;
}

function linkOf(fields: EventFields): { url?: string } {
  const url = addressIn(fields, "url");
  return url === undefined ? {} : { url };
}

function descriptionOf(event: LoggedEvent, fields: EventFields): { description?: string } {
  const lines = linesOf(event, fields).filter(Boolean);
  return lines.length === 0 ? {} : { description: lines.join("\n") };
}

/** What is to be said besides the title, each line escaped. */
function linesOf({ type }: LoggedEvent, fields: EventFields): string[] {
  const text = (name: string) => {
    const value = fieldText(fields, name);
    return value === "" ? "" : plainText(value, 600);
  };
  if (type.startsWith("show.")) return [startOf(fields), text("venue"), changedIn(fields)];
  if (type === "news.published") return [text("date"), text("content")];
  if (type === "release.added") {
    return [[text("type"), text("release_date")].filter(Boolean).join(", ")];
  }
  return type === "content.changed" ? kindLines(fields) : [];
}

/** Discord shows `<t:…:F>` as day and time in the reader's own zone. */
function startOf(fields: EventFields): string {
  const start = Date.parse(fieldText(fields, "start_at"));
  if (!Number.isNaN(start)) return `<t:${Math.floor(start / 1_000)}:F>`;
  const date = fieldText(fields, "date");
  return date === "" ? "" : plainText(date, 50);
}

function changedIn({ changed }: EventFields): string {
  // The start is made of date and time, which are told.
  const names = Array.isArray(changed) ? changed.filter((name) => name !== "start_at") : [];
  const words = names.map((name) => String(name).replaceAll("_", " ")).join(", ");
  return words === "" ? "" : `Changed: ${plainText(words, 300)}`;
}

/** "3 added, 1 removed". */
function countWords(counts: EventFields): string {
  const words = ["added", "changed", "removed"].flatMap((name) => {
    const count = counts[name];
    return typeof count === "number" && count > 0 ? [`${count} ${name}`] : [];
  });
  return words.join(", ") || "Nothing to be seen";
}

function kindLines({ kinds }: EventFields): string[] {
  if (typeof kinds !== "object" || kinds === null) return [];
  return Object.entries(kinds as Record<string, EventFields>).slice(0, 20)
    .map(([kind, counts]) => `${plainText(kind, 50)}: ${countWords(counts)}`);
}

function pictureOf(fields: EventFields): { thumbnail?: { url: string } } {
  const url = addressIn(fields, "poster", "image", "cover", "img");
  return url === undefined ? {} : { thumbnail: { url } };
}

function colorOf(type: EventKind): number {
  return type === "show.cancelled" ? COLORS.over : COLORS.news;
}
