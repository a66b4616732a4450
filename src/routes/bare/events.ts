import { itemParts } from "../../catalog/phases.ts";
import { joinParts } from "../../catalog/json_bytes.ts";
import { listPresent } from "../../catalog/phases.ts";
import { createAnswer } from "../../http/answer.ts";
import { anyText, civilDate, required } from "../../http/parameter_kinds.ts";
import { Refusal } from "../../http/refusal.ts";
import { groupOf, route } from "../route.ts";
import { bareArray } from "./bare_list.ts";

/** `events`: both shapes of SPEC 2.5 in one object, newest first. */
export const events = route({
  id: "events",
  path: "events",
  summary: "Events, newest first",
  parameters: { from: civilDate(), to: civilDate() },
  answer(scene, { from, to }) {
    const { catalog: { pack }, now } = scene;
    const listing = listPresent(
      groupOf(scene).table("events"),
      now,
      (event) =>
        (from === undefined || event.date >= from) && (to === undefined || event.date <= to),
    );
    return bareArray(listing, (event) => itemParts(pack, event, now));
  },
});

/** `events/{id}`: one event. */
export const event = route({
  id: "event",
  path: "events/{id}",
  summary: "One event",
  parameters: { id: required(anyText("an event's id")) },
  answer(scene, { id }) {
    const { catalog: { pack }, now } = scene;
    const all = groupOf(scene).table("events");
    const wanted = all.find((event) => event.id === id) ?? all.find((event) => event.slug === id);
    const { rows: [found], ...holds } = listPresent(wanted ? [wanted] : [], now);
    if (found === undefined) throw new Refusal("NOT_FOUND", { message: "No event has that id" });
    return createAnswer(joinParts(itemParts(pack, found, now)), holds);
  },
});
