import { serviceKey } from "../../core/service_key.ts";
import type { VideoItem } from "../../model/item/around_live.ts";
import { MEMBER, memberFilter, pageOf, PAGING } from "../../routes/resources/filters.ts";
import { route } from "../../routes/route.ts";

/** The videos of channels, from memory. */
export interface Videos {
  /** Undefined if they are read, as they nearly always are; else resolves when they are, or after 2.5 s. */
  ready(): Promise<void> | undefined;
  /** Another text whenever an answer may be another. */
  revision(): string;
  /**
   * The videos of a group's channels, newest first, but for those that are on air or announced. `isAsked`
   * picks members by slug.
   */
  ofGroup(group: string, isAsked: (member: string) => boolean): readonly VideoItem[];
}

export const VIDEOS = serviceKey<Videos>("videos");

/** How long a client may keep the list, in seconds. */
const MAX_AGE = 60;

/** `videos`: the videos of the group's channels. */
export const videoList = route({
  id: "videos",
  path: "videos",
  summary: "Videos of the group's channels, newest first",
  answers: { list: "video", pages: "videos" },
  parameters: { ...PAGING, member: MEMBER },
  dependency: {
    ready: (service) => service(VIDEOS).ready(),
    version: (service) => service(VIDEOS).revision(),
  },
  kept(ctx, { page, perpage, member }) {
    const asked = memberFilter(ctx, member);
    const rows = ctx.service(VIDEOS).ofGroup(ctx.group.slug, (slug) => asked.has([slug]));
    const listing = { rows, madeAt: ctx.now, validUntil: Infinity, maxAge: MAX_AGE };
    const list = { path: "videos", name: "videos", filters: { member } };
    const render = (item: object) => [JSON.stringify(item)];
    return ctx.page(asked.limit(listing), render, list, pageOf({ page, perpage }));
  },
});
