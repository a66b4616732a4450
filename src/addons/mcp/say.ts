import { type Times, timesOf, timesText } from "./reader.ts";

/**
 * A value of JSON in words: instants in a zone and in UTC; "" if there is nothing to say. The parts of an
 * object are named, but for those that say themselves what they are.
 */
export function say(value: unknown, group: { readonly timezone: string }): string {
  if (Array.isArray(value)) {
    const separator = value.some((one) => typeof one === "object") ? "; " : ", ";
    return value.map((one) => say(one, group)).filter((one) => one !== "").join(separator);
  }
  if (typeof value === "object" && value !== null) {
    const { local, utc, ...parts } = value as Partial<Times>;
    const said = Object.entries(parts).flatMap(([name, part]) => {
      const text = HIDDEN.test(name) ? "" : sayPart(name, part, group);
      return text === "" ? [] : [PLAIN.test(name) ? text : `${inWords(name)} ${text}`];
    });
    // What has its times already has them first.
    if (local !== undefined) said.unshift(timesText({ local, ...(utc !== undefined && { utc }) }));
    return said.join(", ");
  }
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  return /^\d{4}-\d\d-\d\dT\d/.test(value) ? timesText(timesOf(value, group)) : value;
}

/** Parts that need no name beside what they are a part of, and parts for programs. */
const PLAIN =
  /^(id|name|title|text|url|type|date|venue|setlist|release|role|change|session|starts|state)$/;
const HIDDEN = /^(img|url_key|original_title)$/;

/** Parts that are at midnight if their time of day is unknown. */
const MIDNIGHT = /^(date|sale_from)$/;

/** A part in words: of an instant at midnight the day alone, and what becomes of a date. */
export function sayPart(name: string, part: unknown, group: Parameters<typeof say>[1]): string {
  if (name === "state" && part === "postponed") return "postponed: not on this date";
  const isDay = typeof part === "string" && MIDNIGHT.test(name);
  return say(isDay ? part.replace(/T00:00:00[+-].*/, "") : part, group);
}

/** The name of a field in words. */
export function inWords(name: string): string {
  return name.replaceAll("_", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
