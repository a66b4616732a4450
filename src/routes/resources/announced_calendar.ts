import { occasionLines } from "../../model/calendar_lines.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import type { AnswerContext, Dependency } from "../answer_context.ts";
import { type CalendarEvents, eventNamer, isWithin, nextTurn } from "./calendar_event.ts";
import { ANNOUNCED, type MemberFilter } from "./filters.ts";

/** Calendars that also hold what platforms announce. */
export const SCHEDULED: Dependency = {
  ready(state) {
    const waits = [ANNOUNCED.ready(state), state.live.ensureFreshAround()]
      .filter((one) => one !== undefined);
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => {});
  },
  version: (state) => `${ANNOUNCED.version(state)} ${state.live.around.revision()}`,
};

/** What platforms announce, also what has begun since; what was taken back is cancelled. */
export function announcedEvents(ctx: AnswerContext, asked: MemberFilter): CalendarEvents {
  const { group, live: { around }, now } = ctx;
  const nameOf = eventNamer(ctx, "live");
  const kept = around.calendar(group.slug).map((one) => ({ ...one, start: one.scheduledAt }));
  const shown = kept.filter((one) => isWithin(one, now) && asked.has([one.member]))
    .sort((a, b) => a.start - b.start || (a.item.id < b.item.id ? -1 : 1));
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
