import { calendarInstant, contentLine, textLine } from "../../model/calendar_lines.ts";
import type { Part } from "../../catalog/phases.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import type { AnswerContext } from "../answer_context.ts";

/** Some VEVENTs, and until when (epoch ms) they are right. */
export interface CalendarEvents {
  readonly parts: readonly Part[];
  readonly validUntil: number;
}

const BACK_MS = 30 * DAY_MS;
/** A year, and the day by which some are longer. */
const AHEAD_MS = 366 * DAY_MS;
/** From this instant (epoch ms) on SEQUENCE counts the seconds, so that it stays small. */
const SEQUENCE_FROM = Date.UTC(2026, 0, 1);

/** Whether an item is in the time that calendars hold: from 30 days back to a year ahead. */
export function isWithin({ start }: { readonly start?: number }, now: number): boolean {
  return start === undefined || (now < start + BACK_MS && now >= start - AHEAD_MS);
}

/** When the next of some items comes into that time, or leaves it, in epoch ms. */
export function nextTurn(items: readonly { readonly start?: number }[], now: number): number {
  return items.reduce((least, { start }) => {
    if (start === undefined) return least;
    const turn = [start - AHEAD_MS, start + BACK_MS].find((one) => one > now) ?? Infinity;
    return Math.min(least, turn);
  }, Infinity);
}

/**
 * Writes the lines that open a VEVENT: those that name the item in this service, and say which version
 * of it this is by when it was modified (epoch ms).
 */
export function eventNamer(
  { catalog, group: { slug } }: AnswerContext,
  kind: "show" | "event" | "member" | "live" | "ticket",
): (id: string, modifiedAt: number) => string {
  const { hostname } = new URL(catalog.index.site.base_url);
  return (id, modifiedAt) => {
    const stamp = calendarInstant(modifiedAt);
    const sequence = Math.max(0, Math.floor((modifiedAt - SEQUENCE_FROM) / 1000));
    return [
      "BEGIN:VEVENT\r\n",
      textLine("UID", `${kind}-${id}.${slug}@${hostname}`),
      contentLine("DTSTAMP", stamp),
      contentLine("LAST-MODIFIED", stamp),
      contentLine("SEQUENCE", String(sequence)),
    ].join("");
  };
}
