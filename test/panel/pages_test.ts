import assert from "node:assert/strict";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { fillStore } from "../support/panel_store.ts";
import { browserOf, createPanelProgram, loggedIn, NAME, OPTIONS, PASSWORD } from "./harness.ts";

Deno.test("the overview shows the requests of the last minutes", async () => {
  const clock = createManualClock(Date.parse(OPTIONS.now!));
  await using program = await createPanelProgram({ clock });
  const browser = browserOf(program);
  assert.equal((await browser.logIn(NAME, PASSWORD)).status, 303);
  assert.match((await browser.get("/admin")).text, /has run for less than a minute/);
  for (let n = 0; n < 7; n++) await (await program.ask("/healthz")).body?.cancel();
  await (await program.ask("/v1/key", { key: null })).body?.cancel();
  await clock.advance(60_000);
  const { text } = await browser.get("/admin");
  assert.match(text, /aria-label="In the last minute, each of the last minute"/);
  assert.match(text, /Refused \(4xx\)[^]*?1 in the last minute/);
});

Deno.test("pages show what the commands tell: keys, their use, tokens and their last uses", async () => {
  await using program = await createPanelProgram({
    plans: "content",
    now: new Date().toISOString(),
  });
  const browser = await loggedIn(program);
  const { keyIds, applicationId, tokenId } = await fillStore(program.stores, 30);
  const { text: keys } = await browser.get("/admin/keys");
  assert.match(keys, /1–25 of 30/);
  assert.match(keys, /5,000 of 5,000/);
  assert.match(keys, /used up<\/span>/);
  assert.equal(keys.match(/href="\/admin\/keys\/k_/g)!.length, 25);
  const { text: rest } = await browser.get("/admin/keys?page=2");
  assert.equal(rest.match(/href="\/admin\/keys\/k_/g)!.length, 5);
  const { text: near } = await browser.get("/admin/keys?near=80");
  assert.match(near, new RegExp(`/admin/keys/${keyIds[0]}"`));
  const { text: one } = await browser.get(`/admin/keys/${keyIds[0]}`);
  assert.match(one, /<svg class="plot"/);
  assert.equal(one.match(/<td>\d{4}-\d\d-\d\d<\/td>/g)!.length, 30);
  assert.equal((await browser.get("/admin/keys/k_none")).status, 404);
  const { text: tokens } = await browser.get("/admin/tokens");
  assert.match(tokens, new RegExp(`/admin/tokens/${applicationId}"`));
  const { text: token } = await browser.get(`/admin/tokens/${tokenId}`);
  assert.equal(token.match(/<code>GET /g)!.length, 25);
  const { text: audit } = await browser.get("/admin/audit?verify=1&kind=use");
  assert.match(audit, /whole<\/span>/);
  assert.equal((await browser.get("/admin/tokens/t_none")).status, 404);
});

Deno.test("where the store is away, a session goes on and sees what is in memory, and is told so", async () => {
  const kv = createFaultyKv(createMemoryKv());
  await using program = await createPanelProgram({ kv, plan: "standard" });
  const browser = await loggedIn(program);
  assert.doesNotMatch((await browser.get("/admin")).text, /does not answer|not known/);
  assert.equal((await browser.get("/admin/keys")).status, 200);

  kv.outOfReach = true;
  const overview = await browser.get("/admin");
  assert.equal(overview.status, 200);
  assert.match(overview.text, /The store does not answer/);
  assert.match(overview.text, /Applications to review<[^]*?not known/);
  assert.match(overview.text, /Active keys<\/a><strong class="figure">[12]\s/);
  assert.match(overview.text, /out of reach/);
  assert.equal((await browser.get("/admin/live")).status, 200);
  for (const path of ["/admin/keys", "/admin/tokens", "/admin/webhooks", "/admin/content"]) {
    const page = await browser.get(path);
    assert.equal(page.status, 503, path);
    assert.equal(page.headers.get("retry-after"), "5");
    assert.match(page.text, /The store does not answer[^]*<a href="\/admin">overview/);
  }
  const stranger = browserOf(program);
  assert.equal((await stranger.get("/admin/login")).status, 503);
  // A cookie of which this process never saw that it holds opens nothing.
  stranger.cookie = browser.cookie!.replace(/.$/, (last) => last === "A" ? "B" : "A");
  assert.notEqual((await stranger.get("/admin")).status, 200);

  kv.outOfReach = false;
  assert.equal((await browser.get("/admin/keys")).status, 200);
  await browser.post("/admin/logout", {}, { from: "/admin" });
  kv.outOfReach = true;
  assert.notEqual((await browser.get("/admin")).status, 200, "what was ended stays so");
  kv.outOfReach = false;
});

Deno.test("where the store is away, a session goes on for 15 minutes and no longer", async () => {
  const kv = createFaultyKv(createMemoryKv());
  const clock = createManualClock(Date.parse(OPTIONS.now!));
  await using program = await createPanelProgram({ kv, clock });
  const browser = browserOf(program);
  await browser.logIn(NAME, PASSWORD);
  const minutes = (count: number) => clock.advance(count * 60_000);
  assert.equal((await browser.get("/admin")).status, 200);
  kv.outOfReach = true;
  for (let n = 0; n < 3; n++) {
    await minutes(5);
    assert.equal((await browser.get("/admin")).status, 200, `after ${5 * n} minutes`);
  }
  await minutes(1);
  assert.equal((await browser.get("/admin")).status, 503);
  kv.outOfReach = false;
  assert.equal((await browser.get("/admin")).status, 200);
});

Deno.test("the content's page finds items by their names, of groups that are shown to nobody too", async () => {
  await using program = await createPanelProgram({});
  const browser = await loggedIn(program);
  const [group] = program.catalog.groups;
  const [member] = group!.table("members");
  const asked = encodeURIComponent(member!.name.toUpperCase());
  const { text, status } = await browser.get(`/admin/content?q=${asked}`);
  assert.equal(status, 200);
  assert.match(text, new RegExp(`>member</td>[^]*<code>${member!.id}</code>`));
  assert.match((await browser.get("/admin/content?q=zzzzzz")).text, /Nothing that is published/);
  assert.equal((await browser.get("/admin/content?q=")).status, 200);
});
