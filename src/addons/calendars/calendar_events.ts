import { ANNOUNCEMENTS, LIVE } from "../../core/services.ts";
import { allReady, type Dependency } from "../../routes/route.ts";
import {
  calendarInstant,
  contentLine,
  occasionLines,
  textLine,
} from "../../model/calendar_lines.ts";
import type { Part } from "../../catalog/phases.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import type { MemberFilter } from "../../routes/resources/filters.ts";
import { ANNOUNCED_ITEMS } from "../feeds/entrance.ts";

/** The events of a calendar: some VEVENTs, and until when (epoch ms) they are right. */
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
  kind: "show" | "event" | "member" | "live",
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

/** Calendars that also hold what platforms announce. */
export const SCHEDULED: Dependency = {
  ready: (service) => allReady(ANNOUNCED_ITEMS.ready(service), service(LIVE).ensureLoaded()),
  version: (service) => `${ANNOUNCED_ITEMS.version(service)} ${service(ANNOUNCEMENTS)?.revision()}`,
};

/** What platforms announce, also what has begun since; what was taken back is cancelled. */
export function announcedEvents(ctx: AnswerContext, asked: MemberFilter): CalendarEvents {
  const { group, now } = ctx;
  const nameOf = eventNamer(ctx, "live");
  const kept = (ctx.service(ANNOUNCEMENTS)?.ofGroup(group.slug) ?? [])
    .map((one) => ({ ...one, start: one.scheduledAt }));
  const shown = kept.filter((one) => isWithin(one, now) && asked.has([one.member]));
  return {
    parts: shown.map(({ item: { id, type, name, title, url }, state, start, changedAt }) =>
      [
        nameOf(id, changedAt),
        occasionLines({
          title: `${name}: ${title || PLATFORMS[type].title}`,
          state: state === "withdrawn" ? "cancelled" : "scheduled",
          start,
          url,
        }),
        "END:VEVENT\r\n",
      ].join("")
    ),
    validUntil: nextTurn(kept, now),
  };
}
