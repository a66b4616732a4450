import assert from "node:assert/strict";
import { createAuditedProgram } from "../support/audited_program.ts";
import type { Ask } from "../support/program.ts";
import { lastUses } from "../support/last_uses.ts";
import { listAll } from "../support/opening.ts";

const OVER = JSON.stringify({ filler: "x".repeat(5_000) });
const inBody = (secret: string) => JSON.stringify({ priority_token: secret });
const JSON_POST = { method: "POST", headers: { "content-type": "application/json" } };
const SAME_BARE = "/api/kembang/members";

/** A use is any request but OPTIONS that a valid priority token carried, in any family (CONTRACT 5). */
Deno.test.each<[string, string, Ask, number, string]>([
  ["a list", SAME_BARE, {}, 200, SAME_BARE],
  ["a wrapped list", "/api/melati/members", {}, 200, "/api/melati/members"],
  ["a zoned list", "/v1/birthdays/today", {}, 200, "/v1/birthdays/today"],
  ["one's own key", "/v1/key", {}, 200, "/v1/key"],
  ["HEAD", SAME_BARE, { method: "HEAD" }, 200, SAME_BARE],
  ["an answer that is known", SAME_BARE, { headers: { "if-none-match": "*" } }, 304, SAME_BARE],
  [
    "HEAD of an answer that is known",
    SAME_BARE,
    { method: "HEAD", headers: { "if-none-match": "*" } },
    304,
    SAME_BARE,
  ],
  [
    "an item",
    "/api/kembang/member/ayu-lestari",
    {},
    200,
    "/api/kembang/member/{name}",
  ],
  ["no such item", "/api/kembang/member/nobody", {}, 404, "/api/kembang/member/{name}"],
  ["no such path in the group", "/api/kembang/nothing", {}, 404, ""],
  ["no such path in /v1", "/v1/nothing", {}, 404, ""],
  ["a group by its alias", "/api/hkr/members", {}, 200, "/api/hikari/members"],
  ["a wrong parameter", "/api/kembang/theater?page=0", {}, 400, "/api/kembang/theater"],
  ["a parameter that is missing", "/api/kembang/news-detail", {}, 400, "/api/kembang/news-detail"],
  ["a malformed query", `${SAME_BARE}?x=%zz`, {}, 400, SAME_BARE],
  ["a method that nothing takes", SAME_BARE, { method: "DELETE" }, 405, SAME_BARE],
  ["a body that the family does not take", SAME_BARE, JSON_POST, 405, SAME_BARE],
  ["a method that does not exist", "/v1/key", { method: "BREW" }, 405, "/v1/key"],
  ["POST", "/api/melati/members", JSON_POST, 200, "/api/melati/members"],
  ["PUT", "/v1/birthdays/today", { method: "PUT" }, 200, "/v1/birthdays/today"],
  [
    "a body that is too large",
    "/api/melati/members",
    { ...JSON_POST, body: OVER },
    413,
    "/api/melati/members",
  ],
  [
    "a body that is no JSON",
    "/api/melati/members",
    { ...JSON_POST, body: "{" },
    400,
    "/api/melati/members",
  ],
])("%s is one use, on record before it is answered", async (_, path, ask, status, route) => {
  await using app = await createAuditedProgram();
  const answer = await app.ask(path, ask);
  const uses = await app.uses();
  assert.equal(answer.status, status);
  assert.equal(uses.length, 1);
  const { seq, at, ...use } = uses[0]!;
  assert.deepEqual(use, {
    kind: "use",
    token_id: app.token.id,
    name: app.token.name,
    email: app.token.email,
    ip: "127.0.0.1",
    method: ask.method ?? "GET",
    endpoint: path.split("?")[0],
    status,
    route,
  });
  assert.equal(seq, 1);
  assert.equal(at, "2026-07-04T10:00:00.000Z");
  await answer.body?.cancel();
});

Deno.test("a token is as good in the query and in a JSON body", async () => {
  await using app = await createAuditedProgram();
  const { secret } = app.token;
  const carried: [string, Ask][] = [
    [`/api/kembang/news?priority_token=${secret}`, { token: null }],
    ["/api/melati/news", { ...JSON_POST, body: inBody(secret), token: null }],
    ["/v1/birthdays/today", { ...JSON_POST, method: "PUT", body: inBody(secret), token: null }],
    [`/api/melati/news?priority_token=${secret}`, { method: "DELETE", token: null }],
    [`/v1/key?priority_token=${secret}`, { ...JSON_POST, body: "[]", token: null }],
  ];
  for (const [path, ask] of carried) await app.ask(path, ask);
  const uses = await app.uses();
  assert.deepEqual(uses.map(({ status }) => status), [200, 200, 200, 405, 400]);
  assert.deepEqual(
    uses.map(({ endpoint }) => endpoint),
    carried.map(([path]) => path.split("?")[0]),
  );
});

Deno.test("a token beside a key, or beside an administrator, is what was used", async () => {
  await using app = await createAuditedProgram();
  const others = { "x-api-key": app.key, username: "root", password: "not the password" };
  assert.equal((await app.ask("/api/melati/members", { headers: others })).status, 200);
  assert.equal((await app.uses()).length, 1);
});

Deno.test("a stream is one use, however long it lasts", async () => {
  await using app = await createAuditedProgram();
  const answer = await app.ask("/api/kembang/live/stream");
  assert.equal(answer.status, 200);
  const reader = answer.body!.getReader();
  await reader.read();
  // Twenty minutes are four renewals.
  for (let minute = 0; minute < 20; minute++) await app.clock.advance(60_000);
  await reader.cancel();
  const uses = await app.uses();
  assert.deepEqual(uses.map(({ route }) => route), ["/api/kembang/live/stream"]);
});

Deno.test("what REQUIRE_HTTPS refuses is a use all the same", async () => {
  await using app = await createAuditedProgram({ REQUIRE_HTTPS: "on" });
  const far = { from: "203.0.113.7" };
  assert.equal((await app.ask("/api/kembang/members", far)).status, 403);
  assert.equal((await app.ask("/api/kembang/members", { ...far, method: "HEAD" })).status, 403);
  assert.equal((await app.ask("/api/kembang/members")).status, 200);
  const uses = await app.uses();
  assert.deepEqual(uses.map(({ ip, status }) => [ip, status]), [
    ["203.0.113.7", 403],
    ["203.0.113.7", 403],
    ["127.0.0.1", 200],
  ]);
});

/** Nothing here was carried by a valid token to a family. */
Deno.test.each<[string, string, (app: { revoked: string; key: string }) => Ask]>([
  ["a preflight", SAME_BARE, () => ({ method: "OPTIONS" })],
  ["a malformed preflight", `${SAME_BARE}?x=%zz`, () => ({ method: "OPTIONS" })],
  ["a malformed query outside the families", "/api/admin/audit?x=%zz", () => ({})],
  ["a token that nobody has", SAME_BARE, () => ({ token: "P-osb_nobody" })],
  ["a token that was revoked", SAME_BARE, ({ revoked }) => ({ token: revoked })],
  ["a revoked token, refused for its method", SAME_BARE, ({ revoked }) => ({
    token: revoked,
    method: "DELETE",
  })],
  ["an empty token", SAME_BARE, () => ({ token: "" })],
  ["a key", SAME_BARE, ({ key }) => ({ token: null, headers: { "x-api-key": key } })],
  ["nothing at all", "/api/melati/members", () => ({ token: null })],
  ["a group that does not exist", "/api/nobody/members", () => ({})],
  ["a path outside the families", "/elsewhere", () => ({})],
  ["a public page", "/healthz", () => ({})],
  ["the status page", "/status", () => ({})],
  ["a code", "/api/codes/verify?code=nothing", () => ({})],
  ["administration, which a token does not open", "/api/admin/audit", () => ({})],
])("%s is no use", async (_, path, asking) => {
  await using app = await createAuditedProgram();
  const answer = await app.ask(path, asking(app));
  await answer.body?.cancel();
  // Whatever is recorded is recorded by now.
  await app.ask("/v1/key");
  assert.deepEqual((await app.uses()).map(({ endpoint }) => endpoint), ["/v1/key"]);
});

const PATH = "/api/kembang/members";

/** Socket, headers, address on record. */
Deno.test.each<[string, string, Record<string, string>, string]>([
  ["the socket's, whatever a header claims", "203.0.113.7", {
    "x-forwarded-for": "198.51.100.1",
    "x-real-ip": "198.51.100.2",
    forwarded: "for=198.51.100.3",
  }, "203.0.113.7"],
  ["that of IPv6, in one spelling", "2001:DB8:0::7", {}, "2001:db8::7"],
  ["that of an IPv4 caller on an IPv6 socket", "::ffff:203.0.113.7", {}, "203.0.113.7"],
  ["behind a trusted proxy, the right-most that is not one", "10.0.0.1", {
    "x-forwarded-for": "198.51.100.1, 203.0.113.9, 10.0.0.2",
  }, "203.0.113.9"],
  ["behind a trusted proxy that says nothing, the proxy's", "10.0.0.1", {}, "10.0.0.1"],
  ["unknown, where a trusted proxy passed on nonsense", "10.0.0.1", {
    "x-forwarded-for": "203.0.113.9, not-an-address",
  }, "unknown"],
  ["unknown, where there is none", "unknown", {}, "unknown"],
])("the address on record is %s", async (_, from, headers, expected) => {
  await using app = await createAuditedProgram({ TRUSTED_PROXIES: "10.0.0.0/8" });
  assert.equal((await app.ask(PATH, { from, headers })).status, 200);
  assert.deepEqual((await app.uses()).map(({ ip }) => ip), [expected]);
});

const LONG = `/api/kembang/member/${"x".repeat(4_000)}`;

/** Path, what stands on record for it. */
Deno.test.each<[string, string, string]>([
  [
    "as it came, without query",
    "/api/melati/member/ann%20lee?page=1",
    "/api/melati/member/ann%20lee",
  ],
  ["without a trailing slash", "/api/melati/members/", "/api/melati/members"],
  ["without an empty query", "/api/melati/members?", "/api/melati/members"],
  ["with its escapes", "/api/kembang/member/%E3%81%82%3C", "/api/kembang/member/%E3%81%82%3C"],
  ["cut where it is over-long", LONG, `${LONG.slice(0, 2_047)}…`],
  // Or a caller could hide what it looks at.
  [
    "whatever claims to be a secret",
    "/v1/birthdays/sari?password=sari&apikey=v1",
    "/v1/birthdays/sari",
  ],
])("the endpoint on record is the path %s", async (_, path, expected) => {
  await using app = await createAuditedProgram();
  await app.ask(path);
  assert.deepEqual((await app.uses()).map(({ endpoint }) => endpoint), [expected]);
});

Deno.test("no credential that a request carried is anywhere on record", async () => {
  await using app = await createAuditedProgram();
  const { secret } = app.token;
  const password = "hunter2-the-canary";
  const asks: [string, Ask][] = [
    [`/api/kembang/members?priority_token=${secret}`, {}],
    [`/api/kembang/member/${secret}`, {}],
    [`/api/kembang/member/${secret.replace("P", "%50")}`, {}],
    [`/api/kembang/member/x${secret}x/y`, {}],
    [`/api/kembang/member/${secret}?priority_token=${secret}`, { method: "DELETE" }],
    [`/api/kembang/member/${app.revoked}`, {}],
    [`/api/kembang/member/${app.key}?apikey=${app.key}`, {}],
    [`/api/melati/members?username=root&password=${password}`, {}],
    ["/api/melati/members", {
      headers: { "x-admin-username": "root", "x-admin-password": password },
    }],
    ["/api/melati/members", {
      method: "POST",
      body: JSON.stringify({ username: "root", password, apikey: app.key }),
    }],
  ];
  for (const [path, ask] of asks) await app.ask(path, ask);
  const { kv } = app;
  assert.equal((await lastUses(kv)).length, asks.length);
  const decoder = new TextDecoder();
  let kept = "";
  for await (const { key, value } of listAll<unknown>(kv, [])) {
    kept += JSON.stringify(key) + (value instanceof Uint8Array ? decoder.decode(value) : "") +
      JSON.stringify(value);
  }
  for (const canary of [secret, app.revoked, app.key, password]) {
    assert.ok(!decodeURIComponent(kept).includes(canary.slice(4)), canary);
    assert.ok(!app.log.lines.join("\n").includes(canary.slice(4)), canary);
  }
});
