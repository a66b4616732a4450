import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { createSessions } from "../../../src/addons/panel/sessions.ts";
import { loadCommands } from "../../../src/core/commands.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createMac } from "../../../src/toolbox/mac.ts";
import { addAdmin } from "../../support/issue.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram } from "../../support/program.ts";
import { settle } from "../../support/manual_clock.ts";
import { world } from "../../support/world.ts";
import { createPanelProgram, NAME, NOW, operator, PASSWORD } from "./operator.ts";

Deno.test("without an administrator the page names the command that makes one", async () => {
  await using program = await createProgram({ content: "content", now: NOW, plan: null });
  const { status, text } = await operator(program).get("/admin");
  assert.equal(status, 200);
  assert.match(text, /deno task admin user add/);
});

Deno.test("an administrator logs in, and out for good, in every process", async () => {
  const kv = createMemoryKv();
  await using one = await createPanelProgram({ kv });
  await using other = await createPanelProgram({ kv });
  const browser = operator(one);
  assert.equal((await browser.logIn(NAME, "wrong horse")).status, 403);
  assert.equal((await browser.logIn(`"><script>alert(1)</script>`)).status, 403);
  assert.equal(await browser.isIn(), false);
  assert.deepEqual(JSON.parse((await browser.logIn()).text), { username: NAME });
  assert.match((await browser.get("/admin")).text, /data-user="root"/);
  const elsewhere = operator(other);
  elsewhere.cookie = browser.cookie;
  assert.ok(await elsewhere.isIn());
  const { cookie } = browser;
  const out = await browser.post("/admin/logout");
  assert.match(out.headers.get("set-cookie")!, /^osb_admin=; Max-Age=0; Path=\/admin;/);
  browser.cookie = cookie;
  assert.equal(await browser.isIn(), false, "the cookie that was taken opens nothing");
  assert.equal(await elsewhere.isIn(), false);
});

Deno.test("the cookie is HttpOnly, SameSite=Strict, of /admin, for 8 hours; Secure over https", async () => {
  await using program = await createPanelProgram({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  const attributes = "Max-Age=28800; Path=/admin; HttpOnly; SameSite=Strict";
  const [cookie] = (await operator(program).logIn()).headers.getSetCookie();
  assert.match(cookie!, /^osb_admin=[\w-]+~[0-9a-f]{32}\.\d+\.[\w-]{43}; /);
  assert.equal(cookie!.slice(cookie!.indexOf("; ") + 2), attributes);
  const https = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  const secure = operator(program, { headers: https, from: "10.0.0.1" });
  const [other] = (await secure.logIn(NAME, PASSWORD)).headers.getSetCookie();
  // Its own origin is https.
  assert.match(other!, /^__Secure-osb_admin=/);
  assert.equal(other!.slice(other!.indexOf("; ") + 2), `${attributes}; Secure`);
  assert.ok(await secure.isIn());
  secure.cookie = secure.cookie!.replace("__Secure-", "");
  assert.equal(await secure.isIn(), false, "over https the plain name is not read");
});

Deno.test("nobody logs in over plain http from elsewhere than loopback", async () => {
  await using program = await createPanelProgram({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  for (
    const [from, headers] of [
      ["203.0.113.9", {}],
      ["10.0.0.1", { "x-forwarded-for": "203.0.113.9" }],
      ["10.0.0.1", { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "http" }],
      ["203.0.113.9", { "x-forwarded-proto": "https" }],
      ["127.0.0.1", { "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https" }],
      ["127.0.0.1", { "x-real-ip": "203.0.113.9" }],
      ["127.0.0.1", { "cf-connecting-ip": "203.0.113.9" }],
    ] as const
  ) {
    const browser = operator(program, { headers: headers as Record<string, string>, from });
    const { status, text, headers: sent } = await browser.get("/admin");
    assert.equal(status, 403, JSON.stringify([from, headers]));
    assert.match(text, /open \/admin over https/);
    assert.equal(sent.get("set-cookie"), null);
    assert.equal((await browser.logIn()).status, 403);
  }
});

Deno.test("a cookie ends after 8 hours, with another password, without its administrator", async () => {
  await using program = await createPanelProgram({ env: { ADMIN_API: "on" } });
  const { stores } = program;
  const browser = operator(program);
  await browser.logIn();
  const began = Date.parse(NOW);
  program.at(began + 8 * 3_600_000 - 1000);
  assert.ok(await browser.isIn());
  program.at(began + 8 * 3_600_000);
  assert.equal(await browser.isIn(), false);

  const second = operator(program);
  await second.logIn();
  const { cookie } = second;
  await addAdmin(stores, NAME, "another horse");
  assert.equal(await second.isIn(), false);
  await stores.users.remove(NAME);
  await addAdmin(stores, NAME, PASSWORD);
  second.cookie = cookie;
  assert.equal(await second.isIn(), false, "the same password is another record");
});

Deno.test("no changed byte of a cookie opens, nor that of another pepper; one beside a good one does no harm", async () => {
  await using program = await createPanelProgram();
  const browser = operator(program);
  await browser.logIn();
  const cookie = browser.cookie!;
  const [name, value] = cookie.split("=") as [string, string];
  const macOf = (text: string) => Buffer.from(text.slice(-43), "base64url");
  for (let at = 0; at < value.length; at++) {
    const other = value[at] === "A" ? "B" : "A";
    browser.cookie = `${name}=${value.slice(0, at)}${other}${value.slice(at + 1)}`;
    // The last letter of base64url holds two bits that nothing reads.
    if (macOf(browser.cookie).equals(macOf(cookie)) && at > value.length - 2) continue;
    assert.equal(await browser.isIn(), false, `at ${at}`);
  }
  browser.cookie = `${name}=broken; ${cookie}`;
  assert.ok(await browser.isIn(), "one of two that is good");
  browser.cookie = `${name}=a; ${name}=b; ${name}=c; ${name}=d; ${cookie}`;
  assert.equal(await browser.isIn(), false, "more than are looked at");
  const { stores, clock } = program;
  const secretHash = createMac("another pepper");
  const forger = createSessions({ ...stores, clock, random: systemRandom, secretHash });
  const user = await stores.users.find(NAME);
  // deno-lint-ignore no-explicit-any
  const [, forged] = forger.begin({ isSecure: false } as any, user!);
  browser.cookie = forged.split(";")[0];
  assert.equal(await browser.isIn(), false, "of another pepper");
  const [id, expiry, mac] = value.split(".") as [string, string, string];
  browser.cookie = `${name}=${id}.${Number(expiry) + 1}.${mac}`;
  assert.equal(await browser.isIn(), false);
});

Deno.test("what another page, a form, a frame or no browser sends is refused, and nothing is done", async () => {
  await using program = await createPanelProgram({ env: { ADMIN_API: "on" } });
  const browser = operator(program);
  await browser.logIn();
  const users = async () => (await program.stores.users.list()).length;
  const own = { "sec-fetch-site": "same-origin" };
  const refusals: Record<string, string>[] = [
    {},
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "cross-site", origin: "http://localhost:8000" },
    { origin: "https://localhost:8000" },
    { origin: "http://evil.example" },
    { origin: "null" },
    { ...own, "content-type": "application/x-www-form-urlencoded" },
    { ...own, "content-type": "text/plain" },
  ];
  for (const headers of refusals) {
    const sent = await browser.post("/admin/api/users", { name: "eve" }, headers);
    assert.deepEqual([sent.status, await users()], [403, 1], JSON.stringify(headers));
    const login = await operator(program).post(
      "/admin/login",
      { username: NAME, password: PASSWORD },
      headers,
    );
    assert.deepEqual([login.status, login.headers.get("set-cookie")], [403, null]);
  }
  const origin = { origin: "http://localhost:8000" };
  assert.equal((await browser.post("/admin/api/users", { name: "budi" }, origin)).status, 200);
});

Deno.test("credentials of other paths open nothing here, and the cookie opens nothing else", async () => {
  await using program = await createPanelProgram();
  const stranger = operator(program);
  const pair = { "x-admin-username": NAME, "x-admin-password": PASSWORD };
  assert.equal((await stranger.get("/admin/api/status", pair)).status, 403);
  const query = `?username=${NAME}&password=correct+horse`;
  assert.equal((await stranger.get(`/admin/api/status${query}`)).status, 403);
  const browser = operator(program);
  await browser.logIn();
  for (const path of ["/api/admin/keys", "/api/admin/status", "/v1/key", "/api/groupb/members"]) {
    assert.equal((await browser.get(path)).status, 403, path);
  }
});

Deno.test("the page is for this site alone: no CORS, no store, no frame, no script of others, texts alone", async () => {
  await using program = await createPanelProgram();
  const browser = operator(program);
  await browser.logIn();
  const seen = [
    await browser.get("/admin"),
    await browser.get("/admin/panel.js"),
    await browser.get("/admin/nothing"),
    await browser.get("/admin/api/status"),
    await operator(program).get("/admin/api/status"),
    await operator(program, { from: "203.0.113.9" }).get("/admin"),
  ];
  assert.deepEqual(seen.map(({ status }) => status), [200, 200, 404, 200, 403, 403]);
  for (const { headers } of seen) {
    assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("access-control")), []);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("x-frame-options"), "DENY");
    const policy = headers.get("content-security-policy")!;
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe/);
  }
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const request = new Request("http://localhost:8000/admin", { method });
    const { status, headers } = await program.handler(request, "127.0.0.1");
    assert.deepEqual([status, headers.get("access-control-allow-origin")], [405, null], method);
  }
});

Deno.test("the table names every command that HTTP has; with ADMIN_API=off those alone that look", async () => {
  const all = (await loadCommands()).filter(({ at }) => at !== undefined);
  for (const ADMIN_API of ["on", "off"]) {
    await using program = await createPanelProgram({ env: { ADMIN_API } });
    const browser = operator(program);
    await browser.logIn();
    const listed = JSON.parse((await browser.get("/admin/api/commands")).text);
    const names = listed.map(({ noun, verb }: Record<string, string>) => `${noun} ${verb}`);
    const wanted = all.filter(({ at }) => ADMIN_API === "on" || at!.method === "GET");
    assert.deepEqual(names, wanted.map(({ noun, verb }) => `${noun} ${verb}`));
    const issue = await browser.post("/admin/api/users", { name: "budi" });
    assert.equal(issue.status, ADMIN_API === "on" ? 200 : 405);
    assert.equal((await browser.get("/admin/api/users")).status, 200);
    if (ADMIN_API === "off") continue;
    const [entry] = JSON.parse((await browser.get("/admin/api/audit?kind=admin&limit=2")).text);
    assert.deepEqual([entry.by, entry.command, entry.subject], [NAME, "user add", "budi"]);
    const key = listed.find(({ noun, verb }: Record<string, string>) =>
      noun === "key" && verb === "issue"
    );
    const plan = key.options.find(({ name }: Record<string, string>) => name === "plan");
    assert.deepEqual(plan.choices, Object.keys(program.catalog.index.plans));
  }
});

Deno.test("too many wrong passwords lock their network out; the right one opens all the same", async () => {
  await using program = await createPanelProgram();
  const browser = operator(program);
  for (let n = 0; n < 30; n++) assert.equal((await browser.logIn(NAME, `wrong ${n}`)).status, 403);
  const locked = await browser.logIn(NAME, "wrong");
  assert.deepEqual([locked.status, locked.headers.get("retry-after")], [429, "60"]);
  assert.equal((await browser.logIn()).status, 200);
  program.at(Date.parse(NOW) + 60_000);
  assert.equal((await operator(program).logIn(NAME, "wrong")).status, 403);
});

Deno.test("on the machine itself the panel answers to its own names alone", async () => {
  await using program = await createPanelProgram();
  const base = new URL(program.catalog.index.site.base_url);
  const own = ["localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST", base.host];
  for (const host of own) {
    assert.equal((await operator(program, { host }).get("/admin")).status, 200, host);
  }
  for (const host of ["evil.example", "localhost.evil.example:8000", "127.0.0.1.evil.example"]) {
    const browser = operator(program, { host });
    const { status, text } = await browser.get("/admin");
    assert.equal(status, 403, host);
    assert.match(text, /answers to localhost, 127\.0\.0\.1/);
    assert.equal((await browser.logIn()).status, 403);
    assert.equal(browser.cookie, undefined);
  }
});

Deno.test("while the store does not answer, an act is refused to be tried again, and that is no fault", async () => {
  await using app = await world({
    content: "content",
    now: NOW,
    faulty: true,
    plan: null,
    outage: true,
  });
  await app.addAdmin(NAME, PASSWORD);
  const base = "http://localhost:8000";
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const body = JSON.stringify({ username: NAME, password: PASSWORD });
  const login = await app.ask("/admin/login", { base, method: "POST", headers, body });
  const [cookie] = login.headers.get("set-cookie")!.split(";");
  app.kv.fate = "silence";
  const asked = app.send("/admin/api/keys", { base, headers: { cookie: cookie! } });
  await app.pass(1_500);
  const answer = await asked;
  app.kv.fate = "none";
  assert.deepEqual([answer.status, (await answer.json()).type], [503, "TRY_AGAIN"]);
  assert.equal(answer.headers.get("retry-after"), "1");
  assert.equal(
    (await app.ask("/admin/api/keys", { base, headers: { cookie: cookie! } })).status,
    200,
  );
  app.kv.fate = "silence";
  const page = app.send("/admin", { base, headers: { cookie: cookie! } });
  await app.pass(1_500);
  const shown = await Promise.race([page, settle().then(() => undefined)]);
  assert.equal(shown?.status, 200, "it waits a second for the store, and no more");
  app.kv.fate = "none";
});
