import { findByAddress } from "../../catalog/find_by_address.ts";
import { listPresent } from "../../catalog/phases.ts";
import { anyText, civilDate, required } from "../../http/parameter_kinds.ts";
import { HttpError } from "../../http/http_error.ts";
import { cachedRoute } from "../route.ts";

/** `events`: newest first. */
export const events = cachedRoute({
  id: "events",
  path: "events",
  summary: "Events, newest first",
  answers: { list: "event" },
  parameters: { from: civilDate(), to: civilDate() },
  answer(ctx, { from, to }) {
    const listing = ctx.rows(
      "events",
      ({ date }) => (from === undefined || date >= from) && (to === undefined || date <= to),
    );
    return ctx.list(listing, (event) => ctx.item(event));
  },
});

/** `events/{id}`: one event. */
export const event = cachedRoute({
  id: "event",
  path: "events/{id}",
  summary: "One event",
  answers: { one: "event" },
  parameters: { id: required(anyText("an event's id")) },
  answer(ctx, { id }) {
    const wanted = findByAddress(ctx.group.table("events"), id);
    const { rows: [found], ...holds } = listPresent(wanted ? [wanted] : [], ctx.now);
    if (found === undefined) throw new HttpError("NOT_FOUND", { message: "No event has that id" });
    return ctx.one(ctx.item(found), holds);
  },
});
