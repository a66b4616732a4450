import assert from "node:assert/strict";
import type { Ask, Program } from "../support/program.ts";

/** A sentence of a page, and what the service answers if it is true. */
export interface Claim {
  /** The page below `/docs/`. */
  readonly page: string;
  /** A part of its Markdown, with single spaces. */
  readonly says: string;
  /** Asks the service, and fails if the sentence is false. */
  readonly holds: (program: Program) => Promise<void>;
}

/** An address of no key. */
const ELSEWHERE = "203.0.113.9";

/** A claim about one answer. */
function answers(
  page: string,
  says: string,
  path: string,
  // deno-lint-ignore no-explicit-any
  expected: { status?: number; cost?: number; body?: (body: any) => unknown; head?: HeadCheck },
  ask: Ask = {},
): Claim {
  return {
    page,
    says,
    async holds(program) {
      const before = await used(program);
      const response = await program.ask(path, ask);
      const text = await response.text();
      assert.equal(response.status, expected.status ?? 200, text);
      expected.head?.(response.headers);
      if (expected.body) assert.ok(expected.body(JSON.parse(text)), text.slice(0, 500));
      if (expected.cost !== undefined) {
        assert.equal(await used(program) - before, expected.cost, `cost of ${path}`);
      }
    },
  };
}

type HeadCheck = (headers: Headers) => void;

async function used(program: Program): Promise<number> {
  return (await program.json("/v1/key")).used;
}

// deno-lint-ignore no-explicit-any
const isRefusedAs = (type: string) => (body: any) => body.type === type;

const LISTS: readonly Claim[] = [
  answers("lists", "`page` is 1, `perpage` is 10", "/api/groupa/theater?page=1", {
    body: ({ perpage }) => perpage === 10,
  }),
  answers("lists", "`page` is 1, `perpage` is 10", "/api/groupa/theater?perpage=3", {
    body: ({ page, theater }) => page === 1 && theater.length === 3,
  }),
  answers(
    "lists",
    "A `perpage` above 100 is served as 100.",
    "/api/groupa/theater?perpage=500",
    { body: ({ perpage, theater }) => perpage === 100 && theater.length === 100 },
  ),
  answers(
    "lists",
    "Anything but a whole number from 1 up is a 400.",
    "/api/groupa/news?page=0",
    { status: 400, body: isRefusedAs("INVALID_PARAMETER") },
  ),
  answers(
    "lists",
    "A page after the last one is a 200 with an empty list.",
    "/api/groupa/theater?page=200",
    { body: ({ theater }) => theater.length === 0 },
  ),
  answers(
    "lists",
    "the items are under the list's name (`theater`, `news`, `recents`)",
    "/api/groupa/recent?page=1",
    { body: ({ recents }) => Array.isArray(recents) },
  ),
  answers(
    "lists",
    "`first`, `prev`, `next` and `last` page, without your credentials.",
    "/api/groupa/theater?page=2&apikey=unknown",
    {
      head: (headers) => {
        for (const rel of ["first", "prev", "next", "last"]) {
          assert.match(headers.get("link")!, new RegExp(`rel="${rel}"`));
        }
        assert.doesNotMatch(headers.get("link")!, /apikey/);
      },
    },
  ),
  answers("lists", "`month` needs `year`; alone it is a 400.", "/api/groupa/theater?month=5", {
    status: 400,
    body: ({ hint }) => /together with year/.test(hint),
  }),
  answers(
    "lists",
    "`from=2026-07-04&to=2026-07-04` is one day.",
    "/api/groupa/theater?from=2026-07-04&to=2026-07-04",
    { body: (all) => all.length > 0 && all.every(({ date }: Show) => date === "2026-07-04") },
  ),
  answers(
    "lists",
    "`upcoming` holds shows that have not begun, the soonest first.",
    "/api/groupa/theater?status=upcoming",
    {
      body: (all) =>
        all.length > 1 && all.every(({ is_upcoming }: Show) => is_upcoming) &&
        all[0].start_at <= all[1].start_at,
    },
  ),
  answers(
    "lists",
    "`past` holds shows that have begun, the newest first.",
    "/api/groupa/theater?status=past",
    {
      body: (all) =>
        all.length > 1 && all.every(({ is_upcoming }: Show) => !is_upcoming) &&
        all[0].start_at >= all[1].start_at,
    },
  ),
  answers(
    "lists",
    "`today` holds all shows of the group's day.",
    "/api/groupa/theater?status=today",
    {
      body: (all) => all.length > 0 && all.every(({ date }: Show) => date === "2026-07-04"),
    },
  ),
  answers(
    "lists",
    "Parameters that an endpoint does not know are ignored.",
    "/api/groupa/members?colour=red",
    { body: Array.isArray },
  ),
  answers(
    "lists",
    "A **wrapped** group puts every answer into the same object",
    "/api/groupb/members",
    {
      body: ({ success, total, data, message }) =>
        success === true && total === data.length && message === "OK",
    },
  ),
  answers(
    "lists",
    "it takes parameters in a JSON body with POST or PUT too",
    "/api/groupb/schedule",
    {
      body: ({ data }) => data.every(({ is_upcoming }: Show) => is_upcoming),
    },
    jsonOf("POST", { status: "upcoming" }),
  ),
  answers(
    "lists",
    "it takes parameters in a JSON body with POST or PUT too",
    "/api/groupa/schedule",
    {
      status: 405,
    },
    jsonOf("POST", {}),
  ),
];

/** The fields of a show that claims are about. */
interface Show {
  readonly date: string;
  readonly start_at: string;
  readonly is_upcoming: boolean;
}

function jsonOf(method: string, body: object): Ask {
  return { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

/** A claim about a request whose key goes somewhere else than into `x-api-key`. */
function withKey(
  page: string,
  says: string,
  makeAsk: (key: string) => [path: string, ask: Ask],
  status = 200,
): Claim {
  return {
    page,
    says,
    async holds(program) {
      const [path, ask] = makeAsk(program.key);
      const response = await program.ask(path, { key: null, ...ask });
      await response.body?.cancel();
      assert.equal(response.status, status);
    },
  };
}

const CREDENTIALS: readonly Claim[] = [
  withKey("credentials", "The same as a bearer:", (key) => [
    "/v1/key",
    { headers: { authorization: `Bearer ${key}` } },
  ]),
  withKey("credentials", "a header wins over the query", (key) => [
    "/api/groupa/members?apikey=other",
    { key },
  ]),
  withKey(
    "credentials",
    "Two different values in one place, such as `?apikey=A&apikey=B`, are a 400.",
    (
      key,
    ) => [`/api/groupa/members?apikey=${key}&apikey=B`, {}],
    400,
  ),
  answers("credentials", "none: a key works from every address", "/api/groupa/members", {
    cost: 1,
  }, { from: ELSEWHERE }),
  answers(
    "credentials",
    "whose `clientIP` is the address that the service sees",
    "/api/groupb/members",
    {
      status: 403,
      cost: 0,
      body: ({ type, clientIP }) => type === "IP_NOT_WHITELISTED" && clientIP === ELSEWHERE,
    },
    { from: ELSEWHERE },
  ),
  answers("credentials", "the key's addresses, if the key has some", "/v1/search?q=nagi", {
    status: 403,
    body: isRefusedAs("IP_NOT_WHITELISTED"),
  }, { from: ELSEWHERE }),
  answers(
    "credentials",
    "is a 404 with the message `Code not found`",
    "/api/codes/verify?code=none",
    {
      status: 404,
      body: ({ message }) => message === "Code not found",
    },
    { key: null },
  ),
  answers("errors", "the request has no credential, or one that is unknown", "/v1/key", {
    status: 403,
    body: (body) => body.type === "INVALID_CREDENTIALS" && !("hint" in body),
  }, { key: "J-osb_unknown" }),
  answers("errors", "If there is none, the hint says where a credential goes.", "/v1/key", {
    status: 403,
    body: ({ hint }) => /x-api-key/.test(hint),
  }, { key: null }),
  answers(
    "errors",
    "[bare groups](/docs/lists#what-do-bare-and-wrapped-mean) answer 403",
    "/api/groupa/live",
    {
      status: 403,
      body: (body) => JSON.stringify(body) === '{"status":false,"message":"Invalid API Key"}',
    },
    { key: null },
  ),
];

const CHARGED = "| 200 | 1 request |";
const REFUSED = "| 400 `INVALID_PARAMETER`, 404 within a group or `/v1` | 1 request |";
const FREE = "| 304, HEAD, OPTIONS, 429, 5xx | nothing |";
const UNREAD =
  "| 400 `MALFORMED_REQUEST`, 403, 405, 404 of a group that does not exist | nothing |";
const OWN = "| `/v1/key`, feed tokens, webhooks | nothing |";

const LIMITS: readonly Claim[] = [
  answers("limits", CHARGED, "/api/groupa/members", { cost: 1 }),
  answers("limits", REFUSED, "/api/groupa/theater/none", { status: 404, cost: 1 }),
  answers("limits", REFUSED, "/api/groupa/none", { status: 404, cost: 1 }),
  answers("limits", REFUSED, "/api/groupa/theater?page=x", { status: 400, cost: 1 }),
  answers("limits", FREE, "/api/groupa/members", { status: 304, cost: 0 }, {
    headers: { "if-none-match": "*" },
  }),
  answers("limits", FREE, "/api/groupa/members", { cost: 0 }, { method: "HEAD" }),
  answers("limits", FREE, "/api/groupa/members", { status: 204, cost: 0 }, { method: "OPTIONS" }),
  answers("limits", UNREAD, "/api/groupa/members?q=%zz", { status: 400, cost: 0 }),
  answers("limits", UNREAD, "/api/groupa/members", { status: 405, cost: 0 }, { method: "DELETE" }),
  answers("limits", UNREAD, "/api/none/members", { status: 404, cost: 0 }),
  answers("limits", OWN, "/v1/key", { cost: 0 }),
  answers("limits", OWN, "/v1/key/feeds", { cost: 0 }),
  answers("limits", OWN, "/v1/webhooks", { cost: 0 }),
  answers(
    "limits",
    "Every answer that a key is charged for has two headers, and so has a 304:",
    "/api/groupa/members",
    {
      status: 304,
      head: (headers) => {
        assert.match(headers.get("ratelimit-policy")!, /^"quota";q=5000;w=86400$/);
        assert.match(headers.get("ratelimit")!, /^"quota";r=\d+;t=\d+$/);
      },
    },
    { headers: { "if-none-match": "*" } },
  ),
];

const BROWSERS: readonly Claim[] = [
  answers("browsers", "Every answer has `Access-Control-Allow-Origin: *`", "/api/groupa/members", {
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
  answers("events", "Without `since` the answer has a `cursor` and no items:", "/v1/changes", {
    body: ({ cursor, data }) => cursor !== "" && data.length === 0,
  }),
  {
    page: "search",
    says: "such as a member's birth date or the text of an article, are not in it",
    async holds(program) {
      const text = await (await program.ask("/v1/dataset/groupa.ndjson?kind=member")).text();
      const lines = text.trim().split("\n").map((line) => JSON.parse(line));
      assert.ok(lines.length > 30 && lines.every((line) => !("birthdate" in line)), text);
      const detail = await program.json(`/api/groupa/member/${lines[0].id}`);
      assert.ok("birthdate" in detail && "joined" in detail);
    },
  },
];

/** The claims of the pages for callers that a request can prove. */
export const CLAIMS: readonly Claim[] = [
  ...LISTS,
  ...CREDENTIALS,
  ...LIMITS,
  ...BROWSERS,
  ...OTHERS,
];
