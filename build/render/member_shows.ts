import type { MemberFile } from "../../src/model/content/member.ts";
import type { Span } from "../../src/model/pack.ts";
import { areSame, createKeepSame, createRemember, REPORTS_NOTHING } from "../cache/remember.ts";
import type { Entry } from "../check/content.ts";
import { slugsOf } from "../derive/people.ts";
import { makePage, type PackPage } from "../emit/blob.ts";
import { type PlacedPage, placePage } from "../emit/known_pages.ts";
import { numberFor } from "../emit/page_list.ts";
import type { RenderContext } from "./context.ts";
import type { ResolvedShow } from "./shows.ts";

/** The slugs of all members who are in a show. */
type Cast = readonly string[];

const keepSlugs = createKeepSame<string>();
const castOnce = createRemember<Cast>();
const castsOnce = createRemember<readonly Cast[]>();
const keepCasts = createKeepSame<Cast>(areSame);
const writeOnce = createRemember<PlacedPage>();

/**
 * Adds the page that leads from members to their shows, by places: these shift with every show that comes
 * or goes, and nothing else has to be written again. It stays as it is while line-ups do.
 */
export function memberShowsPage(
  members: readonly Entry<MemberFile>[],
  shows: readonly ResolvedShow[],
  showPages: readonly PackPage[],
  { content: { source }, memory, pages: list }: RenderContext,
): Span {
  const number = numberFor("member shows", list);
  const slugs = keepSlugs(memory, source, members.map(({ slug }) => slug));
  const castOf = (show: ResolvedShow) =>
    castOnce(memory, show, [], REPORTS_NOTHING, () => slugsOf(show.lineup));
  const castAll = () => shows.map(castOf);
  const listed = castsOnce(memory, shows, [], REPORTS_NOTHING, castAll);
  const casts = keepCasts(memory, source, listed);
  const sourcesOf = () => ["member shows", `${number}`, ...showPages.map(({ hash }) => hash)];
  const write = () => {
    const json = JSON.stringify(placesByMember(slugs, casts));
    const [page, span] = makePage(number, (blob) => blob.add(json));
    return { page, spans: [span] };
  };
  const place = () => placePage(list.known, sourcesOf, write);
  const { page, spans } = writeOnce(memory, slugs, [number, casts], REPORTS_NOTHING, place);
  list.pages.set(number, page);
  return spans[0]!;
}

/** The places of each member's shows. */
function placesByMember(slugs: readonly string[], casts: readonly Cast[]): number[][] {
  const places = new Map(slugs.map((slug) => [slug, [] as number[]]));
  casts.forEach((cast, place) => {
    for (const slug of cast) places.get(slug)?.push(place);
  });
  return [...places.values()];
}
