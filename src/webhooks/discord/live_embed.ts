import { plainText } from "../../delivery/escape.ts";
import type { LoggedEvent } from "../../events/event.ts";
import { addressIn, COLORS, type EventEmbed, type EventFields, fieldText } from "./embed_parts.ts";

const PLATFORMS: Readonly<Record<string, string>> = {
  idn: "IDN Live",
  showroom: "SHOWROOM",
  youtube: "YouTube",
};

/** The message about a broadcast: who, where, since when, or for how long it was. */
export function liveEmbed(event: LoggedEvent, fields: EventFields): EventEmbed {
  const isOver = event.type === "live.ended";
  const name = plainText(fieldText(fields, "name"), 200);
  const url = watchUrl(fields);
  const icon = addressIn(fields, "img_alt", "img");
  const picture = addressIn(fields, "img", "img_alt");
  const platform = PLATFORMS[fieldText(fields, "type")] ?? plainText(fieldText(fields, "type"), 50);
  const since = Date.parse(fieldText(fields, "started_at"));
  return {
    author: { name, ...(icon !== undefined && { icon_url: icon }) },
    title: plainText(
      fieldText(fields, "title") || `${fieldText(fields, "name")} on ${platform}`,
      250,
    ),
    ...(url !== undefined && { url }),
    description: isOver
      ? `**${name}** was live for ${spanText(since, Date.parse(fieldText(fields, "ended_at")))}`
      : `**${name}** is live${event.type === "live.resumed" ? " again" : ""}`,
    color: isOver ? COLORS.over : COLORS.live,
    fields: [
      { name: "Platform", value: platform, inline: true },
      ...(Number.isNaN(since) ? [] : [sinceField(since, isOver)]),
    ],
    // A picture of what is over would only take room.
    ...(picture === undefined
      ? {}
      : isOver
      ? { thumbnail: { url: picture } }
      : { image: { url: picture } }),
    footer: { text: plainText(event.group, 100) },
    timestamp: event.at,
  };
}

/** Discord shows `<t:…>` in the reader's own time zone, and `:R` as "5 minutes ago", counting on. */
function sinceField(since: number, isOver: boolean) {
  const seconds = Math.floor(since / 1_000);
  const value = isOver ? `<t:${seconds}:f>` : `<t:${seconds}:t> (<t:${seconds}:R>)`;
  return { name: isOver ? "Started" : "Since", value, inline: true };
}

/** "1 h 12 min", "12 min", "less than a minute". */
export function spanText(from: number, to: number): string {
  const minutes = Math.round((to - from) / 60_000);
  if (!(minutes >= 1)) return "less than a minute";
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** Where the broadcast can be watched. */
function watchUrl(fields: EventFields): string | undefined {
  const [key, slug] = [fieldText(fields, "url_key"), fieldText(fields, "slug")].map(
    encodeURIComponent,
  );
  switch (fieldText(fields, "type")) {
    case "idn":
      return `https://www.idn.app/${key}/live/${slug}`;
    case "showroom":
      return `https://www.showroom-live.com/r/${key}`;
    case "youtube":
      return `https://www.youtube.com/watch?v=${encodeURIComponent(videoOf(fields))}`;
    default:
      return undefined;
  }
}

/** The id of a broadcast is its platform, a dash and the platform's own id. */
function videoOf(fields: EventFields): string {
  return fieldText(fields, "id").replace(/^youtube-/, "");
}
