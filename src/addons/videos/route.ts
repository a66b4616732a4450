import { VIDEOS } from "../../core/services.ts";
import { MEMBER, memberFilter, pageOf, PAGING } from "../../routes/resources/filters.ts";
import { route } from "../../routes/route.ts";

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
    ready: (service) => service(VIDEOS)!.ready(),
    version: (service) => service(VIDEOS)!.revision(),
  },
  kept(ctx, { page, perpage, member }) {
    const asked = memberFilter(ctx, member);
    const rows = ctx.service(VIDEOS)!.ofGroup(ctx.group.slug, (slug) => asked.has([slug]));
    const listing = { rows, madeAt: ctx.now, validUntil: Infinity, maxAge: MAX_AGE };
    const list = { path: "videos", name: "videos", filters: { member } };
    const render = (item: object) => [JSON.stringify(item)];
    return ctx.page(asked.limit(listing), render, list, pageOf({ page, perpage }));
  },
});
