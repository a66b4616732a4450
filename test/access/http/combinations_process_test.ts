import assert from "node:assert/strict";
import { addAdmin, issueKey, issueToken } from "../../support/issue.ts";
import type { RunningServer } from "../../support/server.ts";
import { createServerFixture, type ServerFixture } from "../../support/server_fixture.ts";
import { AMPLE, CONTACT, dayPlan } from "../../support/small_content.ts";
import { type SocketCall, socketCall, type SocketReply } from "../../support/socket_call.ts";
import { until } from "../../support/until.ts";
import { BARE_INVALID, INVALID, TWO_VALUES } from "./matrix_cases.ts";

const BARE = "/api/bunga/members";
const WRAPPED = "/api/kebun/members";
const V1 = "/v1/birthdays?month=3";
const USED_UP = '{"status":false,"message":"Usage limit exceeded","type":"USAGE_LIMIT_EXCEEDED"}';

/** Where the callers are, on whose list they are, and where they are not. */
const HOME = "127.5.0.1";
const ABROAD = "127.6.0.1";

type Headers = readonly (readonly [string, string])[];

const RIGHT: Headers = [["username", "root"], ["password", "good password"]];
const WRONG: Headers = [["username", "root"], ["password", "wrong password"]];

let fixture: ServerFixture;
let server: RunningServer;
type Secret = { readonly secret: string };
let key: Secret, abroad: Secret, open: Secret, narrow: Secret, expired: Secret, usedUp: Secret;
let token: Secret, code: Secret;

Deno.test.beforeAll(async () => {
  fixture = await createServerFixture({ standard: AMPLE, tiny: dayPlan(2) });
  const { store } = fixture;
  key = await issueKey(store, { ips: [HOME] });
  abroad = await issueKey(store, { ips: ["203.0.113.0/24"] });
  open = await issueKey(store, { ips: [] });
  narrow = await issueKey(store, { groups: ["kebun"] });
  expired = await issueKey(store, { expiresAt: 1 });
  usedUp = await issueKey(store, { plan: "tiny" });
  token = await issueToken(store);
  code = await store.codes.issue({ limit: 3, createdAt: 0 });
  await addAdmin(store, "root", "good password");
  await addAdmin(store, "sri", "one, two");
  server = await fixture.start({ ADMIN_API: "on" });
  // A store that is slow at first is no failure: a 503 costs nothing.
  for (const _ of "12") await until(async () => (await send(BARE, by(usedUp))).status === 200);
});

Deno.test.afterAll(async () => {
  await server?.stop();
  await fixture?.[Symbol.asyncDispose]();
});

function send(path: string, headers: Headers = [], more: Partial<SocketCall> = {}) {
  return socketCall(server.base, { path, headers, from: HOME, ...more });
}

function by({ secret }: { secret: string }): Headers {
  return [["x-api-key", secret]];
}

Deno.test("an invalid token beside a good key is as if absent", async () => {
  for (const path of [BARE, WRAPPED, V1]) {
    const reply = await send(path, [...by(key), ["x-priority-token", "P-osb_nobody"]]);
    assert.equal(reply.status, 200, path);
    assert.ok(reply.headers.has("ratelimit"), "charged to the key");
  }
});

Deno.test("two values of one credential in the query are refused beside a good header too", async () => {
  for (const path of [`${BARE}?apikey=a&apikey=b`, `${V1}&apikey=a&apikey=b`]) {
    const reply = await send(path, by(key));
    assert.deepEqual([reply.status, reply.body], [400, TWO_VALUES], path);
  }
  assert.equal((await send(`${BARE}?apikey=a`, by(key))).status, 200);
});

Deno.test("a valid token beside any key comes first, and the key is not charged", async () => {
  for (const key of [usedUp, abroad, { secret: "J-osb_nobody" }]) {
    for (const path of [BARE, WRAPPED, V1]) {
      const reply = await send(path, [...by(key), ["x-priority-token", token.secret]]);
      assert.equal(reply.status, 200, path);
      assert.equal(reply.headers.has("ratelimit"), false);
    }
  }
});

Deno.test("a wrong admin pair beside a good key is as if absent, and is no failure of anybody", async () => {
  for (let n = 0; n < 15; n++) {
    assert.equal((await send(WRAPPED, [...by(key), ...WRONG])).status, 200);
  }
  assert.equal((await send("/api/admin/tokens", RIGHT)).status, 200);
});

Deno.test("a good admin pair opens what its key's whitelist, age or quota does not", async () => {
  for (const key of [abroad, usedUp, expired]) {
    for (const path of [WRAPPED, V1]) {
      assert.notEqual((await send(path, by(key))).status, 200);
      assert.equal((await send(path, [...by(key), ...RIGHT])).status, 200, path);
    }
  }
  assert.equal((await send(BARE, [...by(usedUp), ...RIGHT])).status, 429, "bare reads no pair");
});

Deno.test("a wrong admin pair leaves the key's own refusal as it is", async () => {
  for (const key of [abroad, usedUp]) {
    const alone = await send(WRAPPED, by(key));
    const both = await send(WRAPPED, [...by(key), ...WRONG]);
    assert.equal(both.status, 403);
    assert.equal(both.body, alone.body);
  }
  assert.equal((await send(WRAPPED, WRONG)).body, INVALID);
});

Deno.test("the refusal of an address names it, and whom to ask", async () => {
  for (const path of [WRAPPED, V1]) {
    const reply = await send(path, by(abroad), { from: ABROAD });
    assert.equal(reply.status, 403);
    assert.equal(
      reply.body,
      '{"status":false,"message":"Your IP address is not whitelisted for this API key",' +
        `"clientIP":"${ABROAD}","type":"IP_NOT_WHITELISTED",` +
        `"hint":"Ask ${CONTACT} to add your address to this key"}`,
    );
    assert.equal(reply.headers.has("ratelimit"), false);
  }
  assert.equal((await send(BARE, by(abroad), { from: ABROAD })).status, 200);
});

Deno.test("an empty whitelist admits nobody to the wrapped family, and everybody to /v1", async () => {
  assert.match((await send(WRAPPED, by(open))).body, /IP_NOT_WHITELISTED/);
  assert.equal((await send(V1, by(open))).status, 200);
  assert.equal((await send(BARE, by(open))).status, 200);
});

Deno.test("header beats query beats body, and what is empty is as if absent", async () => {
  const { secret } = key;
  const bad = "J-osb_nobody";
  const status = async (header: string, query: string, body: string) =>
    (await send(`${WRAPPED}?apikey=${query}`, [["api-key", header]], {
      method: "POST",
      body: JSON.stringify({ apikey: body }),
    })).status;
  assert.equal(await status(secret, bad, bad), 200);
  assert.equal(await status(bad, secret, secret), 403);
  assert.equal(await status("", secret, bad), 200);
  assert.equal(await status("", bad, secret), 403);
  assert.equal(await status("", "", secret), 200);
  assert.equal(await status("", "", ""), 403);
});

Deno.test("two names of a header, or two lines, are one credential: 400 where they differ", async () => {
  const { secret } = key;
  const other = "J-osb_nobody";
  const two = async (...headers: [string, string][]) => await send(WRAPPED, headers);
  assert.equal((await two(["x-api-key", secret], ["api-key", secret])).status, 200);
  assert.equal((await two(["x-api-key", secret], ["x-api-key", secret])).status, 200);
  assert.equal((await two(["x-api-key", ""], ["api-key", secret])).status, 200);
  assert.equal((await two(["x-api-key", `${secret}, ${secret}`])).status, 200);
  for (
    const reply of [
      await two(["x-api-key", secret], ["api-key", other]),
      await two(["api-key", other], ["api-key", secret]),
      await two(["x-priority-token", token.secret], ["x-priority-token", "P-osb_nobody"]),
      await two(["username", "root"], ["x-admin-username", "toor"], ["password", "x"]),
      await two(["username", "root"], ["username", "toor"], ["password", "x"]),
      await two(["username", "root"], ["password", "x"], ["x-admin-password", "y"]),
    ]
  ) assert.equal(reply.body, TWO_VALUES);
});

Deno.test("a password may hold a comma and a space", async () => {
  const reply = await send("/api/admin/tokens", [["username", "sri"], ["password", "one, two"]]);
  assert.equal(reply.status, 200);
});

Deno.test("a used-up key is refused for every method but OPTIONS, and /v1/key stays open to it", async () => {
  for (const path of [BARE, V1]) {
    for (const method of ["GET", "HEAD"]) {
      const reply = await send(path, by(usedUp), { method });
      assert.equal(reply.status, 429);
      assert.equal(reply.body, method === "HEAD" ? "" : USED_UP);
      assert.match(reply.headers.get("ratelimit")!, /^"quota";r=0;t=\d+$/);
      assert.equal(
        reply.headers.get("retry-after"),
        reply.headers.get("ratelimit")!.split("t=")[1],
      );
    }
  }
  for (const method of ["GET", "HEAD", "POST", "PUT"]) {
    const reply = await send(WRAPPED, by(usedUp), { method });
    assert.equal(reply.status, 403);
    assert.equal(reply.body, method === "HEAD" ? "" : USED_UP);
  }
  const tag = (await send(BARE, by(key))).headers.get("etag")!;
  assert.equal((await send(BARE, [...by(usedUp), ["if-none-match", tag]])).status, 429);
  for (const path of [BARE, WRAPPED, V1]) {
    assert.equal((await send(path, by(usedUp), { method: "OPTIONS" })).status, 204);
  }
  const own = await send("/v1/key", by(usedUp));
  assert.equal(own.status, 200);
  const { used, limit, remaining } = JSON.parse(own.body);
  assert.deepEqual({ used, limit, remaining }, { used: 2, limit: 2, remaining: 0 });
});

Deno.test("HEAD is answered by the same headers as GET, and no body", async () => {
  const calls: [string, Headers][] = [
    [BARE, by(key)],
    [BARE, []],
    [WRAPPED, by(key)],
    [WRAPPED, by(abroad)],
    [V1, by(key)],
    ["/v1/key", by(key)],
    ["/v1/nothing", by(key)],
    ["/api/admin/tokens", RIGHT],
    ["/api/admin/tokens", []],
  ];
  for (const [path, headers] of calls) {
    const get = await send(path, headers);
    const head = await send(path, headers, { method: "HEAD" });
    assert.equal(head.status, get.status, path);
    assert.equal(head.body, "");
    assert.deepEqual(settledHeaders(head), settledHeaders(get), path);
  }
});

/** Without the time of day, and what the request before was charged. */
function settledHeaders({ headers }: SocketReply): [string, string][] {
  const passing = ["date", "ratelimit", "x-request-id"];
  const entries = [...headers].map(([name, value]): [string, string] => [
    name,
    passing.includes(name) ? "" : value,
  ]);
  return entries.sort();
}

Deno.test("OPTIONS is never authenticated", async () => {
  const bad: Headers = [["x-api-key", "J-osb_nobody"], ["api-key", "J-osb_other"], ...WRONG];
  for (const path of [BARE, WRAPPED, V1, "/v1/key", "/api/admin/tokens", "/api/codes/verify"]) {
    const reply = await send(path, bad, { method: "OPTIONS" });
    assert.equal(reply.status, 204, path);
    assert.match(reply.headers.get("access-control-allow-headers")!, /x-priority-token/);
  }
});

Deno.test("a key for one group sees its group alone in /v1, and gets into no other", async () => {
  const { body } = await send("/v1/birthdays?month=2", by(narrow));
  assert.deepEqual(JSON.parse(body).data.map(({ name }: { name: string }) => name), ["Tari"]);
  assert.equal((await send(WRAPPED, by(narrow))).status, 200);
  assert.equal((await send(BARE, by(narrow))).body, BARE_INVALID);
});

Deno.test("codes are verified without a look at any credential", async () => {
  const path = `/api/codes/verify?code=${encodeURIComponent(code.secret)}`;
  const headers: Headers = [
    ["x-api-key", "a"],
    ["api-key", "b"],
    ["x-priority-token", "c"],
    ...WRONG,
  ];
  const reply = await send(path, headers);
  assert.equal(
    reply.body,
    '{"status":true,"data":{"is_active":true,"usage_count":0,"usage_limit":3,"is_used":false}}',
  );
  const unknown = await send("/api/codes/verify?code=AAAA-BBBB-CCCC", headers);
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body, '{"status":false,"message":"Code not found"}');
});
