import type { LoggedEvent } from "../../events/event.ts";
import { type EventFields, fieldText } from "./event_fields.ts";
import type { Words } from "./words.ts";

/** The events of one broadcast. */
const BROADCAST_KINDS = ["live.started", "live.resumed", "live.ended"] as const;
type BroadcastEvent = LoggedEvent & { readonly type: typeof BROADCAST_KINDS[number] };

/** Whether an event is the beginning or end of a broadcast. */
export function isOfBroadcast(event: LoggedEvent): event is BroadcastEvent {
  return BROADCAST_KINDS.some((kind) => kind === event.type);
}

const PLATFORMS: Readonly<Record<string, string>> = {
  idn: "IDN Live",
  showroom: "SHOWROOM",
  youtube: "YouTube",
};

/** The platform of a broadcast, as it calls itself. */
export function platformOf(fields: EventFields): string {
  const type = fieldText(fields, "type");
  return PLATFORMS[type] ?? type;
}

/** "Freya is live on SHOWROOM": `name` and `platform` as the message writes them. */
export function liveSentence(
  { type }: BroadcastEvent,
  fields: EventFields,
  words: Words,
  { name, platform }: { readonly name: string; readonly platform: string },
): string {
  if (type === "live.started") return words.isLive(name, platform);
  if (type === "live.resumed") return words.isLiveAgain(name, platform);
  const [from, to] = ["started_at", "ended_at"].map((one) => Date.parse(fieldText(fields, one)));
  return words.wasLive(name, spanText(from!, to!, words));
}

/** "1 h 12 min", "12 min", "less than a minute". */
export function spanText(from: number, to: number, words: Words): string {
  const minutes = Math.round((to - from) / 60_000);
  if (!(minutes >= 1)) return words.hours(0, 0);
  return words.hours(Math.floor(minutes / 60), minutes % 60);
}

/** Where the broadcast can be watched. */
export function watchUrl(fields: EventFields): string | undefined {
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
