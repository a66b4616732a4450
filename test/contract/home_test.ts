import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { createProgram } from "../support/program.ts";

Deno.test("the front page shows the public group and no other, to everybody", async () => {
  await using app = await createProgram(REPOSITORY);
  const answer = await app.ask("/", { key: null });
  const page = await answer.text();
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(answer.headers.get("cache-control"), "public, max-age=30");
  assert.equal(answer.headers.get("vary"), "Accept-Encoding");
  assert.match(answer.headers.get("content-security-policy")!, /default-src 'none'/);
  const [shown, hidden] = app.catalog.groups;
  assert.ok(page.includes(shown!.name), "groupa says public: page");
  assert.ok(!page.includes(hidden!.name), "groupb is for callers alone");
  assert.match(page, /deno task dev -- --demo-live/);
});

Deno.test("the front page is small, and answers 304 to its own entity tag", async () => {
  await using app = await createProgram(REPOSITORY);
  const answer = await app.ask("/", { key: null });
  assert.ok((await answer.arrayBuffer()).byteLength < 50_000);
  const again = await app.ask("/", {
    key: null,
    headers: { "if-none-match": answer.headers.get("etag")! },
  });
  assert.equal(again.status, 304);
});

Deno.test("the front page asks no other host for anything but pictures", async () => {
  await using app = await createProgram(REPOSITORY);
  const page = await (await app.ask("/", { key: null })).text();
  const loaded = page.matchAll(
    /<(script|link|iframe|object|embed|style)[^>]*?(?:src|href)="([^"]*)"/g,
  );
  for (const [tag, , address] of loaded) assert.ok(address!.startsWith("/"), tag);
  assert.ok(!/<style|<script>|\son\w+=/.test(page), "nothing inline");
});

Deno.test("without a public group the front page says what would stand there", async () => {
  await using app = await createProgram(TRIO);
  const page = await (await app.ask("/", { key: null })).text();
  assert.match(page, /public: page/);
  for (const { name } of app.catalog.groups) assert.ok(!page.includes(name), name);
});

Deno.test("the front page takes GET and HEAD alone, and says so", async () => {
  await using app = await createProgram(TRIO);
  const answer = await app.ask("/", { key: null, method: "POST" });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get("allow"), "GET, HEAD, OPTIONS");
});
