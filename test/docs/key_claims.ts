import assert from "node:assert/strict";
import { answers, type Claim, isRefusedAs, withKey } from "./claim.ts";

/** An address of no key. */
const ELSEWHERE = "203.0.113.9";

/** What the pages of credentials and errors say. */
export const CREDENTIAL_CLAIMS: readonly Claim[] = [
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
  withKey(
    "credentials",
    "So are two headers with different keys, such as `x-api-key` and `Authorization`.",
    (key) => ["/api/groupa/members", { key, headers: { authorization: "Bearer J-osb_other" } }],
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
const REFUSED = "| 400 `INVALID_PARAMETER`, 410 | 1 request |";
const MISSING = "| 404 below `/v1/`, or below `/api/{group}/` of a known group | 1 request |";
const NOWHERE = "| 404 of any other path | nothing |";
const FREE = "| 304, HEAD, OPTIONS, 429, 5xx | nothing |";
const UNREAD = "| 400 `MALFORMED_REQUEST`, 405, 408, 413, 414 | nothing |";
const OWN = "| `/v1/key` and below, webhooks, and so every 409 | nothing |";
const UNKNOWN = "an unknown feed token or webhook is a 404 that costs nothing";

/** What the page of limits says. */
export const LIMIT_CLAIMS: readonly Claim[] = [
  answers("limits", CHARGED, "/api/groupa/members", { cost: 1 }),
  answers("limits", MISSING, "/api/groupa/theater/none", { status: 404, cost: 1 }),
  answers("limits", MISSING, "/api/groupa/none", { status: 404, cost: 1 }),
  answers("limits", MISSING, "/v1/none", { status: 404, cost: 1 }),
  answers("limits", REFUSED, "/v1/changes?since=5c0de1f0a9b2.1000", { status: 410, cost: 1 }),
  answers("limits", REFUSED, "/api/groupa/theater?page=x", { status: 400, cost: 1 }),
  answers("limits", FREE, "/api/groupa/members", { status: 304, cost: 0 }, {
    headers: { "if-none-match": "*" },
  }),
  answers("limits", FREE, "/api/groupa/members", { cost: 0 }, { method: "HEAD" }),
  answers("limits", FREE, "/api/groupa/members", { status: 204, cost: 0 }, { method: "OPTIONS" }),
  answers("limits", UNREAD, "/api/groupa/members?q=%zz", { status: 400, cost: 0 }),
  answers("limits", UNREAD, "/api/groupa/members", { status: 405, cost: 0 }, { method: "DELETE" }),
  answers("limits", UNREAD, `/api/groupa/members?q=${"a".repeat(9000)}`, { status: 414, cost: 0 }),
  answers("limits", UNREAD, "/api/groupb/members", { status: 413, cost: 0 }, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ q: "a".repeat(5000) }),
  }),
  answers("limits", NOWHERE, "/api/none/members", { status: 404, cost: 0 }),
  answers("limits", NOWHERE, "/none", { status: 404, cost: 0 }),
  {
    page: "limits",
    says:
      "A stream costs its first request when it opens, so each time you connect again costs one.",
    async holds({ ask, json }) {
      const { used } = await json("/v1/key");
      for (let n = 0; n < 2; n++) await (await ask("/api/groupa/live/stream")).body?.cancel();
      assert.equal((await json("/v1/key")).used - used, 2);
    },
  },
  answers("limits", OWN, "/v1/key", { cost: 0 }),
  answers("limits", OWN, "/v1/key/feeds", { cost: 0 }),
  answers("limits", OWN, "/v1/webhooks", { cost: 0 }),
  answers("limits", UNKNOWN, "/v1/key/feeds/f_none", { status: 404, cost: 0 }, {
    method: "DELETE",
  }),
  answers("limits", UNKNOWN, "/v1/webhooks/w_none", { status: 404, cost: 0 }, { method: "DELETE" }),
  answers(
    "limits",
    "Every answer that a key is charged for has two headers. A 304, an answer of `/v1/key`",
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
