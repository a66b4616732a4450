import { siteFiles } from "../site/shipped_site.ts";
import { siteSourceOf } from "../../../build/addons/site/site_source.ts";
import { compile } from "../../../build/compile.ts";
import { sitePackBytes } from "../../../build/emit/site_pack_bytes.ts";
import { canWrite } from "../../../src/admin/owner/owner.ts";
import { type Kv } from "../../../src/platform/kv.ts";
import { openSite } from "../../../src/site/site_pack.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/toolbox/durations.ts";
import { tracesIn } from "../../forget/traces.ts";
import { TRIO } from "../../support/contents.ts";
import { createFaultyKv } from "../../support/faulty_kv.ts";
import { issueKey, issueToken, signedUp } from "../../support/issue.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram } from "../../support/program.ts";
import { storeBytes } from "./store_bytes.ts";
import { linkIn, openSignup, PLANS, SARI, secretIn, tokenIn } from "./harness.ts";
import assert from "node:assert/strict";

Deno.test("a letter's link and its button make a key that works, shown once, and nothing is kept before", async () => {
  await using desk = await openSignup();
  const { program, signUp, letters, press, page } = desk;
  assert.equal((await signUp()).status, 200);
  const [letter, ...others] = await letters();
  assert.deepEqual(others, []);
  assert.deepEqual(letter!.to, ["sari@fans.example"]);
  const typed = ["sari@fans.example", "Melati", "203.0.113.7"];
  assert.deepEqual(tracesIn(await storeBytes(program.kv), typed), []);
  // What scanners do opens nothing.
  const link = linkIn(letter!.text);
  for (let n = 0; n < 3; n++) await page(link.split("#")[0]!);
  const response = await press(link);
  const secret = secretIn(await response.text());
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.match(response.headers.get("content-security-policy")!, /frame-ancestors 'none'/);
  assert.equal(response.headers.has("access-control-allow-origin"), false);
  const [key] = await signedUp(program.stores);
  assert.equal(key!.email, SARI.email);
  assert.equal(key!.note, SARI.note);
  assert.deepEqual(key!.ips, ["203.0.113.7"]);
  assert.equal((await program.ask("/api/kembang/members", { key: secret })).status, 200);
  assert.equal(
    (await program.ask("/v1/key", { key: secret })).status,
    403,
    "its own address alone",
  );
  const used = await press(link);
  assert.equal(used.status, 409);
  assert.equal((await used.text()).includes("J-osb_"), false);
  assert.equal((await signedUp(program.stores)).length, 1);
});

Deno.test("a group that no sign-up names stays closed to every key that was signed up for", async () => {
  await using desk = await openSignup();
  const secret = await desk.getKey();
  const status = async (path: string) => (await desk.program.ask(path, { key: secret })).status;
  assert.equal(await status("/api/kembang/members"), 200);
  assert.equal(await status("/api/hikari/members"), 403);
  assert.deepEqual(
    (await signedUp(desk.program.stores))[0]!.groups,
    ["kembang", "melati"],
  );
});

Deno.test("the answer is the same whether an e-mail is known or not, and letters go where the key's owner is", async () => {
  await using desk = await openSignup();
  const { getKey, signUp, letters, program } = desk;
  const secret = await getKey();
  await program.ask("/api/kembang/members", { key: secret });
  const known = await signUp({ email: "SARI+fan@Fans.example" }, "198.51.100.9");
  const [letter] = await letters();
  assert.deepEqual(letter!.to, ["sari@fans.example"]);
  assert.match(linkIn(letter!.text), /^\/key\/manage#/);
  const unknown = await signUp({ email: "budi@fans.example" }, "198.51.100.10");
  assert.deepEqual((await letters())[0]!.to, ["budi@fans.example"]);
  assert.deepEqual([known.status, unknown.status], [200, 200]);
  assert.equal(await known.text(), await unknown.text());
});

Deno.test("a key that nobody used is replaced by a new letter, in its place, and a used one is not", async () => {
  await using desk = await openSignup();
  const { getKey, program } = desk;
  const lost = await getKey();
  const kept = await getKey();
  const keys = await signedUp(program.stores);
  assert.equal(keys.length, 1);
  assert.equal((await program.ask("/api/kembang/members", { key: lost })).status, 403);
  assert.equal((await program.ask("/api/kembang/members", { key: kept })).status, 200);
});

Deno.test("links that are guessed, changed, of another kind or too old do nothing", async () => {
  await using desk = await openSignup();
  const { signUp, letters, program, post } = desk;
  await signUp();
  const text = tokenIn(linkIn((await letters())[0]!.text));
  const changed = [...text].map((letter, at) => at === 40 ? (letter === "A" ? "B" : "A") : letter);
  for (const wrong of ["", "x", "A".repeat(200), changed.join(""), `${text}A`, text.slice(1)]) {
    assert.equal((await post("/key/confirm", { link: wrong })).status, 404, wrong);
  }
  assert.equal((await post("/key/manage/open", { link: text })).status, 404);
  const asSession = await post("/key/manage/rotate", { session: text });
  assert.equal(asSession.status, 404);
  program.at(program.clock.now() + 31 * MINUTE_MS);
  assert.equal((await post("/key/confirm", { link: text })).status, 404);
  assert.deepEqual(await signedUp(program.stores), []);
});

Deno.test("what other sites and forms send does nothing, and one with wrong fields writes nothing", async () => {
  const kv = createMemoryKv();
  let commits = 0;
  const commit: Kv["commit"] = (checks, writes) => {
    commits++;
    return kv.commit(checks, writes);
  };
  await using desk = await openSignup({ kv: { ...kv, commit } });
  const { send, post, letters } = desk;
  const fields = SARI;
  const type = { "content-type": "application/json" };
  const body = JSON.stringify(fields);
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
    { "sec-fetch-site": "same-origin", "content-type": "text/plain" },
    {},
  ];
  commits = 0;
  for (const headers of foreign) {
    const response = await send("/key", { method: "POST", headers: { ...type, ...headers }, body });
    assert.equal(response.status, 403, JSON.stringify(headers));
  }
  const wrong: readonly [path: string, status: number, fields: Record<string, string>][] = [
    ["/key", 400, { ...fields, email: "sari" }],
    ["/key", 400, { ...fields, name: "" }],
    ["/key", 400, { ...fields, ips: "0.0.0.0/0" }],
    ["/key/manage", 400, { email: "sari@localhost" }],
    ["/key/confirm", 404, { link: "x" }],
    ...["open", "addresses", "rotate", "replace", "export", "delete"].map((
      act,
    ): [string, number, Record<string, string>] => [`/key/manage/${act}`, 404, { session: "x" }]),
  ];
  for (const [path, status, fields] of wrong) {
    assert.equal((await post(path, fields)).status, status, path);
  }
  assert.deepEqual([commits, await letters()], [0, []]);
  assert.equal((await post("/key", fields)).status, 200);
  assert.equal((await letters()).length, 1);
  assert.equal(commits, 1, "the counts of letters");
});

Deno.test("spellings of one mailbox are one e-mail, and letters go to the address of the sign-up", async () => {
  await using desk = await openSignup();
  const { getKey, signUp, letters, program } = desk;
  const secret = await getKey({ email: "Sari@münchen.example" });
  await program.ask("/api/kembang/members", { key: secret });
  const spellings = [
    ...["sari@münchen.example", "SARI+fan@MÜNCHEN.example", "sari@mu\u0308nchen.example"],
    ...["sari@xn--mnchen-3ya.example", "ｓａｒｉ@münchen.example", "sari.@münchen.example.."],
    ...["sari@münchen。example", "sari@münchen.example。", "sari@mün\u00adchen.example"],
  ];
  for (const [n, email] of spellings.entries()) {
    program.at(program.clock.now() + 25 * HOUR_MS);
    assert.equal((await signUp({ email }, `198.51.${n}.1`)).status, 200, email);
    const [letter, ...others] = await letters();
    assert.deepEqual([letter?.to.length, others], [1, []], email);
    assert.match(linkIn(letter!.text), /^\/key\/manage#/, email);
    assert.match(letter!.to[0]!, /^Sari@/, email);
  }
  assert.equal((await signedUp(program.stores)).length, 1);
});

Deno.test("an e-mail that names no mailbox, or one behind another, is refused and says why", async () => {
  await using desk = await openSignup();
  const { signUp, post, letters } = desk;
  for (
    const email of [
      ...["sari@localhost", "sari@localhost.", "sari@fans..example", "sari@127.0.0.1"],
      ...["sari@2130706433", "sari@[127.0.0.1]", "sari@fans%2eexample", "sari@fans&.example"],
      ...["sari%fans.example@relay.example", "sari％fans.example@relay.example"],
      ...["sari+%x@relay.example", "fans.example!sari@relay.example", '"sari"@fans.example'],
      ...['"sari@fans.example"@relay.example', "sa\u200bri@fans.example", "@fans.example"],
    ]
  ) {
    const response = await signUp({ email });
    assert.equal(response.status, 400, email);
    assert.match(await response.text(), /its host has a dot, and it has no quotes, % or !/);
    assert.equal((await post("/key/manage", { email })).status, 400, email);
  }
  assert.deepEqual(await letters(), []);
});

Deno.test("a link of another spelling replaces no key", async () => {
  await using desk = await openSignup();
  const { signUp, getKey, letters, press, program } = desk;
  await signUp({ email: "sari+x@fans.example" }, "198.51.100.9");
  const other = linkIn((await letters())[0]!.text);
  const secret = await getKey();
  assert.equal((await press(other, "198.51.100.9")).status, 409);
  assert.equal((await program.ask("/api/kembang/members", { key: secret })).status, 200);
  const [key] = await signedUp(program.stores);
  assert.equal(key!.email, SARI.email);
});

Deno.test("nothing that is typed reaches a header or a stranger's letter", async () => {
  await using desk = await openSignup();
  const { signUp, letters } = desk;
  const wrong: Partial<typeof SARI>[] = [
    { email: "sari@fans.example\r\nBcc: all@fans.example" },
    { email: "sari@fans.example, all@fans.example" },
    { email: "Sari <sari@fans.example>" },
    { email: "sari@fans.example>" },
    { email: "sari" },
    { name: "Sari\r\nBcc: all@fans.example" },
    { name: "" },
    { name: "x".repeat(81) },
    { note: "line\nline" },
    { note: "x".repeat(201) },
    { ips: "0.0.0.0/0" },
    { ips: "203.0.113.0/23" },
    { ips: "2001:db8::/47" },
    { ips: Array.from({ length: 11 }, (_, n) => `203.0.113.${n}`).join(",") },
    { ips: "127.1" },
  ];
  for (const typed of wrong) {
    assert.equal((await signUp(typed)).status, 400, JSON.stringify(typed));
  }
  assert.deepEqual(await letters(), []);
  await signUp({ name: "Visit https://evil.example", note: "and https://evil.example" });
  const [letter] = await letters();
  assert.equal(letter!.text.includes("evil"), false);
  assert.deepEqual(letter!.to, ["sari@fans.example"]);
});

Deno.test("letters are bounded by e-mail, by network, and by both together", async () => {
  await using desk = await openSignup();
  const { signUp, letters } = desk;
  for (let n = 0; n < 5; n++) assert.equal((await signUp({}, "198.51.100.1")).status, 200);
  assert.equal((await letters()).length, 3, "an e-mail from one network");
  for (let network = 1; network <= 5; network++) {
    for (let n = 0; n < 3; n++) await signUp({}, `192.0.${network}.1`);
  }
  assert.equal((await letters()).length, 6, "an e-mail from all of them");
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    statuses.push((await signUp({ email: `fan${n}@fans.example` }, `203.0.113.${n}`)).status);
  }
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429, 429]);
  assert.equal((await letters()).length, 10, "one network");
  desk.program.at(desk.program.clock.now() + HOUR_MS);
  assert.equal((await signUp({ email: "later@fans.example" }, "203.0.113.1")).status, 200);
});

Deno.test("200 letters go out in an hour, whatever the networks and processes", async () => {
  await using one = await openSignup();
  await using other = await openSignup({ kv: one.program.kv });
  const statuses: number[] = [];
  for (let n = 0; n < 230; n++) {
    const desk = [one, other][n % 2]!;
    const response = await desk.signUp({ email: `fan${n}@fans.example` }, `10.0.${n}.1`);
    statuses.push(response.status);
  }
  assert.deepEqual(statuses, [...Array<number>(200).fill(200), ...Array<number>(30).fill(429)]);
  const sent = [await one.letters(), await other.letters()].map(({ length }) => length);
  assert.deepEqual(sent, [100, 100]);
});

Deno.test("/key is nowhere without a plan or a mail server", async () => {
  await using desk = await openSignup();
  const { program, send } = desk;
  program.setPlans({ standard: PLANS.standard! });
  assert.equal((await send("/key")).status, 404);
  assert.equal((await send("/key/manage")).status, 200, "keys that exist are managed");
  program.setPlans(PLANS);
  assert.equal((await send("/key")).status, 200);
  assert.equal((await send("/key/other")).status, 404);
  assert.equal((await send("/key", { method: "PUT" })).status, 405);
  for (const method of ["OPTIONS", "POST", "DELETE"]) {
    const { status, headers } = await send("/key/key.js", { method });
    assert.deepEqual([status, headers.get("allow")], [405, "GET, HEAD"], method);
  }
  await using mute = await openSignup({ env: { SMTP_URL: "" } });
  assert.equal((await mute.send("/key")).status, 404);
});

Deno.test("nothing is shown over plain http, links are made of base_url, and no log has one", async () => {
  await using desk = await openSignup();
  const { program, letters } = desk;
  const open = await program.handler(new Request("http://api.oshibase.example/key"), "203.0.113.7");
  assert.equal(open.status, 403);
  const response = await desk.send("/key", {
    method: "POST",
    headers: {
      "host": "evil.example",
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
    },
    body: JSON.stringify(SARI),
  });
  assert.equal(response.status, 200);
  const [letter] = await letters();
  assert.equal(letter!.text.includes("evil"), false);
  const link = linkIn(letter!.text);
  await desk.press(link);
  const token = tokenIn(link);
  assert.equal(JSON.stringify(program.log.lines).includes(token.slice(0, 40)), false);
});

Deno.test("links are made for an address with https, or on this machine, and with a mail server", () => {
  const isOpen = (base: string, hasMail = true) => canWrite({ hasMail, baseUrl: () => base });
  const bases = {
    "https://api.oshibase.example": true,
    "http://127.0.0.1:8000": true,
    "http://[::1]:8000": true,
    "http://api.oshibase.example": false,
    "http://127.0.0.1.evil.example": false,
    "ftp://api.oshibase.example": false,
    "": false,
  };
  for (const [base, expected] of Object.entries(bases)) {
    assert.equal(isOpen(base), expected, base);
  }
  assert.equal(isOpen("https://api.oshibase.example", false), false);
});

Deno.test("no metric has a link, an e-mail or an address of those who sign up", async () => {
  const METRICS_TOKEN = "m".repeat(16);
  await using desk = await openSignup({ env: { METRICS_TOKEN } });
  await desk.signUp();
  const link = linkIn((await desk.letters())[0]!.text);
  await desk.press(link);
  const response = await desk.send("/metrics", {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await response.text();
  assert.match(text, /oshibase_signups_total\{event="key_made"\} 1/);
  assert.match(text, /oshibase_signups_total\{event="letter_sent"\} 1/);
  for (const part of [link.slice(-30), "sari", "203.0.113.7"]) {
    assert.equal(text.includes(part), false, part);
  }
});

Deno.test("40 keys that were signed up for hold half of the streams, and the others get theirs", async () => {
  const env = { SSE_LIMIT: "20" };
  await using program = await createProgram({ ...TRIO, plans: PLANS, plan: null, env });
  const { stores, service, ask } = program;
  const keys = [];
  for (let n = 0; n < 40; n++) {
    keys.push(await issueKey(stores, { plan: "fan", signup: `digest ${n}` }));
  }
  const own = await issueKey(stores);
  const token = await issueToken(stores);
  await service.access.credentials.refresh();
  const open: Response[] = [];
  const streams = async (times: number, init: Parameters<typeof ask>[1]) => {
    const before = open.length;
    for (let n = 0; n < times; n++) {
      const response = await ask("/api/kembang/live/stream", init);
      if (response.status === 200) open.push(response);
      else {
        assert.equal(response.status, 503);
        assert.equal((await response.json()).type, "TRY_AGAIN");
      }
    }
    return open.length - before;
  };
  try {
    let ofSignups = 0;
    for (const { secret } of keys) ofSignups += await streams(4, { key: secret });
    assert.equal(ofSignups, 10);
    assert.equal(await streams(20, { key: own.secret }), 8, "a tenth is kept for tokens");
    const headers = { "x-priority-token": token.secret };
    assert.equal(await streams(5, { key: null, headers }), 2);
  } finally {
    for (const response of open) await response.body!.cancel();
  }
});

Deno.test("the page is shown while the store is away; what is sent then is to be sent again", async () => {
  const kv = createFaultyKv(createMemoryKv());
  await using desk = await openSignup({ kv });
  kv.outOfReach = true;
  assert.match(await desk.page("/key"), /<div id="key">/);
  const refused = await desk.signUp();
  assert.deepEqual([refused.status, (await refused.json()).outcome], [503, "away"]);
  kv.outOfReach = false;
  assert.equal((await desk.signUp()).status, 200);
});

const { site, plans, groups } = compile(TRIO.content).content;

const source = { ...siteSourceOf({ site: site!, plans: plans!, groups }), plans: PLANS };

const FILES = siteFiles(source).filter(({ path }) =>
  /^\/docs(\/id)?(\/index\.md|\/try|\/credentials|\/assistants|\/search\.json)?$|^\/llms/.test(path)
);

const pack = sitePackBytes(FILES, site!.base_url);

const siteOf = () => openSite(() => new Uint8Array(pack.flatMap((chunk) => [...chunk])));

Deno.test("where sign-up is open, the front page, the menu and the try page lead to it first; else to the contact", async () => {
  await using open = await openSignup({ site: siteOf() });
  await using mute = await openSignup({ site: siteOf(), env: { SMTP_URL: "" } });
  const way = /<a class="way"\s+href="([^"]+)">([^<]+)/;
  const [first, ...shut] = await Promise.all([open, mute].map((desk) => desk.page("/")));
  assert.deepEqual(way.exec(first!)?.slice(1), ["/key", "Get a key"]);
  assert.equal(first!.includes(`${site!.contact}</a> for a key`), false);
  for (const page of shut) {
    assert.deepEqual(way.exec(page)?.slice(1), ["/docs", "Start here"]);
    assert.match(page, /Write to <a href="[^"]*">[^<]+<\/a> for a key\./);
  }

  for (const { path } of FILES) {
    const [opened, closed] = await Promise.all([open, mute].map((desk) => desk.page(path)));
    assert.doesNotMatch(opened! + closed!, /[⸨⸬⸩]/, path);
    assert.doesNotMatch(closed!, /href="\/key"|\]\(\/key\)/, path);
    if (!path.startsWith("/docs") || /\.(md|json)$/.test(path)) continue;
    const words = path.includes("/id") ? "Minta kunci" : "Get a key";
    assert.ok(opened!.includes(`<a href="/key">${words}</a>`), path);
  }
  const start = await open.page("/docs");
  assert.match(start, /<h2[^>]*>1\. Get a key<\/h2>\s*<p><a href="\/key">Get a key<\/a>: it comes/);
  assert.match(
    await mute.page("/docs/index.md"),
    /## 1\. Get a key\n\nWrite to \S+ for a key\. Say/,
  );
  const box = /goes only to this service\.\s+([^]*?) <a href="\/docs\/reference">/;
  assert.equal(box.exec(await open.page("/docs/try"))?.[1], '<a href="/key">Get a key</a>');
  assert.equal(box.exec(await mute.page("/docs/try"))?.[1], `Write to ${site!.contact} for a key.`);
});
