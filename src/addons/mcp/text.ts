import { offsetTimestamp } from "../../time/wall_clock.ts";
import type { Item } from "./reader.ts";

/** Where an instant is told for. */
interface Place {
  readonly timezone: string;
}

/** When something is: in a zone and in UTC; the day alone if the time of day is unknown. */
export interface Times {
  readonly local: string;
  readonly utc?: string;
}

/** The times of an instant, as JSON has it. */
export function timesOf(timestamp: string, { timezone }: Place, isTimed = true): Times {
  if (!isTimed) return { local: timestamp.slice(0, 10) };
  const epochMs = Date.parse(timestamp);
  const utc = `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
  return { local: offsetTimestamp(epochMs, timezone), utc };
}

/** The same in words. */
export function timesText({ local, utc }: Times): string {
  return utc === undefined ? `${local}, time of day unknown` : `${local} (${utc})`;
}

/** When an item begins or is published. */
export function itemTimes(item: Item, place: Place): Times | undefined {
  const { start_at, time, published_at } = item;
  if (start_at !== undefined) return timesOf(start_at, place, time !== "");
  if (published_at === undefined) return undefined;
  // It is midnight if only the day is known.
  return timesOf(published_at, place, !published_at.includes("T00:00:00"));
}

/** Parts that need no name beside what they are a part of, and parts for programs. */
const PLAIN = /^(id|name|title|text|url|type|date|venue|setlist|release|role)$/;
const HIDDEN = /^(img.*|.*_(width|height)|url_key|original_title|is_.*)$/;

/** A value of JSON, by its name, in words; "" if there is nothing to say. */
function say(value: unknown, place: Place, name = ""): string {
  if (Array.isArray(value)) {
    const separator = value.some((one) => typeof one === "object") ? "; " : ", ";
    return value.map((one) => say(one, place)).filter(Boolean).join(separator);
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, part]) => {
      const text = HIDDEN.test(name) ? "" : say(part, place, name);
      return text === "" ? [] : [PLAIN.test(name) ? text : `${inWords(name)} ${text}`];
    }).join(", ");
  }
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  if (value === "postponed") return "postponed: not on this date";
  // A sale may begin on a day, at no hour; an end is an instant.
  if (name !== "end_at" && value.includes("T00:00:00")) return value.slice(0, 10);
  return /^\d{4}-\d\d-\d\dT\d/.test(value) ? timesText(timesOf(value, place)) : value;
}

function inWords(name: string): string {
  return name.replaceAll("_", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What is said elsewhere in a text, or is for programs. */
const UNSAID =
  /^(id|title|name|time|start_at|published_at|content.*|description|slug|sr_exists|room_id|lineup|label|member_count|nickname|group|image|poster|banner|cover)$/;

/** All that an item says, a field a line, its own text at the end. */
export function textOf(item: Item, place: Place): string {
  const times = itemTimes(item, place);
  const lines = Object.entries(item).flatMap(([name, value]) => {
    const isUnsaid = UNSAID.test(name) || HIDDEN.test(name) || value === "scheduled" ||
      (name === "date" && times !== undefined);
    const said = isUnsaid ? "" : say(value, place, name);
    return said === "" ? [] : [`${capitalized(inWords(name))}: ${said}`];
  });
  const text = item.content_text ?? item.description;
  return [
    ...times === undefined ? [] : [`When: ${timesText(times)}`],
    ...lines.toSorted((one, other) => Number(one.length > LONG) - Number(other.length > LONG)),
    ...text ? ["", text] : [],
  ].join("\n");
}

const LONG = 300;

/** What is said of an item beside its name in a line. */
const IN_LINE = "type status generation team nicknames birthplace release_date venue state"
  .split(" ");

/** What an item is, in a line. */
export function lineOf(item: Item, place: Place): string {
  const times = itemTimes(item, place);
  const said = IN_LINE.map((name) => item[name] === "scheduled" ? "" : say(item[name], place));
  return [...times === undefined ? [] : [timesText(times)], ...said].filter(Boolean).join(", ");
}

export function capitalized(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

/** The longest piece of a text in a line, in UTF-16 code units. */
const PIECE = 160;

/** The beginning of a text, on one line: nothing in it passes for a line of its own. */
export function shortened(text: string): string {
  const line = text.slice(0, 2 * PIECE).replaceAll(/\s+/g, " ").trim();
  return line.length <= PIECE ? line : `${line.slice(0, PIECE).replace(/\s+\S*$/, "")} …`;
}
