import assert from "node:assert/strict";
import { answers, type Claim, withKey } from "./claim.ts";
import { CREDENTIAL_CLAIMS, LIMIT_CLAIMS } from "./key_claims.ts";
import { LIST_CLAIMS } from "./list_claims.ts";

const BROWSERS: readonly Claim[] = [
  answers("browsers", "Answers have `Access-Control-Allow-Origin: *`", "/api/groupa/members", {
    status: 403,
    head: (headers) => assert.equal(headers.get("access-control-allow-origin"), "*"),
  }, { key: null }),
  answers("browsers", "a preflight (`OPTIONS`) needs no key", "/api/groupb/members", {
    status: 204,
    head: (headers) =>
      assert.match(headers.get("access-control-allow-headers")!, /x-api-key.*authorization/),
  }, { key: null, method: "OPTIONS" }),
  answers(
    "browsers",
    "may read `ETag`, `Link`, `RateLimit`, `RateLimit-Policy`",
    "/api/groupa/members",
    {
      head: (headers) =>
        assert.match(
          headers.get("access-control-expose-headers")!,
          /^ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Live-Sources, X-Request-Id/,
        ),
    },
  ),
  withKey("browsers", "so the key goes into the query:", (key) => [
    `/api/groupa/live/stream?apikey=${key}`,
    {},
  ]),
];

const OTHERS: readonly Claim[] = [
  answers(
    "time-zones",
    "Offsets such as `+07:00` are refused",
    "/v1/birthdays/today?timezone=%2B07:00",
    {
      status: 400,
    },
  ),
  answers(
    "time-zones",
    "which adds `local_start_at` to every item",
    "/api/groupa/theater?timezone=Asia/Tokyo",
    {
      body: (all) => all.every((show: object) => "local_start_at" in show),
    },
  ),
  answers(
    "live",
    "The header `X-Live-Sources` has the state of each platform",
    "/api/groupa/live",
    {
      head: (headers) => assert.match(headers.get("x-live-sources")!, /idn;state=off/),
    },
  ),
  {
    page: "streams",
    says: "your key has as many as its plan allows",
    async holds(program) {
      const open: Response[] = [];
      do {
        program.at(program.clock.now() + 1000);
        open.push(await program.ask("/v1/events/stream"));
      } while (open.at(-1)!.status === 200);
      const { type, message } = await open.pop()!.json();
      assert.equal(type, "TRY_AGAIN");
      assert.match(message, /^This key has /);
      assert.ok(open.length > 1);
      for (const { body } of open) await body!.cancel();
    },
  },
  answers("events", "Without `since` the answer has a `cursor` and no items:", "/v1/changes", {
    body: ({ cursor, data }) => cursor !== "" && data.length === 0,
  }),
  {
    page: "search",
    says: "Fields that clock or store decide are not in it: `is_upcoming`, `stats`",
    async holds(program) {
      const text = await (await program.ask("/v1/dataset/groupa.ndjson?kind=member")).text();
      const [, ...lines] = text.trim().split("\n").map((line) => JSON.parse(line));
      assert.ok(lines.length > 30 && lines.some((line) => "birthdate" in line), text);
      assert.ok(lines.every((line) => !("stats" in line) && !("recentTheater" in line)));
      const detail = await program.json(`/api/groupa/member/${lines[0].id}`);
      assert.ok("stats" in detail && "joined" in detail);
    },
  },
];

/** The claims of the pages for callers that a request can prove. */
export const CLAIMS: readonly Claim[] = [
  ...LIST_CLAIMS,
  ...CREDENTIAL_CLAIMS,
  ...LIMIT_CLAIMS,
  ...BROWSERS,
  ...OTHERS,
];
