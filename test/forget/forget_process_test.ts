import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { UseEntry } from "../../src/audit/entries.ts";
import { desk, deskJson } from "../support/desk.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { untilWithin } from "../support/until.ts";
import { tracesIn, tracesInStore } from "./traces.ts";

const NAME = "Wulandari Kusumawardhani ✨";
const EMAIL = "wulan.kusuma@penggemar.example";
const ADDRESS = "198.51.100.177";
const ORGANIZATION = "Sahabat Wulandari Bandung";
const TRACES = [NAME, "Kusumawardhani", EMAIL, "wulan.kusuma", ADDRESS, ORGANIZATION];
const OTHERS = ["Rahmat Hidayatullah", "rahmat@fans.example", "198.51.100.99"];
const LOGIN = { ADMIN_USERNAME: "root", ADMIN_PASSWORD: "a password of root's own" };

async function statusOf({ base }: RunningServer, headers: HeadersInit): Promise<number> {
  const response = await fetch(`${base}api/bunga/members`, { headers });
  await response.body?.cancel();
  return response.status;
}

Deno.test("who is forgotten is in no value of the store, in no later snapshot, and opens nothing", async () => {
  const plans = { unlimited: "{ rate: unlimited, quota: unlimited }" };
  await using fixture = await createServerFixture(plans, {
    ...LOGIN,
    ADMIN_API: "on",
    TRUSTED_PROXIES: "127.0.0.0/8",
    WEBHOOK_ALLOW: "127.0.0.0/8",
  });
  const { env, folder, store: { kv } } = fixture;
  await using hook = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => new Response(await request.text()),
  );
  const issue = async (owner: string, email: string, ip: string) =>
    await deskJson<{ id: string; secret: string }>(
      ...[env, "key", "issue", "--owner", owner, "--email", email] as const,
      ...["--plan", "unlimited", "--ip", ip],
    );
  const apply = async (name: string, email: string, organization: string) => {
    const { id } = await deskJson<{ id: string }>(
      ...[env, "token", "apply", "--organization", organization] as const,
      ...["--name", name, "--email", email],
    );
    return await deskJson<{ id: string; secret: string }>(env, "token", "review", id, "--approve");
  };
  const key = await issue(NAME, EMAIL, ADDRESS);
  await issue(OTHERS[0]!, OTHERS[1]!, OTHERS[2]!);
  const token = await apply(NAME, EMAIL, ORGANIZATION);
  const otherToken = await apply(OTHERS[0]!, OTHERS[1]!, "Yang Lain");
  const code = await deskJson<{ id: string; secret: string }>(
    ...[env, "code", "issue", "--email", EMAIL, "--uses", "3"] as const,
  );
  await deskJson(env, "key", "allow-ip", key.id, `${ADDRESS}/32`);
  await deskJson(env, "key", "feed", key.id);

  const server = await fixture.start();
  const from = (ip: string, header: string, { secret }: { secret: string }) => ({
    [header]: secret,
    "x-forwarded-for": ip,
  });
  const asKey = from(ADDRESS, "x-api-key", key);
  const asToken = from(ADDRESS, "x-priority-token", token);
  const asOther = from(OTHERS[2]!, "x-priority-token", otherToken);
  const registered = await fetch(`${server.base}v1/webhooks`, {
    method: "POST",
    headers: { ...asKey, "content-type": "application/json" },
    body: JSON.stringify({ url: `http://127.0.0.1:${hook.addr.port}/wulan.kusuma` }),
  });
  assert.equal(registered.status, 200, await registered.text());
  for (let n = 0; n < 7; n++) {
    assert.equal(await statusOf(server, asToken), 200);
    assert.equal(await statusOf(server, asOther), 200);
  }
  assert.equal(await statusOf(server, asKey), 200);

  const count = async () => (await tracesInStore(kv, TRACES)).length;
  assert.ok(await count() > 20, "the person is in the store in many places before");
  const early = `${folder}/early.kv`;
  await deskJson(env, "store", "snapshot", early);
  assert.ok(tracesIn(await Deno.readFile(early), TRACES).length > 3);

  const forgotten = await deskJson(env, "key", "forget", key.id);
  assert.deepEqual(forgotten.codes, [code.id]);
  assert.deepEqual(forgotten.same_email, [token.id]);
  // By the server itself, whose memory and record it is.
  const response = await fetch(`${server.base}api/admin/tokens/${token.id}/forget`, {
    method: "POST",
    headers: {
      "x-admin-username": LOGIN.ADMIN_USERNAME,
      "x-admin-password": LOGIN.ADMIN_PASSWORD,
    },
  });
  assert.equal(response.status, 200, await response.text());
  await untilWithin(3_000, async () => await statusOf(server, asToken) === 403);
  await untilWithin(3_000, async () => await statusOf(server, asKey) === 403);
  assert.equal(await statusOf(server, asOther), 200);

  assert.deepEqual(await tracesInStore(kv, TRACES), []);
  const snapshot = `${folder}/late.kv`;
  await deskJson(env, "store", "snapshot", snapshot);
  const bytes = await Deno.readFile(snapshot);
  assert.deepEqual(tracesIn(bytes, TRACES), []);
  assert.ok(tracesIn(bytes, OTHERS.slice(0, 2)).length > 1, "it has whom nobody forgot");
  for (const words of [["key", "list"], ["token", "list"], ["code", "list"], ["audit", "export"]]) {
    const { out } = await desk(env, ...words);
    assert.deepEqual(tracesIn(Buffer.from(out), TRACES), [], words.join(" "));
  }
  assert.deepEqual(tracesIn(Buffer.from(server.printed.out + server.printed.err), TRACES), []);

  const forgottenEntries = async () => {
    const entries = await deskJson<{ forgotten?: true }[]>(env, "audit", "export");
    return entries.filter(({ forgotten }) => forgotten).length;
  };
  // 7 uses, and how key, token and code were made.
  assert.equal(await forgottenEntries(), 7 + 3);
  const uses = await deskJson<UseEntry[]>(env, "audit", "tail", "--kind", "use");
  const gone = uses.filter(({ token_id }) => token_id === token.id);
  assert.equal(gone.length, 7);
  for (const { name, email, ip, forgotten, endpoint } of gone) {
    assert.deepEqual([name, email, ip, forgotten], ["", "", "", true]);
    assert.equal(endpoint, "/api/bunga/members");
  }
  const kept = uses.filter(({ token_id }) => token_id === otherToken.id);
  for (const { name, ip, forgotten } of kept) {
    assert.deepEqual([name, ip, forgotten], [OTHERS[0], OTHERS[2], undefined]);
  }
  const verified = await fetch(`${server.base}api/codes/verify?code=${code.secret}&email=${EMAIL}`);
  assert.equal(verified.status, 404, await verified.text());
  assert.equal((await fetch(`${server.base}api/codes/verify?code=${code.secret}`)).status, 404);

  // Once more changes nothing.
  assert.equal((await deskJson(env, "token", "forget", token.id)).id, token.id);
  assert.equal(await forgottenEntries(), 10);
  // An organization whose token was forgotten may apply again.
  assert.equal((await apply(NAME, EMAIL, ORGANIZATION)).id === token.id, false);
  assert.match((await desk(env, "key", "forget", "k_none00000000")).err, /Cannot find the key/);
});
