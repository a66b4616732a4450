import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { createMac } from "../../src/toolbox/mac.ts";
import { createSessions } from "../../src/panel/sessions.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createProgram } from "../support/program.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { formTokenOf } from "../support/panel_browser.ts";
import { addAdmin } from "../support/issue.ts";
import { browserOf, createPanelProgram, loggedIn, NAME, OPTIONS, PASSWORD } from "./harness.ts";

const isOpen = (text: string) => text.includes("Logged in as root");

Deno.test("without an administrator the panel names the command that makes one", async () => {
  await using program = await createProgram(OPTIONS);
  const browser = browserOf(program);
  const first = await browser.get("/admin");
  assert.equal(first.status, 303);
  const { text } = await browser.get(first.headers.get("location")!);
  assert.match(text, /deno task admin user add/);
  assert.doesNotMatch(text, /type="password"/);
});

Deno.test("an administrator logs in, is led to where they wanted, and logs out for good", async () => {
  await using program = await createPanelProgram();
  const browser = browserOf(program);
  const away = await browser.get("/admin/audit?limit=5");
  assert.equal(away.headers.get("location"), "/admin/login?next=%2Fadmin%2Faudit%3Flimit%3D5");
  const wrong = await browser.logIn(NAME, "wrong horse");
  assert.equal(wrong.status, 403);
  assert.match(wrong.text, /do not match/);
  const login = { username: NAME, password: PASSWORD };
  for (
    const [next, location] of [
      ["/admin/audit?limit=5", "/admin/audit?limit=5"],
      ["//evil.example/admin", "/admin"],
      ["https://evil.example/", "/admin"],
      ["/administrator", "/admin"],
      ["/admin/\r\nset-cookie: a=b", "/admin"],
    ]
  ) {
    browser.cookie = undefined;
    const sent = await browser.post("/admin/login", { ...login, next: next! });
    assert.equal(sent.status, next!.includes("\n") ? 400 : 303);
    if (sent.status === 303) assert.equal(sent.headers.get("location"), location);
  }
  await browser.logIn(NAME, PASSWORD);
  assert.ok(isOpen((await browser.get("/admin")).text));
  const { cookie } = browser;
  const out = await browser.post("/admin/logout", {}, { from: "/admin" });
  assert.equal(out.status, 303);
  assert.match(out.headers.get("set-cookie")!, /^osb_admin=; Max-Age=0; Path=\/admin;/);
  browser.cookie = cookie;
  assert.equal(
    (await browser.get("/admin")).status,
    303,
    "the cookie that was taken opens nothing",
  );
});

Deno.test("the cookie is HttpOnly, SameSite=Strict, of /admin, for 8 hours; Secure over https", async () => {
  await using program = await createPanelProgram({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  const attributes = "Max-Age=28800; Path=/admin; HttpOnly; SameSite=Strict";
  const plain = await browserOf(program).logIn(NAME, PASSWORD);
  const [cookie] = plain.headers.getSetCookie();
  assert.match(cookie!, /^osb_admin=[\w-]+~[0-9a-f]{32}\.\d+\.[\w-]{43}; /);
  assert.equal(cookie!.slice(cookie!.indexOf("; ") + 2), attributes);
  const https = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  const secure = browserOf(program, https, "10.0.0.1");
  const sent = await secure.logIn(NAME, PASSWORD);
  const [secureCookie] = sent.headers.getSetCookie();
  assert.match(secureCookie!, /^__Secure-osb_admin=/);
  assert.equal(secureCookie!.slice(secureCookie!.indexOf("; ") + 2), `${attributes}; Secure`);
  assert.ok(isOpen((await secure.get("/admin")).text));
  secure.cookie = secure.cookie!.replace("__Secure-", "");
  assert.equal((await secure.get("/admin")).status, 303, "over https the plain name is not read");
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
    const browser = browserOf(program, headers, from);
    const { status, text, headers: sent } = await browser.get("/admin/login");
    assert.equal(status, 403, JSON.stringify([from, headers]));
    assert.match(text, /https only/);
    assert.doesNotMatch(text, /<form/);
    assert.equal(sent.get("set-cookie"), null);
    const options = { token: "0".repeat(32) };
    const pair = { username: NAME, password: PASSWORD };
    assert.equal((await browser.post("/admin/login", pair, options)).status, 403);
  }
});

Deno.test("a cookie ends after 8 hours, with another password, and without its administrator", async () => {
  await using program = await createPanelProgram();
  const browser = await loggedIn(program);
  const began = Date.parse(OPTIONS.now!);
  program.at(began + 8 * 3_600_000 - 1000);
  assert.ok(isOpen((await browser.get("/admin")).text));
  program.at(began + 8 * 3_600_000);
  assert.equal((await browser.get("/admin")).status, 303);

  const second = await loggedIn(program);
  const { cookie } = second;
  await addAdmin(program.stores, NAME, "another horse");
  assert.equal((await second.get("/admin")).status, 303);
  await program.stores.users.remove(NAME);
  await addAdmin(program.stores, NAME, PASSWORD);
  second.cookie = cookie;
  assert.equal((await second.get("/admin")).status, 303, "the same password is another record");
});

Deno.test("no changed byte of a cookie opens, nor that of another pepper; one beside a good one does no harm", async () => {
  await using program = await createPanelProgram();
  const browser = await loggedIn(program);
  const cookie = browser.cookie!;
  const [name, value] = cookie.split("=") as [string, string];
  for (let at = 0; at < value.length; at++) {
    const other = value[at] === "A" ? "B" : "A";
    browser.cookie = `${name}=${value.slice(0, at)}${other}${value.slice(at + 1)}`;
    // The last letter of base64url holds two bits that nothing reads.
    if (
      Buffer.from(browser.cookie.slice(-43), "base64url").equals(
        Buffer.from(cookie.slice(-43), "base64url"),
      )
    ) continue;
    assert.equal((await browser.get("/admin")).status, 303, `at ${at}`);
  }
  const guest = browserOf(program);
  await guest.get("/admin/login");
  browser.cookie = `${cookie}; ${guest.cookie}`;
  assert.equal((await browser.get("/admin")).status, 200, "one of two that is good");
  browser.cookie = `${guest.cookie}; ${name}=broken; ${cookie}`;
  assert.equal((await browser.get("/admin")).status, 200, "the last of three");
  browser.cookie = `${name}=a; ${name}=b; ${name}=c; ${name}=d; ${cookie}`;
  assert.equal((await browser.get("/admin")).status, 303, "more than are looked at");
  const pepper = createMac("another pepper");
  const forger = createSessions({
    ...program.stores,
    clock: program.clock,
    random: systemRandom,
    secretHash: pepper,
  });
  const user = await program.stores.users.find(NAME);
  const forged = forger.begin({ isSecure: false }, user!);
  browser.cookie = forged.cookie![1].split(";")[0];
  assert.equal((await browser.get("/admin")).status, 303, "of another pepper");
  const [id, expiry] = value.split(".") as [string, string];
  browser.cookie = `${name}=${id}.${Number(expiry) + 1}.${value.split(".")[2]}`;
  assert.equal((await browser.get("/admin")).status, 303);
});

Deno.test("every process of a store takes a cookie, and knows of a logout", async () => {
  const kv = createMemoryKv();
  await using one = await createPanelProgram({ kv });
  await using other = await createPanelProgram({ kv });
  const first = await loggedIn(one);
  const second = browserOf(other);
  second.cookie = first.cookie;
  const { text } = await second.get("/admin");
  assert.ok(isOpen(text));
  await second.post("/admin/logout", {}, { token: formTokenOf(text) });
  assert.equal((await first.get("/admin")).status, 303);
});

Deno.test("a form of another session, of another site or of nowhere is refused", async () => {
  await using program = await createPanelProgram();
  const browser = browserOf(program);
  const stranger = browserOf(program);
  const foreign = formTokenOf((await stranger.get("/admin/login")).text);
  const pair = { username: NAME, password: PASSWORD };
  const refusals = [
    { token: foreign },
    { token: "" },
    { token: `${"0".repeat(32)}.${"A".repeat(43)}` },
    { headers: {} },
    { headers: { "sec-fetch-site": "cross-site" } },
    { headers: { "sec-fetch-site": "same-site" } },
    { headers: { "sec-fetch-site": "none" } },
    { headers: { "sec-fetch-site": "cross-site", origin: "http://localhost:8000" } },
    { headers: { origin: "https://localhost:8000" } },
    { headers: { origin: "http://evil.example" } },
    { headers: { origin: "null" } },
  ];
  for (const options of refusals) {
    const { status } = await browser.post("/admin/login", pair, options);
    assert.equal(status, 403, JSON.stringify(options));
    assert.equal((await browser.get("/admin")).status, 303);
  }
  const own = { headers: { origin: "http://localhost:8000" } };
  assert.equal((await browser.post("/admin/login", pair, own)).status, 303);
  // What was a good token before the login is none after it.
  const before = formTokenOf((await stranger.get("/admin/login")).text);
  await stranger.post("/admin/login", pair, { token: before });
  assert.equal((await stranger.post("/admin/logout", {}, { token: before })).status, 403);
});

Deno.test("credentials of other paths open no page, and the cookie opens nothing else", async () => {
  await using program = await createPanelProgram();
  const pair = { "x-admin-username": NAME, "x-admin-password": PASSWORD };
  const stranger = browserOf(program);
  assert.equal((await stranger.get("/admin", pair)).status, 303);
  assert.equal((await stranger.get(`/admin?username=${NAME}&password=correct+horse`)).status, 303);
  const browser = await loggedIn(program);
  for (const path of ["/api/admin/keys", "/api/admin/status", "/v1/key", "/api/groupb/members"]) {
    assert.equal((await browser.get(path)).status, 403, path);
  }
});

Deno.test("pages are for this site alone: no CORS, no store, no frame, no script of others", async () => {
  await using program = await createPanelProgram();
  const browser = await loggedIn(program);
  const seen = [
    await browser.get("/admin"),
    await browser.get("/admin/nothing"),
    await browserOf(program).get("/admin/login"),
    await browserOf(program).get("/admin"),
    await browserOf(program, {}, "203.0.113.9").get("/admin"),
  ];
  assert.deepEqual(seen.map(({ status }) => status), [200, 404, 200, 303, 403]);
  for (const { headers } of seen) {
    assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("access-control")), []);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("x-frame-options"), "DENY");
    const policy = headers.get("content-security-policy")!;
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
  }
  const ask = (path: string, method: string) =>
    program.handler(new Request(`http://localhost:8000${path}`, { method }), "127.0.0.1");
  const head = await ask("/admin/login", "HEAD");
  assert.equal(await head.text(), "");
  assert.ok(Number(head.headers.get("content-length")) > 500);
  for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const { status, headers } = await ask("/admin", method);
    assert.deepEqual([status, headers.get("access-control-allow-origin")], [405, null], method);
  }
});

Deno.test("with ADMIN_API=off nothing is taken but login and logout", async () => {
  await using program = await createPanelProgram();
  const browser = await loggedIn(program);
  for (const path of ["/admin", "/admin/keys", "/admin/keys/issue", "/admin/keys/k_1/revoke"]) {
    const { status, headers } = await browser.post(path, {}, { from: "/admin" });
    assert.deepEqual([status, headers.get("allow")], [405, "GET, HEAD"], path);
  }
});

Deno.test("too many wrong passwords lock their network out, and the page says for how long", async () => {
  await using program = await createPanelProgram();
  const browser = browserOf(program);
  for (let n = 0; n < 30; n++) assert.equal((await browser.logIn(NAME, `wrong ${n}`)).status, 403);
  const locked = await browser.logIn(NAME, "wrong");
  assert.equal(locked.status, 429);
  assert.equal(locked.headers.get("retry-after"), "60");
  assert.match(locked.text, /Try again at <time[^>]*>03:01:00 UTC<\/time>, in 1 minute/);
  assert.equal((await browser.logIn(NAME, PASSWORD)).status, 303);
  program.at(Date.parse(OPTIONS.now!) + 60_000);
  assert.equal((await browserOf(program).logIn(NAME, "wrong")).status, 403);
});

Deno.test("what comes as a name is shown as text", async () => {
  await using program = await createPanelProgram();
  const { text } = await browserOf(program).logIn(`"><script>alert(1)</script>`, PASSWORD);
  assert.match(text, /value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/);
  assert.doesNotMatch(text, /<script>/);
});

Deno.test("logging out everywhere ends all sessions of the administrator, and those of no other", async () => {
  for (const ADMIN_API of ["on", "off"]) {
    await using program = await createPanelProgram({ env: { ADMIN_API } });
    await addAdmin(program.stores, "sari", "another horse");
    const [here, there] = [await loggedIn(program), await loggedIn(program)];
    const sari = browserOf(program);
    assert.equal((await sari.logIn("sari", "another horse")).status, 303);
    const out = await here.post("/admin/logout/everywhere", {}, { from: "/admin" });
    assert.deepEqual([out.status, out.headers.get("location")], [303, "/admin/login"]);
    for (const browser of [here, there]) {
      assert.equal((await browser.get("/admin")).headers.get("location"), "/admin/login");
    }
    assert.equal((await sari.get("/admin")).status, 200);
    const again = await loggedIn(program);
    assert.equal((await again.get("/admin")).status, 200);
    const acts = await sari.get("/admin/audit");
    assert.match(acts.text, /user logout/);
  }
});

Deno.test("on the machine itself the panel answers to its own names alone", async () => {
  await using program = await createPanelProgram();
  const { base_url } = program.catalog.index.site;
  const ask = (host: string, init: RequestInit = {}, inUrl = host) =>
    program.handler(
      new Request(`http://${inUrl}/admin/login`, { ...init, headers: { ...init.headers, host } }),
      "127.0.0.1",
    );
  const own = ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"];
  for (const host of [...own, new URL(base_url).host, `${new URL(base_url).hostname}:99`]) {
    const response = await ask(host);
    assert.equal(response.status, 200, host);
    await response.body?.cancel();
  }
  const body = new URLSearchParams({ username: NAME, password: PASSWORD });
  const headers = { "sec-fetch-site": "same-origin" };
  for (const host of ["evil.example", "localhost.evil.example:8000", "127.0.0.1.evil.example"]) {
    for (const inUrl of [host, "localhost:8000"]) {
      for (const init of [{}, { method: "POST", body, headers }]) {
        const response = await ask(host, init, inUrl);
        assert.equal(response.status, 403, host);
        assert.equal(
          response.headers.get("set-cookie")?.includes("osb_admin=cm9vd") ?? false,
          false,
        );
        assert.match(await response.text(), /answers to localhost, 127\.0\.0\.1/);
      }
    }
  }
  // Over https the name needs a certificate.
  const secure = new Request("https://panel.example/admin/login");
  assert.equal((await program.handler(secure, "127.0.0.1")).status, 403);
});
