import type { Answer } from "../../http/answer.ts";
import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import { cachedRoute, type StreamRoute } from "../route.ts";
import type { RouteContext } from "../route_context.ts";
import { LIVE_MAX_AGE, ON_AIR } from "./dependencies.ts";
import { MEMBER, memberFilter } from "./filters.ts";

/** `live`: who is on air, on all platforms. */
export const live = cachedRoute({
  id: "live",
  path: "live",
  summary: "Who is on air now, on all platforms",
  answers: { list: "live" },
  parameters: { member: MEMBER },
  dependency: ON_AIR,
  answer: (ctx, { member }) => onAir(ctx, member),
});

/** `live/idn`, `live/showroom`, `live/youtube`: the same by platform. */
export const livePlatforms = LIVE_TYPES.map((type) =>
  cachedRoute({
    id: `live-${type}`,
    path: `live/${type}`,
    summary: `Who is on air now on ${type}`,
    answers: { list: "live" },
    parameters: { member: MEMBER },
    dependency: ON_AIR,
    answer: (ctx, { member }) => onAir(ctx, member, type),
  })
);

/** `live/stream`: a snapshot, then who starts and who ends, as server-sent events. */
export const liveStream: StreamRoute = {
  id: "live-stream",
  path: "live/stream",
  summary: "Who starts and who ends, as server-sent events; a request is charged every 5 minutes",
  answers: { stream: "live" },
  parameters: {},
  refuses: ["TRY_AGAIN"],
  dependency: ON_AIR,
  open(ctx, { request, renew, mayRead, onGone }) {
    const lastEventId = request.headers.get("last-event-id");
    const { slug: group } = ctx.group;
    const mayStay = () => mayRead(group);
    return ctx.live.streams.open({ group, lastEventId, renew, mayStay, onGone });
  },
};

function onAir(
  ctx: RouteContext,
  member: readonly string[] | undefined,
  type?: LiveType,
): Answer {
  const { view } = ctx.live;
  const asked = memberFilter(ctx, member);
  const rows = view.list(ctx.group.slug, type).filter(({ url }) => asked.has([url]));
  const listing = { rows, madeAt: ctx.now, validUntil: view.validUntil(), maxAge: LIVE_MAX_AGE };
  return ctx.list(asked.limit(listing), (entry) => [JSON.stringify(entry)]);
}
