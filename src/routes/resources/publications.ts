import {
  findByAddress,
  type Listing,
  listPresent,
  nextPhase,
  spanAt,
} from "../../catalog/phases.ts";
import { notFound } from "../../http/http_error.ts";
import { anyText, required } from "../../http/parameter.ts";
import { type Route, route } from "../route.ts";
import { pageOf, PAGING } from "./filters.ts";
import type { Group } from "../../catalog/catalog.ts";
import type { Performed, SetlistDetailItem } from "../../model/item/setlists.ts";
import type { Span } from "../../model/pack.ts";
import type { AnswerContext } from "../answer_context.ts";
import type { Item } from "../envelope.ts";

/** `news`: newest first, with summaries. */
export const news = route({
  id: "news",
  path: "news",
  summary: "News, newest first",
  answers: { list: "news", pages: "news" },
  parameters: PAGING,
  kept(ctx, values) {
    const listing = ctx.rows("news");
    const list = { path: "news", name: "news", filters: {} };
    return ctx.page(listing, (item) => ctx.item(item), list, pageOf(values));
  },
});

/** `news-detail?id=`: one article. */
export const newsDetail = articleRoute("news-detail", "news-detail");

/** `news/{id}`: the same by path. */
export const newsById = articleRoute("news-by-id", "news/{id}");

function articleRoute(id: string, path: string): Route {
  return route({
    id,
    path,
    summary: "One news article, by id or slug",
    answers: { one: "newsDetail" },
    parameters: { id: required(anyText("an article's id or slug")) },
    refuses: ["NOT_FOUND"],
    kept(ctx, { id }) {
      const { group, now } = ctx;
      const present = group.table("news").filter(({ detail }) => spanAt(detail, now) !== undefined);
      const found = findByAddress(present, id);
      if (found === undefined) throw notFound("No news article has that id");
      const { detail: open } = found;
      return ctx.one(ctx.item({ id, open }), { madeAt: now, validUntil: nextPhase(open, now) });
    },
  });
}

/** `releases`: the discography, newest first. */
export const releases = route({
  id: "releases",
  path: "releases",
  summary: "Releases, newest first",
  answers: { list: "release" },
  parameters: {},
  kept: (ctx) => ctx.list(ctx.rows("releases"), (release) => ctx.item(release)),
});

/** A setlist of the group, and how often it was performed. */
interface CountedSetlist {
  readonly place: number;
  readonly open: Span;
  readonly performed: Performed;
}

/** `setlists`: the group's setlists in the order of content. */
export const setlists = route({
  id: "setlists",
  path: "setlists",
  summary: "Setlists with their songs, and how often each was performed",
  answers: { list: "setlist" },
  parameters: {},
  kept: (ctx) => ctx.list(countedSetlists(ctx), (setlist) => [...openItem(ctx, setlist), "}"]),
});

/** `setlists/{slug}`: one of them, with the members who were in its shows. */
export const setlist = route({
  id: "setlist",
  path: "setlists/{slug}",
  summary: "One setlist, and how often each member was in its shows",
  answers: { one: "setlistDetail" },
  parameters: { slug: required(anyText("a setlist's id, or one that it had")) },
  refuses: ["NOT_FOUND"],
  kept(ctx, { slug }) {
    const { rows, validUntil, madeAt } = countedSetlists(ctx);
    const id = currentSetlist(ctx.group, slug) ?? slug;
    const found = rows.find(({ open }) => idOf(ctx, open) === id);
    if (found === undefined) throw notFound("No setlist has that id");
    const members = membersOf(ctx, found.place);
    const item = [...openItem(ctx, found), `,"by_member":${JSON.stringify(members.by_member)}}`];
    return ctx.one(item, { madeAt, validUntil: Math.min(validUntil, members.validUntil) });
  },
});

function countedSetlists({ group, now }: AnswerContext): Listing<CountedSetlist> {
  const { performed, validUntil } = group.showCounts(now);
  const rows = group.setlists.map((open, place) => ({ place, open, performed: performed(place) }));
  return { rows, madeAt: now, validUntil };
}

/** The item without its closing brace. */
function openItem({ catalog: { pack } }: AnswerContext, { open, performed }: CountedSetlist): Item {
  return [pack.bytes(open), `,"performed":${JSON.stringify(performed)}`];
}

/** The id of the setlist that had this one; undefined if none had. */
function currentSetlist(
  { formerSetlists = {} }: Pick<Group, "formerSetlists">,
  former: string,
): string | undefined {
  return Object.hasOwn(formerSetlists, former) ? formerSetlists[former] : undefined;
}

const decoder = new TextDecoder();

function idOf({ catalog: { pack } }: AnswerContext, open: Span): string {
  const { id }: { id: string } = JSON.parse(`${decoder.decode(pack.bytes(open))}}`);
  return id;
}

/** The members who were in the shows of the setlist at a place and are published. */
function membersOf({ group, now }: AnswerContext, setlist: number) {
  const { countOf } = group.showCounts(now);
  const { rows, validUntil } = listPresent(group.table("members"), now);
  const by_member: SetlistDetailItem["by_member"] = rows
    .map((row) => ({ id: row.id, name: row.name, count: countOf(row, setlist) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  return { by_member, validUntil };
}
