import assert from "node:assert/strict";
import { LATER, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

Deno.test("/readyz is 503 until it is known who may call, and while draining, not while the store is away", async () => {
  await using app = await world({ ...TRIO, faulty: "away", outage: true });
  const { build } = app.index;
  const readiness = async () => {
    const response = await app.ask("/readyz", { key: null });
    const { status, store, ...rest } = await response.json();
    assert.deepEqual(rest, { build });
    return [response.status, status, store];
  };
  assert.deepEqual(await readiness(), [503, "loading", "down"]);
  app.kv.outOfReach = false;
  await app.pass(60_000);
  assert.deepEqual(await readiness(), [200, "ok", "ok"]);
  app.kv.outOfReach = true;
  await app.pass(60_000);
  assert.deepEqual(await readiness(), [200, "ok", "down"]);
  app.kv.outOfReach = false;
  await app.pass(60_000);
  app.drain();
  assert.deepEqual(await readiness(), [503, "draining", "ok"]);
  assert.deepEqual(await app.json("/healthz", { key: null }), { status: "ok", build });
});

Deno.test("/status tells the program's state, to everybody, in the contract's order", async () => {
  await using app = await world(TRIO);
  const answer = await app.json("/status", { key: null });
  assert.equal(
    Object.keys(answer).join(" "),
    "build started_at content sources store audit deno",
  );
  assert.equal(answer.build, app.index.build);
  assert.equal(answer.started_at, "2026-07-04T10:00:00.000Z");
  assert.deepEqual(answer.store, { state: "ok", engine: "file" });
  assert.deepEqual(Object.keys(answer.audit), ["backlog"]);
  assert.ok(Array.isArray(answer.sources));
  assert.deepEqual(Object.keys(answer.content), ["hikari", "kembang", "melati"]);
  assert.deepEqual(answer.content.kembang, {
    ...{ members: 8, shows: 16, news: 6, events: 5, schedule: 21, releases: 0, videocalls: 2 },
  });
});

Deno.test("/status counts what is published, from the instant on at which it is", async () => {
  const release = (more: string) => `title: Surat\ntype: single\n${more}\n`;
  const content = {
    "groupa/releases/surat.yaml": release("publish_at: 2026-08-01T00:00:00Z"),
    "groupa/releases/rahasia.yaml": release("draft: true"),
  };
  await using app = await world({ content, now: "2026-07-31T23:59:59.999Z" });
  const releases = async () => (await app.json("/status", { key: null })).content.groupa.releases;
  assert.equal(await releases(), 0);
  app.at("2026-08-01T00:00:00Z");
  assert.equal(await releases(), 1);
});

Deno.test("new content is served from the next request on, cached answers are not", async () => {
  await using app = await world(TRIO);
  const path = "/v1/birthdays/upcoming?days=366";
  const before = await app.ask(path);
  const build = app.index.build;
  await app.swap(LATER.content);
  assert.notEqual((await app.json("/healthz")).build, build);
  assert.equal((await app.ask("/api/kembang/members")).status, 404);
  const after = await app.ask(path, { headers: { "if-none-match": before.headers.get("etag")! } });
  assert.equal(after.status, 200);
  const groups = new Set((await after.json()).data.map(({ group }: { group: string }) => group));
  assert.deepEqual(groups, new Set(["nanti", "kelak"]));
});

const README = Deno.readTextFileSync(new URL("../../README.md", import.meta.url));

Deno.test("what README tells newcomers to ask is answered as it says, with a key and with a wrong one", async () => {
  const [, first = ""] = /^## Ask it$([^]*?)^## /m.exec(README) ?? [];
  const path = /127\.0\.0\.1:8000(\/[^?']+)\?apikey=/.exec(first)![1]!;
  const [, answer = ""] = /```json\n([^]*?)```/.exec(first) ?? [];
  const [, refusal = ""] = /`(\{"status":false[^`]*)`/.exec(first) ?? [];
  await using app = await world({ content: "content", now: "2026-11-22T05:00:00Z" });
  // What stands for the rest of a member is left out.
  const { data: [{ "…": _, ...shown }], ...around } = JSON.parse(answer);
  const { data: [member, ...others], ...answered } = await app.json(path);
  assert.deepEqual([answered, others], [around, []]);
  assert.ok(Object.keys(shown).length >= 3);
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(member[name], value, name);
  const refused = await app.ask(path, { key: "J-osb_wrong" });
  assert.equal(refused.status, 403);
  assert.equal(await refused.text(), refusal);
});
