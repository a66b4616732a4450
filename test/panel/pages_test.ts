import assert from "node:assert/strict";
import { createManualClock } from "../support/manual_clock.ts";
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
