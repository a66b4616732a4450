import { admin, adminOff } from "./chapters/admin.ts";
import { contentChanges } from "./chapters/changes.ts";
import { carriers, combinations, limits, wrongPairs } from "./chapters/credentials.ts";
import { feedTokens } from "./chapters/feeds.ts";
import { bodies, codes, headers, targets } from "./chapters/hostile.ts";
import { broadcasts, live } from "./chapters/live.ts";
import { mixed } from "./chapters/mixed.ts";
import { rotation } from "./chapters/rotation.ts";
import * as shipped from "./chapters/shipped.ts";
import { WEBHOOK_ADDRESSES, webhooks } from "./chapters/webhooks.ts";
import type { Chapter } from "./play.ts";
import type { RecordedRequest } from "./request_line.ts";

/** What is recorded at least. */
export const REQUEST_COUNT = 3_000;
/** The least of what fills up. */
const MIXED_COUNT = 38;

type Surroundings = Omit<Chapter, "name" | "requests">;

/** A part of what the repository ships, frozen: an editor's change of the content is none of the program. */
const SHIPPED: Surroundings = {
  content: "test/fixtures/shipped",
  now: "2026-11-21T04:00:00Z",
  narrowTo: "groupb",
};
const TRIO: Surroundings = {
  content: "test/fixtures/trio",
  now: "2026-07-04T10:00:00Z",
  narrowTo: "melati",
};

const ON_AIR: Surroundings = {
  content: "test/fixtures/on_air",
  now: "2026-07-04T10:00:00Z",
  narrowTo: "bukit",
  env: { LIVE: "on" },
  prepare: broadcasts,
};

/** Every chapter; the last one fills up what the others leave. */
export function createChapters(): Chapter[] {
  const chapters = [
    chapter("paths", SHIPPED, shipped.paths()),
    chapter("parameters", SHIPPED, shipped.parameters()),
    chapter("paging", SHIPPED, shipped.paging()),
    chapter("representations", SHIPPED, shipped.representations()),
    chapter("zones", SHIPPED, shipped.zones()),
    chapter("items", SHIPPED, shipped.items()),
    chapter("days", SHIPPED, shipped.days()),
    chapter("carriers", TRIO, carriers()),
    chapter("combinations", TRIO, combinations()),
    chapter("wrong pairs", TRIO, wrongPairs()),
    chapter("limits", TRIO, limits()),
    chapter("targets", TRIO, targets()),
    chapter("headers", TRIO, headers()),
    chapter("bodies", TRIO, bodies()),
    chapter("codes", TRIO, codes()),
    chapter("https only", { ...TRIO, env: { REQUIRE_HTTPS: "on" } }, combinations().slice(0, 32)),
    chapter("changes", TRIO, contentChanges()),
    chapter("feed tokens", TRIO, feedTokens()),
    chapter("rotation", TRIO, rotation()),
    chapter("webhooks", { ...TRIO, direct: WEBHOOK_ADDRESSES }, webhooks()),
    chapter("live", ON_AIR, live()),
    chapter("admin", TRIO, admin()),
    chapter("admin off", { ...TRIO, env: { ADMIN_API: "off" } }, adminOff()),
  ];
  const count = chapters.reduce((sum, { requests }) => sum + requests.length, 0);
  return [
    ...chapters,
    chapter("mixed", SHIPPED, mixed(Math.max(MIXED_COUNT, REQUEST_COUNT - count))),
  ];
}

function chapter(
  name: string,
  surroundings: Surroundings,
  requests: readonly RecordedRequest[],
): Chapter {
  return { name, ...surroundings, requests };
}
