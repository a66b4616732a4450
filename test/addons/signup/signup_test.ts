import assert from "node:assert/strict";
import { canWrite } from "../../../src/admin/owner/owner.ts";
import { ownerLetter } from "../../../src/addons/signup/letters.ts";
import { tracesIn } from "../../forget/traces.ts";
import { openSignup, people, PLANS, SARI, secretIn } from "./people.ts";
import { storeBytes } from "./store_bytes.ts";

const HOUR = 3_600_000;

Deno.test("a letter's link and its button make a key that works, shown once, and nothing is kept before", async () => {
  await using fans = await openSignup({ faulty: true, env: { METRICS_TOKEN: "m".repeat(16) } });
  const { app, press, status } = fans;
  assert.equal((await fans.signUp()).status, 200);
  const { to, link } = await fans.letter();
  assert.equal(to, SARI.email);
  const typed = [SARI.email, "Melati", "203.0.113.7"];
  assert.deepEqual(tracesIn(await storeBytes(app.kv), typed), []);
  // What scanners do opens nothing.
  for (let n = 0; n < 3; n++) await fans.send(link.split("#")[0]!);
  const response = await press(link);
  const secret = secretIn(await response.text());
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.match(response.headers.get("content-security-policy")!, /frame-ancestors 'none'/);
  assert.equal(response.headers.has("access-control-allow-origin"), false);
  const [key] = await fans.keys();
  const { email, groups, ips } = key;
  assert.deepEqual([email, groups, ips], [SARI.email, ["kembang", "melati"], [SARI.ips]]);
  assert.equal(await status(secret), 200);
  assert.equal(await status(secret, "/api/hikari/members"), 403, "a group that no sign-up names");
  assert.equal(await status(secret, "/v1/key"), 403, "its own address alone");
  const used = await press(link);
  assert.equal(used.status, 409);
  assert.equal((await used.text()).includes("J-osb_"), false);
  assert.equal((await fans.keys()).length, 1);
  const headers = { authorization: `Bearer ${"m".repeat(16)}` };
  const metrics = await (await fans.send("/metrics", { headers })).text();
  assert.match(metrics, /oshibase_signups_total\{event="key_made"\} 1/);
  const told = metrics + app.log.lines.join("\n");
  for (const part of [link.slice(-30), "sari"]) assert.ok(!told.includes(part), part);
});

Deno.test("the answer is the same whether an e-mail is known or not, and letters go where the key's owner is", async () => {
  await using fans = await openSignup();
  await fans.status(await fans.getKey());
  const known = await fans.signUp({ email: "SARI+fan@Fans.example" }, "198.51.100.9");
  const { to, link } = await fans.letter();
  assert.equal(to, SARI.email);
  assert.match(link, /^\/key\/manage#/);
  const unknown = await fans.signUp({ email: "budi@fans.example" }, "198.51.100.10");
  assert.equal((await fans.letter()).to, "budi@fans.example");
  assert.deepEqual([known.status, unknown.status], [200, 200]);
  assert.equal(await known.text(), await unknown.text());
  const manage = async (email: string) => await (await fans.post("/key/manage", { email })).text();
  assert.equal(await manage("nobody@fans.example"), await manage(SARI.email));
  assert.equal((await fans.letter()).to, SARI.email);
});

Deno.test("a key that nobody used is replaced by a new letter, in its place; a link of another spelling replaces none", async () => {
  await using fans = await openSignup();
  await fans.signUp({ email: "sari+x@fans.example" }, "198.51.100.9");
  const { link } = await fans.letter();
  const lost = await fans.getKey();
  const kept = await fans.getKey();
  assert.equal((await fans.press(link, "198.51.100.9")).status, 409);
  assert.equal((await fans.keys()).length, 1);
  assert.deepEqual([await fans.status(lost), await fans.status(kept)], [403, 200]);
});

Deno.test("links that are guessed, changed, of another kind or too old do nothing", async () => {
  await using fans = await openSignup();
  await fans.signUp();
  const text = (await fans.letter()).link.split("#")[1]!;
  const changed = [...text].map((letter, at) => at === 40 ? (letter === "A" ? "B" : "A") : letter);
  for (const link of ["", "x", "A".repeat(200), changed.join(""), `${text}A`, text.slice(1)]) {
    assert.equal((await fans.post("/key/confirm", { link })).status, 404, link);
  }
  assert.equal((await fans.post("/key/manage/open", { link: text })).status, 404);
  assert.equal((await fans.post("/key/manage/rotate", { session: text })).status, 404);
  fans.app.at(fans.app.clock.now() + 31 * 60_000);
  assert.equal((await fans.post("/key/confirm", { link: text })).status, 404);
  assert.deepEqual(await fans.keys(), []);
});

Deno.test("what other sites and forms send does nothing, and wrong fields write nothing", async () => {
  await using fans = await openSignup({ faulty: true });
  const { app: { kv }, send, post } = fans;
  const before = kv.sent.commits;
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
  for (const more of foreign) {
    const headers = { "content-type": "application/json", ...more };
    const response = await send("/key", { method: "POST", headers, body: JSON.stringify(SARI) });
    assert.equal(response.status, 403, JSON.stringify(more));
  }
  const wrong: Partial<typeof SARI>[] = [
    { email: "sari@fans.example\r\nBcc: all@fans.example" },
    { email: "sari@fans.example, all@fans.example" },
    { email: "Sari <sari@fans.example>" },
    { name: "Sari\r\nBcc: all@fans.example" },
    { name: "" },
    { name: "x".repeat(81) },
    { note: "line\nline" },
    { note: "x".repeat(201) },
    { ips: "0.0.0.0/0" },
    { ips: "203.0.113.0/23" },
    { ips: "2001:db8::/47" },
    { ips: Array.from({ length: 11 }, (_, n) => `203.0.113.${n}`).join(",") },
    ...[
      ...["sari", "sari@localhost", "sari@localhost.", "sari@fans..example", "sari@127.0.0.1"],
      ...["sari@2130706433", "sari@fans%2eexample", "sari@fans&.example", "@fans.example"],
      ...["sari%fans.example@relay.example", "sari％fans.example@relay.example"],
      ...["fans.example!sari@relay.example", '"sari"@fans.example', "sa\u200bri@fans.example"],
    ].map((email) => ({ email })),
  ];
  for (const typed of wrong) {
    assert.equal((await fans.signUp(typed)).status, 400, JSON.stringify(typed));
  }
  for (const act of ["open", "addresses", "rotate", "replace", "delete"]) {
    assert.equal((await post(`/key/manage/${act}`, { session: "x" })).status, 404, act);
  }
  assert.deepEqual(await fans.app.mails(), []);
  assert.equal(kv.sent.commits, before);
});

Deno.test("spellings of one mailbox are one e-mail, and letters go to the address of the sign-up", async () => {
  await using fans = await openSignup();
  await fans.status(await fans.getKey({ email: "Sari@münchen.example" }));
  const spellings = [
    ...["sari@münchen.example", "SARI+fan@MÜNCHEN.example", "sari@mu\u0308nchen.example"],
    ...["sari@xn--mnchen-3ya.example", "ｓａｒｉ@münchen.example", "sari.@münchen.example.."],
    ...["sari@münchen。example", "sari@mün\u00adchen.example"],
  ];
  for (const [n, email] of spellings.entries()) {
    fans.app.at(fans.app.clock.now() + 25 * HOUR);
    assert.equal((await fans.signUp({ email }, `198.51.${n}.1`)).status, 200, email);
    const { to, link } = await fans.letter();
    assert.match(link, /^\/key\/manage#/, email);
    assert.match(to, /^Sari@/, email);
  }
  assert.equal((await fans.keys()).length, 1);
});

Deno.test("letters are bounded by e-mail, by network, and by both together", async () => {
  await using fans = await openSignup();
  const { app, signUp } = fans;
  for (let n = 0; n < 5; n++) assert.equal((await signUp({}, "198.51.100.1")).status, 200);
  assert.equal((await app.mails()).length, 3, "an e-mail from one network");
  for (let n = 0; n < 15; n++) await signUp({}, `192.0.${n % 5}.1`);
  assert.equal((await app.mails()).length, 6, "an e-mail from all of them");
  const statuses = [];
  for (let n = 0; n < 12; n++) {
    statuses.push((await signUp({ email: `fan${n}@fans.example` }, `203.0.113.${n}`)).status);
  }
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429, 429]);
  assert.equal((await app.mails()).length, 10, "one network");
  app.at(app.clock.now() + HOUR);
  assert.equal((await signUp({ email: "later@fans.example" }, "203.0.113.1")).status, 200);
});

Deno.test("200 letters go out in an hour, whatever the networks and processes", async () => {
  await using fans = await openSignup();
  await using other = await fans.app.beside();
  const statuses: number[] = [];
  for (let n = 0; n < 230; n++) {
    const { signUp } = people([fans.app, other][n % 2]!);
    const response = await signUp({ email: `fan${n}@fans.example` }, `10.0.${n}.1`);
    statuses.push(response.status);
  }
  assert.deepEqual(statuses, [...Array<number>(200).fill(200), ...Array<number>(30).fill(429)]);
  const sent = [await fans.app.mails(), await other.mails()].map(({ length }) => length);
  assert.deepEqual(sent, [100, 100]);
});

Deno.test("/key is nowhere without a plan, a mail server or https, and links are made of base_url", async () => {
  await using fans = await openSignup();
  const { app, send } = fans;
  app.setPlans({ standard: PLANS.standard! });
  assert.equal((await send("/key")).status, 404);
  assert.equal((await send("/key/manage")).status, 200, "keys that exist are managed");
  app.setPlans(PLANS);
  assert.equal((await send("/key")).status, 200);
  assert.equal((await send("/key", { method: "PUT" })).status, 405);
  const open = await app.ask("/key", { key: null, from: "203.0.113.7" });
  assert.equal(open.status, 403, "plain http");
  const isOpen = (base: string, hasMail = true) => canWrite({ hasMail, baseUrl: () => base });
  const bases = ["http://api.oshibase.example", "http://127.0.0.1.evil.example", "ftp://a.example"];
  assert.deepEqual(bases.map((base) => isOpen(base)), [false, false, false]);
  assert.deepEqual([isOpen("http://127.0.0.1:8000"), isOpen("https://a.example", false)], [
    true,
    false,
  ]);
  const headers = {
    "host": "evil.example",
    "sec-fetch-site": "same-origin",
    "content-type": "application/json",
  };
  await send("/key", { method: "POST", headers, body: JSON.stringify(SARI) });
  assert.doesNotMatch((await fans.letter()).text, /evil/);
});

Deno.test("a stranger who knows an address has no words of theirs sent to it, then or later", async () => {
  await using fans = await openSignup();
  const theirs = { name: "Prize at evil.example", note: "see evil.example" };
  await fans.signUp(theirs, "198.51.100.7");
  const first = await fans.letter();
  await fans.press(first.link, "198.51.100.7");
  await fans.post("/key/manage", { email: SARI.email }, "198.51.100.7");
  const second = await fans.letter();
  await fans.status(await fans.getKey(theirs, "192.0.2.1"));
  await fans.signUp(theirs, "192.0.2.2");
  for (const { text, to } of [first, second, await fans.letter()]) {
    assert.doesNotMatch(text, /evil/);
    assert.equal(to, SARI.email);
  }
});

Deno.test("of clicks at once in two processes one makes the key, opens the management, and rotates", async () => {
  await using fans = await openSignup();
  await using other = await fans.app.beside();
  const desks = [fans, people(other)];
  await fans.signUp();
  const { link } = await fans.letter();
  const clicks = await Promise.all([...desks, ...desks].map(({ press }) => press(link)));
  const texts = await Promise.all(clicks.map((click) => click.text()));
  assert.equal(texts.filter((text) => text.includes("J-osb_")).length, 1);
  assert.equal((await fans.keys()).length, 1);
  await fans.post("/key/manage", { email: SARI.email });
  const manage = (await fans.letter()).link;
  const opened = await Promise.all(desks.map(({ press }) => press(manage)));
  assert.deepEqual(opened.map(({ status }) => status).sort(), [200, 404]);
  const { session } = await opened.find(({ status }) => status === 200)!.json();
  const rotations = desks.map(({ post }) => post("/key/manage/rotate", { session }));
  const statuses = (await Promise.all(rotations)).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 409]);
});

Deno.test("the page is shown while the store is away; what is sent then is to be sent again", async () => {
  await using fans = await openSignup({ faulty: true, outage: true });
  fans.app.kv.outOfReach = true;
  assert.match(await (await fans.send("/key")).text(), /<div id="key">/);
  const refused = await fans.signUp();
  assert.deepEqual([refused.status, (await refused.json()).outcome], [503, "away"]);
  fans.app.kv.outOfReach = false;
  assert.equal((await fans.signUp()).status, 200);
});

Deno.test("pages and letters are in Indonesian for those who read it", async () => {
  await using fans = await openSignup();
  const text = async (path: string, headers: HeadersInit = {}) =>
    await (await fans.send(path, { headers })).text();
  assert.match(
    await text("/key", { "accept-language": "id-ID,id;q=0.9" }),
    /<html lang="id">[^]*Dapatkan/,
  );
  assert.match(await text("/key?lang=id"), /Dapatkan kunci/);
  assert.match(await text("/key"), /Get a key/);
  await fans.post("/key", { ...SARI, language: "id" });
  assert.match((await fans.letter()).text, /Halo,[^]*tekan tombolnya/);
  const sender = { title: "Serambi", contact: "help@serambi.example", base_url: "" };
  for (const kind of ["signup", "manage", "ended"] as const) {
    for (const language of ["en", "id"] as const) {
      const { text } = ownerLetter(kind, sender, { email: SARI.email, language }, { link: "LINK" });
      assert.match(text, language === "id" ? /^Halo,/ : /^Hello,/);
      assert.match(text, /Serambi[^]*\n\nSerambi\nhelp@serambi\.example\n$/);
      assert.equal(/\b(Anda|[Kk]unci)\b/.test(text), language === "id", text);
    }
  }
});

Deno.test("keys that were signed up for hold half of the streams, and the others get theirs", async () => {
  await using fans = await openSignup({
    env: { SSE_LIMIT: "20" },
    plan: "standard",
    outage: true,
  });
  const { app } = fans;
  const open: Response[] = [];
  const streams = async (times: number, ask: Parameters<typeof app.ask>[1]) => {
    const before = open.length;
    for (let n = 0; n < times; n++) {
      const response = await app.until(app.ask("/api/kembang/live/stream", ask));
      if (response.status === 200) open.push(response);
      else assert.equal((await response.json()).type, "TRY_AGAIN");
    }
    return open.length - before;
  };
  let ofSignups = 0;
  for (let n = 0; n < 8; n++) {
    const key = await fans.getKey({ email: `fan${n}@fans.example` }, `10.0.${n}.1`);
    ofSignups += await streams(4, { key });
  }
  assert.equal(ofSignups, 10);
  assert.equal(await streams(20, { key: app.key }), 8, "a tenth is kept for tokens");
  const { secret: token } = await app.issueToken();
  assert.equal(await streams(5, { key: null, token }), 2);
  for (const response of open) await response.body!.cancel();
});
