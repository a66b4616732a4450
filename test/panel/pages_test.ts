import assert from "node:assert/strict";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { fillStore } from "../support/panel_store.ts";
import { browserOf, createPanelProgram, loggedIn, NAME, OPTIONS, PASSWORD } from "./harness.ts";
import { formTokenOf } from "../support/panel_browser.ts";

Deno.test("pages show what the commands tell: keys, their use, tokens and their last uses", async () => {
  await using program = await createPanelProgram({
    plans: "content",
    now: new Date().toISOString(),
  });
  const browser = await loggedIn(program);
  const { keyIds, applicationId, tokenId } = await fillStore(program.stores, 30);
  const { text: keys } = await browser.get("/admin/keys");
  assert.match(keys, /1–25 of 30/);
  assert.match(keys, /5,000<br><span class="small">of 5,000</);
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

const ON = { env: { ADMIN_API: "on" } };
const KEY = { owner: "Sari", email: "sari@fans.example", plan: "standard" };
const FROM = { from: "/admin/keys/issue" };
const SECRET = /class="address">([JP]-osb_\w+)</;

Deno.test("a key is issued once for each form, shown on that answer alone, and opens", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const token = formTokenOf((await browser.get("/admin/keys/issue")).text);
  const fields = { ...KEY, group: "groupb", ip: "127.0.0.1, 10.0.0.0/8" };
  const [made, again] = await Promise.all([
    browser.post("/admin/keys/issue", fields, { token }),
    browser.post("/admin/keys/issue", fields, { token }),
  ].map((sent) => sent)).then((seen) => seen.toSorted((a, b) => a.status - b.status));
  assert.deepEqual([made!.status, again!.status], [200, 409]);
  const [, secret] = SECRET.exec(made!.text)!;
  assert.doesNotMatch(again!.text, /osb_/);
  assert.equal((await browser.post("/admin/keys/issue", fields, { token })).status, 409);
  const records = await program.stores.keys.list();
  assert.deepEqual(records.map(({ owner, groups, ips }) => ({ owner, groups, ips })), [
    { owner: "Sari", groups: ["groupb"], ips: ["127.0.0.1", "10.0.0.0/8"] },
  ]);
  for (const path of ["/admin/keys", `/admin/keys/${records[0]!.id}`, "/admin/audit"]) {
    const { status, text } = await browser.get(path);
    assert.equal(status, 200, path);
    assert.ok(!text.includes(secret!), `${path} shows no secret`);
  }
  await program.service.access.credentials.refresh();
  assert.equal((await program.ask("/v1/key", { key: secret! })).status, 200);
});

Deno.test("a form of one process is not taken twice by another", async () => {
  const kv = createMemoryKv();
  await using one = await createPanelProgram({ ...ON, kv });
  await using other = await createPanelProgram({ ...ON, kv });
  const first = await loggedIn(one);
  const second = await loggedIn(other);
  second.cookie = first.cookie;
  const token = formTokenOf((await first.get("/admin/keys/issue")).text);
  const sent = await Promise.all(
    [first, second].map((browser) => browser.post("/admin/keys/issue", KEY, { token })),
  );
  assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await one.stores.keys.list()).length, 1);
});

Deno.test("what a form cannot be taken with comes back in it, and can be sent again", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  for (
    const [wrong, said] of [
      [{ owner: "" }, /without --owner/],
      [{ email: "nobody" }, /e-mail address/],
      [{ plan: "none" }, /plan &quot;none&quot;/],
      [{ ip: "300.1.1.1" }, /300\.1\.1\.1/],
      [{ expires: "tomorrow" }, /tomorrow/],
    ] as const
  ) {
    const fields = { ...KEY, ...wrong };
    const { status, text } = await browser.post("/admin/keys/issue", fields, FROM);
    assert.equal(status, 400, JSON.stringify(wrong));
    assert.match(text, said);
    const again = { token: formTokenOf(text) };
    assert.equal((await browser.post("/admin/keys/issue", KEY, again)).status, 200);
  }
  assert.equal((await program.stores.keys.list()).length, 5);
});

Deno.test("a key is revoked by its page, and the record names who did what", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  await browser.post("/admin/keys/issue", KEY, FROM);
  const [{ id } = { id: "" }] = await program.stores.keys.list();
  const from = { from: `/admin/keys/${id}` };
  const { status, text } = await browser.post(`/admin/keys/${id}/revoke`, {}, from);
  assert.equal(status, 200);
  assert.match(text, /is revoked/);
  const page = await browser.get(`/admin/keys/${id}`);
  assert.match(page.text, /revoked<\/span>/);
  assert.doesNotMatch(page.text, /Revoke it/);
  const record = await browser.get("/admin/audit?kind=admin");
  assert.match(record.text, /root<br>.*<code>key revoke<\/code>/s);
  assert.match(record.text, /<code>key issue<\/code>/);
  const missing = await browser.post("/admin/keys/k_none/revoke", {}, FROM);
  assert.equal(missing.status, 404);
});

Deno.test("an application is approved once, another rejected with a reason, a token revoked", async () => {
  await using program = await createPanelProgram(ON);
  const browser = await loggedIn(program);
  const apply = async (organization: string) => {
    const application = { organization, name: "Budi", email: "budi@fans.example", appliedAt: 0 };
    return (await program.stores.tokens.apply(application)).record.id;
  };
  const [good, bad] = [await apply("Fanbase Satu"), await apply("Fanbase Dua")];
  const pageOf = (id: string) => ({ from: `/admin/tokens/${id}` });
  const approved = await browser.post(`/admin/tokens/${good}/approve`, {}, pageOf(good));
  assert.equal(approved.status, 200);
  assert.match(approved.text, SECRET);
  const again = await browser.post(`/admin/tokens/${good}/approve`, {}, pageOf(good));
  assert.equal(again.status, 409);
  const without = await browser.post(`/admin/tokens/${bad}/reject`, { reason: "" }, pageOf(bad));
  assert.equal(without.status, 400);
  const reason = "Nobody knows them.";
  const rejected = await browser.post(`/admin/tokens/${bad}/reject`, { reason }, pageOf(bad));
  assert.equal(rejected.status, 200);
  assert.match((await browser.get(`/admin/tokens/${bad}`)).text, /Nobody knows them\./);
  const revoked = await browser.post(`/admin/tokens/${good}/revoke`, {}, pageOf(good));
  assert.equal(revoked.status, 200);
  const states = (await program.stores.tokens.list()).map(({ state }) => state);
  assert.deepEqual(states.sort(), ["rejected", "revoked"]);
});

Deno.test("forms that do something are shown with ADMIN_API=on alone", async () => {
  for (const isOn of [true, false]) {
    await using program = await createPanelProgram({ env: { ADMIN_API: isOn ? "on" : "off" } });
    const browser = await loggedIn(program);
    const { record } = await program.stores.keys.issue({
      ...KEY,
      groups: [],
      ips: [],
      createdAt: program.clock.now(),
    });
    const { text } = await browser.get(`/admin/keys/${record.id}`);
    assert.equal(text.includes("Revoke it"), isOn);
    assert.equal(text.includes("Set the plan"), isOn);
    for (const path of ["issue", `${record.id}/revoke`, `${record.id}/rotate`]) {
      assert.equal((await browser.get(`/admin/keys/${path}`)).status, isOn ? 200 : 404);
    }
    const kept = (await program.stores.keys.find(record.id))!;
    const token = formTokenOf(text);
    const sent = await browser.post(`/admin/keys/${record.id}/revoke`, {}, { token });
    assert.equal(sent.status, isOn ? 200 : 405);
    if (!isOn) assert.deepEqual(await program.stores.keys.find(record.id), kept);
  }
});
