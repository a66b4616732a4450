import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import { TRIO } from "../support/contents.ts";
import { issueToken } from "../support/issue.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";

const TOKEN = "a-long-metrics-token";
const CANARY = "canary";
const PATHS = [
  ...["/X", "/api/X", "/api/X/members", "/api/kembang/X", "/api/kembang/theater/X"],
  ...["/api/kembang/member/X", "/api/melati/member/X", "/api/melati/news/X", "/v1/X"],
  ...["/v1/birthdays/X", "/v1/key/feeds/X", "/v1/webhooks/X", "/api/admin/X", "/api/admin/keys/X"],
  ...["/api/codes/verify", "/docs/X", "/metrics/X", "/api/check/X", "/kembang/X", "/admin/X"],
];
const METHODS = ["GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "CANARY"];
const HEADERS = [
  ...["x-api-key", "x-priority-token", "authorization", "username", "password", "user-agent"],
  ...["x-admin-username", "x-admin-password", "x-request-id", "x-forwarded-for", "if-none-match"],
  ...["last-event-id", "accept-encoding", "referer", "host"],
];
const PARAMETERS = ["apikey", "priority_token", "page", "member", "code", "url", "name", "canary"];

Deno.test("no figure and no line holds what a caller sent", async () => {
  const kv = createMemoryKv();
  const written: string[] = [];
  const { pick } = createPrng(testSeed());
  await using app = await createProgram({
    ...TRIO,
    kv,
    clock: createManualClock(Date.parse("2026-07-04T05:00:00Z")),
    env: { METRICS_TOKEN: TOKEN, ACCESS_LOG: "on" },
    writeLines: (lines) => Promise.resolve(void written.push(lines)),
  });
  const { secret } = await issueToken(app.stores, "Fans 1");
  const count = sizeOf({ default: 1_000, full: 20_000 });
  for (let n = 0; n < count; n++) {
    const canary = `${CANARY}${n}`;
    const path = pick(PATHS).replace("X", pick([canary, app.key, `${canary}%2F${app.key}`]));
    const method = pick(METHODS);
    const headers: [string, string][] = [
      [pick(HEADERS), canary],
      [pick(["x-api-key", "x-priority-token", "cookie"]), pick([app.key, secret, canary])],
    ];
    const hasBody = method === "POST" || method === "PUT";
    const body = hasBody ? JSON.stringify({ apikey: canary, [canary]: app.key }) : undefined;
    const target = `${path}?${pick(PARAMETERS)}=${pick([canary, app.key])}`;
    const response = await app.ask(target, {
      ...{ method, headers, key: null },
      ...(body !== undefined && { body }),
    });
    await response.body?.cancel();
  }
  const headers = { authorization: `Bearer ${TOKEN}` };
  const figures = await (await app.ask("/metrics", { key: null, headers })).text();
  await app.service.telemetry.close();
  const lines = written.join("").trimEnd().split("\n");
  assert.equal(lines.length, count + 1);
  for (const text of [figures, ...lines, ...app.log.lines]) {
    assert.doesNotMatch(text, /canary/i);
    for (const one of [app.key, secret, TOKEN]) assert.ok(!text.includes(one), text);
  }
});

Deno.test("a line names the item that was found, the key and the bytes that were sent", async () => {
  const written: string[] = [];
  await using app = await createProgram({
    ...TRIO,
    env: { ACCESS_LOG: "on", LOG: "json" },
    writeLines: (lines) => Promise.resolve(void written.push(lines)),
  });
  const [show] = await app.json("/api/kembang/theater");
  const response = await app.ask(`/api/kembang/theater/${show.id}`);
  const { length } = await response.bytes();
  await (await app.ask("/api/kembang/theater/nope")).body?.cancel();
  await (await app.ask("/api/kembang/members", { method: "HEAD" })).body?.cancel();
  await app.service.telemetry.close();
  const [, found, missing, head] = written.join("").trimEnd().split("\n")
    .map((line) => JSON.parse(line));
  const { ms: _ms, caller, ...fields } = found.fields;
  assert.deepEqual(fields, {
    ...{ method: "GET", path: "/api/kembang/theater/{id}", item: show.id, status: 200 },
    ...{ bytes: length, credential: "key", address: "127.0.0.1" },
  });
  assert.match(caller, /^\w+$/);
  assert.ok(!app.key.includes(caller));
  assert.equal(found.request_id, response.headers.get("x-request-id"));
  assert.equal(missing.fields.item, undefined);
  assert.deepEqual([missing.fields.status, head.fields.bytes], [404, 0]);
});
