import type { LoggedEvent } from "../../events/event.ts";
import { LIVE_TYPES, PLATFORMS } from "../../model/platforms.ts";
import { type ChangeCounts, type SpokenGroup, type Words, wordsFor } from "./words.ts";

/** The fields of an item, of which none is sure to be there. */
export type EventFields = Readonly<Record<string, unknown>>;

/** The fields of an event. */
export function fieldsOf({ data }: Pick<LoggedEvent, "data">): EventFields {
  return typeof data === "object" && data !== null ? data as EventFields : {};
}

/** The text of a field, or "". */
export function fieldText(fields: EventFields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** An https address of a field; undefined for anything else, which chats would refuse. */
export function addressIn(fields: EventFields, ...names: string[]): string | undefined {
  return names.map((name) => fieldText(fields, name))
    .find((text) => text.startsWith("https://") && URL.canParse(text) && text.length <= 2_000);
}

/** How a kind of messages writes what is not this program's own text. */
export interface TextFormat {
  /** A text of the content as one line that formats and pings nothing, in at most so many letters. */
  text(text: string, longest: number): string;
  /** A day and time, epoch ms. */
  instant(at: number, group: SpokenGroup): string;
}

interface LineContext {
  readonly fields: EventFields;
  readonly words: Words;
  readonly group: SpokenGroup;
  readonly format: TextFormat;
}

/** A local day, `YYYY-MM-DD`, in words; "" if it is none. */
function dateText(date: string, { locale }: Words): string {
  const noon = Date.parse(`${date.slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(noon)) return "";
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(noon);
}

const BROADCAST_KINDS = ["live.started", "live.resumed", "live.ended"] as const;
type BroadcastEvent = LoggedEvent & { readonly type: typeof BROADCAST_KINDS[number] };

/** Whether an event is the beginning or end of a broadcast. */
export function isOfBroadcast(event: LoggedEvent): event is BroadcastEvent {
  return BROADCAST_KINDS.some((kind) => kind === event.type);
}

/** The name of a broadcast's platform, as it writes it. */
export function platformOf(fields: EventFields): string {
  const type = fieldText(fields, "type");
  return knownPlatform(type)?.title ?? type;
}

function knownPlatform(type: string) {
  const known = LIVE_TYPES.find((one) => one === type);
  return known && PLATFORMS[known];
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

/** The address at which people watch the broadcast; undefined if its platform is not known. */
export function watchUrl(fields: EventFields): string | undefined {
  return knownPlatform(fieldText(fields, "type"))?.watchUrl({
    id: fieldText(fields, "id"),
    urlKey: fieldText(fields, "url_key"),
    slug: fieldText(fields, "slug"),
  });
}

/** Letters of a line-up that are written out. */
const MAX_LINEUP = 900;
/** The start of a show whose time of day is unknown: its day's last second. */
const UNTIMED = "T23:59:59";

/** The lines about a show: when and where, what it was before, and who performs. */
function showLines({ type }: LoggedEvent, parts: LineContext): string[] {
  const { fields, format } = parts;
  const venue = fieldText(fields, "venue");
  const hasLineup = type === "show.added" || type === "show.soon";
  return [
    startOf(parts),
    venue === "" ? "" : format.text(venue, 600),
    ...(type === "show.changed" ? changeLines(parts) : []),
    ...(type === "show.milestone" ? milestoneLines(parts) : []),
    hasLineup ? lineupOf(parts) : "",
  ];
}

function startOf({ fields, words, group, format }: LineContext): string {
  const startAt = fieldText(fields, "start_at");
  const start = Date.parse(startAt);
  const isTimed = !Number.isNaN(start) && !startAt.includes(UNTIMED);
  return isTimed ? format.instant(start, group) : dateText(fieldText(fields, "date"), words);
}

/** The values of a show that its event has before and after. */
const COMPARED = ["title", "date", "time", "venue"];
/** They are derived from others, which are shown. */
const DERIVED = ["start_at"];

/** "Time: 19:00 → 20:00"; then the names of other fields that changed. */
function changeLines(parts: LineContext): string[] {
  const { fields, words, format } = parts;
  const { changed, former } = fields;
  const old = typeof former === "object" && former !== null ? former as EventFields : {};
  const compared = COMPARED.filter((name) => typeof old[name] === "string");
  const names = (Array.isArray(changed) ? changed.map(String) : [])
    .filter((name) => !compared.includes(name) && !DERIVED.includes(name))
    .map((name) => words.fields[name] ?? name.replaceAll("_", " "));
  return [
    ...compared.map((name) => {
      const [before, after] = [old, fields].map((one) => valueText(one, name, parts));
      return `${capital(words.fields[name]!)}: ${before} → ${after}`;
    }),
    names.length === 0 ? "" : `${words.changed}: ${format.text(names.join(", "), 300)}`,
  ];
}

function valueText(fields: EventFields, name: string, { words, format }: LineContext): string {
  const value = fieldText(fields, name);
  if (value === "") return words.unknown;
  return name === "date" ? dateText(value, words) : format.text(value, 300);
}

const MAX_LINES = 20;

/** "Aya: show 100", a line for each milestone. */
function milestoneLines({ fields: { milestones }, words, format }: LineContext): string[] {
  const all = Array.isArray(milestones) ? milestones as EventFields[] : [];
  const lines = all.slice(0, MAX_LINES).map((one) => {
    const count = typeof one["count"] === "number" ? one["count"] : 0;
    const [name, setlist] = ["name", "setlist"].map((field) =>
      format.text(fieldText(one, field), 200)
    );
    return words.reaches(name!, count, setlist!);
  });
  return all.length > lines.length ? [...lines, words.more(all.length - lines.length)] : lines;
}

/** When the sale begins, then a line for each sort of ticket: "VIP, Rp250.000". */
function saleLines({ fields, group, format }: LineContext): string[] {
  const { tickets } = fields;
  const saleAt = Date.parse(fieldText(fields, "sale_from"));
  const all = Array.isArray(tickets) ? tickets as EventFields[] : [];
  return [
    Number.isNaN(saleAt) ? "" : format.instant(saleAt, group),
    ...all.slice(0, MAX_LINES).map((one) =>
      ["type", "price"].map((field) => format.text(fieldText(one, field), 200)).filter(Boolean)
        .join(", ")
    ),
  ];
}

/** Where tickets are sold whose sale begins, else what the show or event names. */
function saleUrl(fields: EventFields): string | undefined {
  const tickets = Array.isArray(fields["tickets"]) ? fields["tickets"] as EventFields[] : [];
  return tickets.map((one) => addressIn(one, "url")).find((url) => url !== undefined) ??
    addressIn(fields, "url");
}

function lineupOf({ fields: { members }, words, format }: LineContext): string {
  const names = (Array.isArray(members) ? members.map(String) : []).map((name) =>
    format.text(name, 100)
  );
  if (names.length === 0) return "";
  let length = 0;
  const written = names.filter((name) => (length += name.length + 2) <= MAX_LINEUP);
  const left = names.length - written.length;
  const list = [...written, ...(left > 0 ? [words.more(left)] : [])];
  return `${words.lineup}: ${list.join(", ")}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

interface EventText {
  /** "New show". */
  readonly headline: string;
  /** The content's own text: not written by the format. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly url?: string;
}

/** What a message with this format says of an event, in the language of its group. */
export function eventText(event: LoggedEvent, group: SpokenGroup, format: TextFormat): EventText {
  const words = wordsFor(group);
  const fields = fieldsOf(event);
  const url = isOfBroadcast(event)
    ? watchUrl(fields)
    : event.type === "ticket.sale"
    ? saleUrl(fields)
    : addressIn(fields, "url", "successor");
  return {
    headline: headlineOf(event, fields, words),
    title: titleOf(event, fields, words),
    lines: linesOf(event, { fields, words, group, format }).filter(Boolean),
    ...(url !== undefined && { url }),
  };
}

function headlineOf({ type }: LoggedEvent, fields: EventFields, words: Words): string {
  const isPostponed = type === "show.changed" && fieldText(fields, "state") === "postponed" &&
    Array.isArray(fields.changed) && fields.changed.includes("state");
  return isPostponed ? words.postponed : words.headlines[type];
}

function titleOf(event: LoggedEvent, fields: EventFields, words: Words): string {
  if (isOfBroadcast(event)) {
    const name = fieldText(fields, "name");
    return liveSentence(event, fields, words, { name, platform: platformOf(fields) });
  }
  if (event.type === "live.announced") {
    return words.willBeLive(fieldText(fields, "name"), platformOf(fields));
  }
  if (event.type === "content.changed") return countWords(fields, words);
  return fieldText(fields, "title") || fieldText(fields, "name") || event.type;
}

function linesOf(event: LoggedEvent, parts: LineContext): string[] {
  const { fields, words, format } = parts;
  const text = (name: string) => {
    const value = fieldText(fields, name);
    return value === "" ? "" : format.text(value, 600);
  };
  if (isOfBroadcast(event)) return [text("title")];
  if (event.type.startsWith("show.")) return showLines(event, parts);
  switch (event.type) {
    case "live.announced": {
      const scheduledAt = Date.parse(fieldText(fields, "scheduled_at"));
      const instant = Number.isNaN(scheduledAt) ? "" : format.instant(scheduledAt, parts.group);
      return [instant, text("title")];
    }
    case "news.published":
      return [dateText(fieldText(fields, "date"), words), text("content")];
    case "release.added": {
      const type = fieldText(fields, "type");
      const date = dateText(fieldText(fields, "release_date"), words);
      return [[words.releaseTypes[type] ?? text("type"), date].filter(Boolean).join(", ")];
    }
    case "ticket.sale":
      return saleLines(parts);
    case "birthday.today":
      return typeof fields.current_age === "number" ? [words.turns(fields.current_age)] : [];
    case "content.changed":
      return kindLines(parts);
    default:
      return [];
  }
}

/** "3 added, 1 removed". */
function countWords(counts: EventFields, words: Words): string {
  const parts = (["added", "changed", "removed"] satisfies (keyof ChangeCounts)[])
    .flatMap((name) => {
      const count = counts[name];
      return typeof count === "number" && count > 0 ? [words.counts(name, count)] : [];
    });
  return parts.join(", ") || words.nothing;
}

function kindLines({ fields: { kinds }, words, format }: LineContext): string[] {
  if (typeof kinds !== "object" || kinds === null) return [];
  return Object.entries(kinds as Record<string, EventFields>).slice(0, 20)
    .map(([kind, counts]) =>
      `${words.kinds[kind] ?? format.text(kind, 50)}: ${countWords(counts, words)}`
    );
}
