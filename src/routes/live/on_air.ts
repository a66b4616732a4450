import { type Answer, jsonAnswer } from "../../http/answer.ts";
import type { LiveType } from "../../live/records/broadcast.ts";
import { groupOf, route, type Scene, type StreamRoute } from "../route.ts";
import { LIVE_MAX_AGE, ON_AIR } from "./basis.ts";

/** `live`: who is on air, on all platforms (SPEC 2.2). */
export const live = route({
  id: "live",
  path: "live",
  summary: "Who is on air now, on all platforms",
  parameters: {},
  basis: ON_AIR,
  answer: (scene) => onAir(scene),
});

/** `live/idn`, `live/showroom`, `live/youtube`: the same by platform. */
export const livePlatforms = (["idn", "showroom", "youtube"] as const).map((type) =>
  route({
    id: `live-${type}`,
    path: `live/${type}`,
    summary: `Who is on air now on ${type}`,
    parameters: {},
    basis: ON_AIR,
    answer: (scene) => onAir(scene, type),
  })
);

/** `live/stream`: a snapshot, then who starts and who ends, as server-sent events. */
export const liveStream: StreamRoute = {
  id: "live-stream",
  path: "live/stream",
  summary: "Who starts and who ends, as server-sent events; a request is charged every 5 minutes",
  parameters: {},
  basis: ON_AIR,
  open(scene, { call, renew }) {
    const lastEventId = call.headers.get("last-event-id");
    return scene.live.streams.open({ group: groupOf(scene).slug, lastEventId, renew });
  },
};

function onAir(scene: Scene, type?: LiveType): Answer {
  const { board } = scene.live;
  const holds = { madeAt: scene.now, validUntil: board.validUntil(), maxAge: LIVE_MAX_AGE };
  return jsonAnswer(board.list(groupOf(scene).slug, type), holds);
}
