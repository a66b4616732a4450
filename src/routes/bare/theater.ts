import { itemParts } from "../../catalog/phases.ts";
import { type Listing, listPresent } from "../../catalog/phases.ts";
import { membersCalled } from "../../catalog/members.ts";
import { anyText, civilDate, required, wholeNumber } from "../../http/parameter_kinds.ts";
import { invalidParameter, Refusal } from "../../http/refusal.ts";
import type { Values } from "../../http/parameter.ts";
import type { ShowRow } from "../../model/pack.ts";
import { createAnswer } from "../../http/answer.ts";
import { joinParts } from "../../catalog/json_bytes.ts";
import { pageOf, PAGING } from "../paging_parameters.ts";
import { groupOf, route, type Scene } from "../route.ts";
import { bareArray, barePage } from "./bare_list.ts";

const FILTERS = {
  from: civilDate(),
  to: civilDate(),
  month: wholeNumber(1, 12),
  year: wholeNumber(1, 9999),
  member: anyText("a member's slug"),
};

/** `theater`: shows, newest first; celebrations only in pages (SPEC 2.3). */
export const theater = route({
  id: "theater",
  path: "theater",
  summary: "Theater shows, upcoming and past, newest first",
  parameters: { ...PAGING, ...FILTERS },
  answer(scene, values) {
    const { catalog: { pack }, now } = scene;
    const listing = filterShows(scene, values);
    const page = pageOf(values);
    if (page === undefined) return bareArray(listing, (show) => itemParts(pack, show, now));
    const { page: _page, perpage: _perpage, ...filters } = values;
    const list = { group: groupOf(scene), name: "theater", path: "theater", filters, page };
    return barePage(listing, (show) => itemParts(pack, show, now, show.extra), list);
  },
});

/** `theater/{id}`: one show with line-up and setlist. */
export const show = route({
  id: "show",
  path: "theater/{id}",
  summary: "One theater show with its line-up and setlist",
  parameters: { id: required(anyText("a show's id")) },
  answer(scene, { id }) {
    const { catalog: { pack }, now } = scene;
    const shows = groupOf(scene).table("shows");
    const wanted = shows.find((show) => show.id === id) ?? shows.find((show) => show.slug === id);
    const { rows: [found], ...holds } = listPresent(wanted ? [wanted] : [], now);
    if (found === undefined) throw new Refusal("NOT_FOUND", { message: "No show has that id" });
    return createAnswer(joinParts(itemParts(pack, found, now, found.extra, found.more)), holds);
  },
});

function filterShows(scene: Scene, values: Values<typeof FILTERS>): Listing<ShowRow> {
  const { from, to } = daysOf(values);
  const member = values.member && slugOf(scene, values.member);
  return listPresent(
    groupOf(scene).table("shows"),
    scene.now,
    (show) =>
      (from === undefined || show.date >= from) && (to === undefined || show.date <= to) &&
      (member === undefined || show.members.includes(member)),
  );
}

/** The days asked for: `month` with `year`, or `year`, narrowed by `from` and `to`. */
function daysOf({ from, to, month, year }: Values<typeof FILTERS>): { from?: string; to?: string } {
  if (month !== undefined && year === undefined) {
    throw invalidParameter("month", "a whole number from 1 to 12, together with year");
  }
  const prefix = year === undefined ? undefined : String(year).padStart(4, "0");
  const span = prefix === undefined
    ? []
    : month === undefined
    ? [`${prefix}-01-01`, `${prefix}-12-31`]
    : [`${prefix}-${twoDigits(month)}-01`, `${prefix}-${twoDigits(month)}-31`];
  const latest = [from, span[0]].filter((day) => day !== undefined).sort().at(-1);
  const earliest = [to, span[1]].filter((day) => day !== undefined).sort().at(0);
  return { ...(latest && { from: latest }), ...(earliest && { to: earliest }) };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** The slug she has today, published or not; of somebody unknown nothing is found. */
function slugOf(scene: Scene, text: string): string {
  return membersCalled(groupOf(scene), text)[0]?.id ?? "";
}
