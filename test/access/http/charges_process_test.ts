import assert from "node:assert/strict";
import { issueKey } from "../../support/issue.ts";
import type { RunningServer } from "../../support/server.ts";
import { createServerFixture, type ServerFixture } from "../../support/server_fixture.ts";
import { AMPLE, NOON_ZONE } from "../../support/small_content.ts";
import { type SocketCall, socketCall, type SocketReply } from "../../support/socket_call.ts";
import { until } from "../../support/until.ts";

const BARE = "/api/bunga/members";
const WRAPPED = "/api/kebun/members";
const MONTH = `{ requests: 1000000, per: month, timezone: ${NOON_ZONE} }`;

let fixture: ServerFixture;
let server: RunningServer;
type Secret = { readonly secret: string };
let key: Secret, elsewhere: Secret, hasty: Secret, monthly: Secret, free: Secret;

Deno.test.beforeAll(async () => {
  fixture = await createServerFixture({
    standard: AMPLE,
    hasty: `{ rate: { per_second: 20, burst: 10 }, quota: ${MONTH} }`,
    monthly: `{ rate: unlimited, quota: ${MONTH} }`,
    free: "{ rate: unlimited, quota: unlimited }",
  });
  key = await issueKey(fixture.store);
  elsewhere = await issueKey(fixture.store, { ips: ["203.0.113.1"] });
  hasty = await issueKey(fixture.store, { plan: "hasty" });
  monthly = await issueKey(fixture.store, { plan: "monthly" });
  free = await issueKey(fixture.store, { plan: "free" });
  server = await fixture.start({ SHOWROOM_URL: "http://127.0.0.1:9" });
});

Deno.test.afterAll(async () => {
  await server?.stop();
  await fixture?.[Symbol.asyncDispose]();
});

function ask(path: string, { secret }: Secret, more: Partial<SocketCall> = {}) {
  const headers = [["x-api-key", secret] as const, ...more.headers ?? []];
  return socketCall(server.base, { path, ...more, headers });
}

async function usedBy(secret: Secret): Promise<number> {
  return JSON.parse((await ask("/v1/key", secret)).body).used;
}

/** What a request costs, what it is answered with, and the sentence that says so. */
type Row = [what: string, units: 0 | 1, status: number, path: string, call: Partial<SocketCall>];

const ROWS: readonly Row[] = [
  ["2xx", 1, 200, BARE, {}],
  ["2xx by POST", 1, 200, WRAPPED, { method: "POST", body: "{}" }],
  ["2xx by PUT", 1, 200, "/v1/birthdays", { method: "PUT", body: '{"month":2}' }],
  ["an empty list is a 2xx", 1, 200, "/api/bunga/events", {}],
  ["404 within the group", 1, 404, "/api/bunga/nothing", {}],
  ["404 of an item", 1, 404, "/api/bunga/theater/nothing", {}],
  ["404 of a member", 1, 404, "/v1/birthdays/nobody", {}],
  ["400 of a parameter", 1, 400, "/api/bunga/news?page=0", {}],
  ["400 of a parameter in a body", 1, 400, "/v1/birthdays", {
    method: "POST",
    body: '{"month":13}',
  }],
  ["304", 0, 304, BARE, { headers: [["if-none-match", "*"]] }],
  ["5xx", 0, 503, "/api/bunga/chat-stream?room_id=500", {}],
  ["HEAD", 0, 200, BARE, { method: "HEAD" }],
  ["HEAD of nothing", 0, 404, "/api/bunga/nothing", { method: "HEAD" }],
  ["OPTIONS, before credentials", 0, 204, BARE, { method: "OPTIONS" }],
  ["one's own key", 0, 200, "/v1/key", {}],
  ["one's own key, by POST", 0, 200, "/v1/key", { method: "POST", body: "{}" }],
  ["404, before credentials", 0, 404, "/api/nobody/members", {}],
  ["405, before credentials", 0, 405, BARE, { method: "DELETE" }],
  ["400, before credentials", 0, 400, WRAPPED, { method: "POST", body: "{" }],
  ["400 of a broken escape, before credentials", 0, 400, `${BARE}?x=%zz`, {}],
  ["413, before credentials", 0, 413, WRAPPED, { method: "POST", body: " ".repeat(5000) }],
];

/** Whether the answer came after a look at the key. */
function isToKey([what]: Row): boolean {
  return !what.includes("before credentials");
}

Deno.test("2xx and 4xx after authentication are charged; 304, 5xx, HEAD, OPTIONS and /v1/key are not", async () => {
  for (const row of ROWS) {
    const [what, units, status, path, call] = row;
    const before = await usedBy(key);
    const reply = await ask(path, key, call);
    assert.equal(reply.status, status, what);
    assert.equal(await usedBy(key) - before, units, `${what} costs ${units}`);
  }
});

Deno.test("answers to a key carry RateLimit and RateLimit-Policy, 304 and errors too", async () => {
  for (const row of ROWS) {
    const [what, , , path, call] = row;
    const reply = await ask(path, key, call);
    assert.equal(reply.headers.has("ratelimit"), isToKey(row), what);
    if (!isToKey(row)) continue;
    assert.equal(reply.headers.get("ratelimit-policy"), '"quota";q=1000000;w=86400', what);
    const [, left, seconds] = /^"quota";r=(\d+);t=(\d+)$/.exec(reply.headers.get("ratelimit")!)!;
    assert.ok(Number(left) <= 1_000_000 && Number(left) > 999_900, what);
    assert.ok(Number(seconds) > 3600 && Number(seconds) <= 86_400, what);
  }
});

Deno.test("RateLimit counts down to the unit while one process answers", async () => {
  const left = async () =>
    Number(/r=(\d+)/.exec((await ask(BARE, key)).headers.get("ratelimit")!)![1]);
  const first = await left();
  for (let n = 1; n < 30; n++) assert.equal(await left(), first - n);
  const own = await ask("/v1/key", key);
  assert.equal(JSON.parse(own.body).remaining, first - 29);
  assert.match(own.headers.get("ratelimit")!, new RegExp(`r=${first - 29};`));
});

Deno.test("a month has no fixed window, and an unlimited plan no RateLimit at all", async () => {
  const ofMonth = await ask(BARE, monthly);
  assert.equal(ofMonth.headers.get("ratelimit-policy"), '"quota";q=1000000');
  const unlimited = await ask(BARE, free);
  assert.equal(unlimited.status, 200);
  assert.equal(unlimited.headers.has("ratelimit-policy"), false);
});

Deno.test("answers to bad keys say nothing of limits", async () => {
  const bad = { secret: "J-osb_nobody" };
  for (
    const [path, secret] of [[BARE, bad], [WRAPPED, bad], ["/v1/key", bad], [WRAPPED, elsewhere]]
  ) {
    const reply = await ask(path as string, secret as Secret);
    assert.equal(reply.status, 403);
    assert.equal(reply.headers.has("ratelimit"), false);
    assert.equal(reply.headers.has("ratelimit-policy"), false);
  }
});

Deno.test("a key that is too fast passes at most `burst` plus its rate times the time, and pays for no more", async () => {
  const began = performance.now();
  const replies: SocketReply[] = [];
  for (let round = 0; round < 10; round++) {
    const asked = Array.from({ length: 12 }, () => ask(BARE, hasty));
    replies.push(...await Promise.all(asked));
  }
  const seconds = (performance.now() - began) / 1000;
  const refused = replies.filter(({ status }) => status === 429);
  const passed = replies.length - refused.length;
  assert.ok(passed >= 10, `${passed} passed`);
  assert.ok(passed <= 10 + 20 * seconds, `${passed} passed in ${seconds} s`);
  assert.ok(refused.length > 0);
  for (const { body, headers } of refused) {
    assert.equal(body, '{"status":false,"message":"Too many requests","type":"RATE_LIMITED"}');
    assert.equal(headers.get("retry-after"), "1");
    assert.equal(headers.get("ratelimit-policy"), '"quota";q=1000000');
    assert.match(headers.get("ratelimit")!, /^"quota";r=(9999\d\d|1000000);t=\d+$/);
  }
  const { status } = await ask(BARE, key);
  assert.equal(status, 200, "no other key is held up");
  // It is too fast for that, too, at first.
  await until(async () => await usedBy(hasty) === passed);
});
