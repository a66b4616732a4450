import assert from "node:assert/strict";
import { check } from "./check.ts";
import { TRIO } from "./contents.ts";
import { world } from "./world.ts";

const ISSUE = [
  ...["key", "issue", "--owner", "Tari", "--email", "tari@fans.example"],
  ...["--plan", "standard"],
];

Deno.test("a key that a command makes opens every process of a world, until a command ends it", async () => {
  await using here = await world({ ...TRIO, plan: null });
  await using there = await here.beside();
  const { id, secret: key } = await here.told(ISSUE);
  await here.pass(3_000);
  for (const one of [here, there]) await one.json("/api/kembang/members", { key });
  assert.equal((await here.run(["key", "revoke", id])).code, 0);
  await here.pass(3_000);
  for (const one of [here, there]) {
    assert.equal((await one.ask("/api/kembang/members", { key })).status, 403);
  }
});

Deno.test("an edit of files is served, and announced", async () => {
  await using app = await world({ content: {}, now: "2026-07-01T00:00:00Z" });
  const { cursor } = await app.json("/v1/changes");
  app.at("2026-07-01T01:00:00Z");
  const text = "---\ntitle: Baru\ndate: 2026-07-01\n---\n\nHai.\n";
  await app.edit({ "groupa/news/2026-07-01-baru.md": text });
  assert.equal((await app.json("/api/groupa/news")).length, 2);
  const { data } = await app.json(`/v1/changes?since=${cursor}`);
  assert.deepEqual(data.map(({ id }: { id: string }) => id), ["2026-07-01-baru"]);
});

Deno.test("a webhook's posts and a key's letters are there", async () => {
  await using app = await world({ ...TRIO, mail: true });
  const body = JSON.stringify({ url: "https://fans.example/hook" });
  const { id } = await (await app.ask("/v1/webhooks", { method: "POST", body })).json();
  assert.equal((await app.ask(`/v1/webhooks/${id}/test`, { method: "POST" })).status, 200);
  assert.equal(app.posts.length, 1);
  await app.run([...ISSUE, "--send"]);
  assert.deepEqual((await app.mails()).map(({ to }) => to), [["tari@fans.example"]]);
});

Deno.test("an administrator that a command makes logs in", async () => {
  await using app = await world(TRIO);
  await app.addAdmin("root", "a good password");
  const browser = app.browser();
  assert.equal((await browser.logIn("root", "a good password")).status, 200);
  assert.equal((await browser.get("/admin/api/commands")).status, 200);
});

Deno.test("an answer with a known secret in it, and one of 500, break the laws", async () => {
  const app = await world({ ...TRIO, faulty: true });
  app.kv.outOfReach = true;
  await app.ask("/v1/webhooks", { method: "POST", body: '{"url":"https://fans.example/hook"}' });
  await assert.rejects(() => app.check());
  app.kv.outOfReach = false;
  app.log.lines.length = 0;
  await app[Symbol.asyncDispose]();
});

Deno.test("the compiler says what is wrong with files, and mends what can be mended", () => {
  const file = "groupa/shows/2026-12-04-x.yaml";
  const files = { [file]: "title: Peluit\ndate: Jumat, 4 Desember 2026\n" };
  assert.match(check(files).messages.join("\n"), /^error groupa\/shows\/2026-12-04-x\.yaml:2: /);
  const mended = check(files, { fix: true });
  assert.equal(mended.text(file), "title: Peluit\ndate: 2026-12-04\n");
  assert.ok(mended.pack !== undefined);
});
