import assert from "node:assert/strict";
import { lastUses } from "../support/last_uses.ts";
import { listAll } from "../../src/platform/kv.ts";
import { createAuditedProgram } from "../support/audited_program.ts";
import type { Ask } from "../support/program.ts";

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
