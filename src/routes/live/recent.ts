import { jsonAnswer } from "../../http/answer.ts";
import { anyText, oneOf, required } from "../../http/parameter_kinds.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Recent } from "../../live/records/recent_record.ts";
import { bareArray, barePage } from "../bare/bare_list.ts";
import { pageOf, PAGING } from "../paging_parameters.ts";
import { groupOf, route } from "../route.ts";
import { ENDED, LIVE_MAX_AGE } from "./basis.ts";

/** `recent`: broadcasts that have ended, newest first. */
export const recent = route({
  id: "recent",
  path: "recent",
  summary: "Broadcasts that have ended, newest first",
  parameters: {
    ...PAGING,
    type: oneOf("idn", "showroom", "youtube"),
    name: anyText("a part of a member's name or nickname"),
    sort: oneOf("date", "duration", "viewers"),
  },
  basis: ENDED,
  answer({ live: { recents }, now, ...scene }, { page: _page, perpage: _perpage, ...filters }) {
    const group = scene.groups[0]!;
    const rows = recents.list(group.slug, known(filters));
    const listing = { rows, madeAt: now, validUntil: recents.validUntil() };
    const page = pageOf({ page: _page, perpage: _perpage });
    const answer = page === undefined
      ? bareArray(listing, render)
      : barePage(listing, render, { group, name: "recents", path: "recent", filters, page });
    return { ...answer, maxAge: LIVE_MAX_AGE };
  },
});

/** `recent/{id}`: one of them. */
export const recentById = route({
  id: "recent-by-id",
  path: "recent/{id}",
  summary: "One broadcast that has ended",
  parameters: { id: required(anyText("a broadcast's id")) },
  basis: ENDED,
  answer(scene, { id }) {
    const { recents } = scene.live;
    const found = recents.get(groupOf(scene).slug, id);
    if (found === undefined) {
      throw new Refusal("NOT_FOUND", { message: "No broadcast has that id" });
    }
    const holds = { madeAt: scene.now, validUntil: recents.validUntil(), maxAge: LIVE_MAX_AGE };
    return jsonAnswer(found, holds);
  },
});

function render(broadcast: Recent): string[] {
  return [JSON.stringify(broadcast)];
}

/** The fields that are there. */
function known<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
