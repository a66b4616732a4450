import assert from "node:assert/strict";
import { exportUses } from "../support/use_log.ts";
import { callEndlessly, type EndlessCall, sendEndlessBody } from "./endless_call.ts";
import { addAdmin, issueKey, issueToken } from "../support/issue.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { socketCall } from "./socket_call.ts";

const WRAPPED = "/api/kebun/members";
const ADMIN: readonly (readonly [string, string])[] = [["username", "root"], [
  "password",
  "good password",
]];
const WRONG: readonly (readonly [string, string])[] = [["username", "root"], ["password", "x"]];

let fixture: ServerFixture;
let server: RunningServer;
let key: { secret: string }, token: { secret: string };

Deno.test.beforeAll(async () => {
  fixture = await createServerFixture();
  key = await issueKey(fixture.store);
  token = await issueToken(fixture.store);
  await addAdmin(fixture.store, "root", "good password");
  server = await fixture.start({ ADMIN_API: "on" });
});

Deno.test.afterAll(async () => {
  await server?.stop();
  await fixture?.[Symbol.asyncDispose]();
});

async function usedByKey(): Promise<number> {
  const headers = [["x-api-key", key.secret] as const];
  return JSON.parse((await socketCall(server.base, { path: "/v1/key", headers })).body).used;
}

Deno.test("a body that never ends, or trickles, is answered 408 after 5 seconds", async () => {
  const calls: EndlessCall[] = [
    { path: WRAPPED },
    { path: WRAPPED, trickleMs: 50 },
    { path: "/v1/birthdays" },
    { path: "/v1/birthdays", trickleMs: 1000 },
    { path: "/api/codes/verify" },
    { path: "/api/admin/keys" },
    { path: "/api/admin/keys", headers: ADMIN },
    { path: WRAPPED, headers: ADMIN },
    { path: WRAPPED, headers: [["x-api-key", key.secret]] },
    { path: WRAPPED, headers: [["x-priority-token", token.secret]] },
    // Credentials are looked at behind the body, which may hold better ones.
    { path: WRAPPED, headers: [["x-api-key", "J-osb_nobody"]] },
    { path: "/api/admin/keys", headers: WRONG },
  ];
  const before = await usedByKey();
  const replies = await Promise.all(calls.map((call) => callEndlessly(server.base, call)));
  for (const [place, { status, headers, body, tookMs }] of replies.entries()) {
    const what = JSON.stringify(calls[place]);
    assert.deepEqual([status, body.status, body.type], [408, false, "TIMEOUT"], what);
    assert.match(body.message, /\S/);
    assert.equal(headers.get("connection"), "close");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.ok(tookMs >= 4900, `${what} was answered after ${tookMs} ms`);
  }
  assert.equal(await usedByKey(), before, "nobody was let in");
  const uses = await Array.fromAsync(exportUses(fixture.store.kv));
  assert.deepEqual(uses.map(({ status, route }) => [status, route]), [[408, WRAPPED]]);
});

Deno.test("a good credential in a whole body opens beside one of another kind that opens nothing", async () => {
  const post = async (headers: readonly (readonly [string, string])[], fields: object) => {
    const call = { path: WRAPPED, method: "POST", headers, body: JSON.stringify(fields) };
    return (await socketCall(server.base, call)).status;
  };
  const stale = [["x-priority-token", "P-osb_nobody"]] as const;
  assert.equal(await post(stale, { apikey: key.secret }), 200);
  assert.equal(await post(stale, { apikey: "J-osb_nobody" }), 403);
  assert.equal(await post([["x-api-key", "J-osb_nobody"]], { priority_token: token.secret }), 200);
  assert.equal(await post([["x-api-key", key.secret]], { apikey: "J-osb_nobody" }), 200);
});

Deno.test("of 300 bodies that never end the oldest are let go, and nothing is kept of any", async () => {
  const unfinished = async () => {
    const reply = await fetch(`${server.base}api/admin/status`, {
      headers: Object.fromEntries(ADMIN),
    });
    return (await reply.json()).unfinished_bodies;
  };
  const flood = async () => {
    const bodies = Array.from(
      { length: 300 },
      () => sendEndlessBody(server.base, { path: WRAPPED }),
    );
    const early = await Promise.any(bodies.map(({ answered }) => answered));
    assert.equal(early.status, 503);
    assert.equal(early.body.type, "TRY_AGAIN");
    assert.equal(early.headers.get("retry-after"), "1");
    assert.ok(await unfinished() <= 256);
    const whole = await fetch(`${server.base}v1/birthdays`, {
      method: "POST",
      body: JSON.stringify({ apikey: key.secret }),
    });
    assert.equal(whole.status, 200, "a body that is whole is read all the while");
    await whole.body?.cancel();
    const statuses = (await Promise.all(bodies.map(({ answered }) => answered)))
      .map(({ status }) => status);
    const late = statuses.filter((status) => status === 408).length;
    assert.ok(late === 255 || late === 256, `${late} had their 5 seconds`);
    assert.ok(statuses.every((status) => status === 408 || status === 503));
    assert.equal(await unfinished(), 0);
    for (const body of bodies) body.close();
  };
  await flood();
  await flood();
});
