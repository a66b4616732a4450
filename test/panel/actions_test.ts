import assert from "node:assert/strict";
import { createMemoryKv } from "../support/memory_kv.ts";
import { formTokenOf } from "../support/panel_browser.ts";
import { createPanelProgram, loggedIn } from "./harness.ts";

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
  assert.doesNotMatch(page.text, /Revoke this key/);
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
    assert.equal(text.includes("Revoke this key"), isOn);
    assert.equal((await browser.get("/admin/keys/issue")).status, isOn ? 200 : 404);
    const kept = (await program.stores.keys.find(record.id))!;
    const token = formTokenOf(text);
    const sent = await browser.post(`/admin/keys/${record.id}/revoke`, {}, { token });
    assert.equal(sent.status, isOn ? 200 : 405);
    if (!isOn) assert.deepEqual(await program.stores.keys.find(record.id), kept);
  }
});
