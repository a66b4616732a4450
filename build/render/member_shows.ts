import type { MemberFile } from "../../src/model/content/member.ts";
import type { Span } from "../../src/model/pack.ts";
import type { Entry } from "../check/content.ts";
import { slugsOf } from "../derive/people.ts";
import { addPage } from "../emit/pages.ts";
import type { RenderContext } from "./context.ts";
import type { ResolvedShow } from "./shows.ts";

/**
 * Adds the page that leads from members to their shows, by places: these shift with every show that comes
 * or goes, and nothing else has to be written again.
 */
export function memberShowsPage(
  members: readonly Entry<MemberFile>[],
  shows: readonly ResolvedShow[],
  { pages }: RenderContext,
): Span {
  const places = new Map(members.map(({ slug }) => [slug, [] as number[]]));
  shows.forEach(({ lineup }, place) => {
    for (const slug of slugsOf(lineup)) places.get(slug)?.push(place);
  });
  return addPage(pages, "member shows", (blob) => blob.add(JSON.stringify([...places.values()])));
}
