import { findByAddress, listPresent } from "../../catalog/phases.ts";
import { anyText, civilDate, required } from "../../http/parameter.ts";
import { HttpError } from "../../http/http_error.ts";
import type { EventRow } from "../../model/pack.ts";
import { cachedRoute } from "../route.ts";
import { MEMBER, memberFilter, TIMEZONE, withLocalStart } from "./filters.ts";

/** `events`: newest first. */
export const events = cachedRoute({
  id: "events",
  path: "events",
  summary: "Events, newest first",
  answers: { list: "listedEvent" },
  parameters: { from: civilDate(), to: civilDate(), member: MEMBER, timezone: TIMEZONE },
  answer(ctx, { from, to, member, timezone }) {
    const asked = memberFilter(ctx, member);
    const listing = ctx.rows(
      "events",
      ({ date, members }) =>
        (from === undefined || date >= from) && (to === undefined || date <= to) &&
        asked.has(members),
    );
    const render = (event: EventRow) => withLocalStart(ctx.item(event), event, timezone);
    return ctx.list(asked.limit(listing), render);
  },
});

/** `events/{id}`: one event. */
export const event = cachedRoute({
  id: "event",
  path: "events/{id}",
  summary: "One event",
  answers: { one: "event" },
  parameters: { id: required(anyText("an event's id")) },
  refuses: ["NOT_FOUND"],
  answer(ctx, { id }) {
    const wanted = findByAddress(ctx.group.table("events"), id);
    const { rows: [found], ...holds } = listPresent(wanted ? [wanted] : [], ctx.now);
    if (found === undefined) throw new HttpError("NOT_FOUND", { message: "No event has that id" });
    return ctx.one(ctx.item(found), holds);
  },
});
