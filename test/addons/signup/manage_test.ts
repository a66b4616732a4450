import assert from "node:assert/strict";
import type { Plans } from "../../../src/model/plans.ts";
import { tracesIn } from "../../forget/traces.ts";
import { openSignup, PLANS, SARI, secretIn } from "./people.ts";
import { storeBytes } from "./store_bytes.ts";

const DAY = 86_400_000;

Deno.test("a letter opens the management once; addresses are changed within the bounds of owners", async () => {
  await using fans = await openSignup();
  const { post, press } = fans;
  const secret = await fans.getKey();
  await post("/key/manage", { email: "sari+x@fans.example" });
  const { to, link } = await fans.letter();
  assert.equal(to, SARI.email);
  const { session, hint, usage } = await (await press(link)).json();
  assert.ok(secret.endsWith(hint.slice(-4)) && usage.length === 30);
  assert.equal((await press(link)).status, 404, "a link that was used");
  const change = (ips: string) => post("/key/manage/addresses", { session, ips });
  const wide = await change("0.0.0.0/0");
  assert.deepEqual([wide.status, Object.keys((await wide.json()).errors)], [400, ["ips"]]);
  assert.equal((await change("127.0.0.1, 2001:db8::1")).status, 200);
  assert.deepEqual((await fans.keys())[0].ips, ["127.0.0.1", "2001:db8::1"]);
  assert.equal(await fans.status(secret, "/v1/key"), 200);
  assert.equal((await post("/key/manage/show", { session: session.slice(1) })).status, 404);
  fans.app.at(fans.app.clock.now() + 31 * 60_000);
  assert.equal((await post("/key/manage/replace", { session })).status, 404);
});

Deno.test("an owner gets a new secret while the former works, or at once; each is on record, and no secret", async () => {
  await using fans = await openSignup({ faulty: true });
  const { app, post, status } = fans;
  const first = await fans.getKey();
  const { session } = await fans.manage();
  const rotated = await post("/key/manage/rotate", { session });
  const second = secretIn(await rotated.text());
  assert.deepEqual([await status(first), await status(second)], [200, 200]);
  assert.equal((await post("/key/manage/rotate", { session })).status, 409);
  const third = secretIn(await (await post("/key/manage/replace", { session })).text());
  const statuses = [await status(first), await status(second), await status(third)];
  assert.deepEqual(statuses, [403, 403, 200]);
  const acts = await app.told(["audit", "tail", "--kind", "admin"]);
  const owners = acts.filter(({ by }: { by: string }) => by === "owner");
  assert.deepEqual(
    owners.map(({ command, ip }: Record<string, string>) => `${command} ${ip}`).sort(),
    ["key rotate --now 203.0.113.7", "key rotate 203.0.113.7", "key signup 203.0.113.7"],
  );
  const logs = await storeBytes(app.kv, ["log"]);
  assert.ok(tracesIn(logs, ["key rotate"]).length > 0);
  for (const secret of [first, second, third, session]) {
    const middle = secret.slice(secret.length / 4, secret.length * 3 / 4);
    assert.deepEqual(tracesIn(logs, [secret, middle]), []);
  }
});

Deno.test("a forwarded link opens nothing once its owner used it, and never another key", async () => {
  await using fans = await openSignup();
  const { post, press, status } = fans;
  const saris = await fans.getKey();
  const budi = { name: "Budi", email: "budi@fans.example" };
  const budis = await fans.getKey(budi, "198.51.100.7");
  const { session } = await fans.manage(budi.email, "198.51.100.7");
  assert.equal((await post("/key/confirm", { link: session })).status, 404);
  assert.equal((await post("/key/manage/replace", { session })).status, 200);
  assert.deepEqual([await status(budis), await status(saris)], [403, 200]);
  // Who is faster with a link of sign-up sees the key; its owner's next letter ends what was seen.
  await fans.signUp({ email: "cici@fans.example" });
  const { link } = await fans.letter();
  const seen = secretIn(await (await press(link, "198.51.100.7")).text());
  const own = await fans.getKey({ email: "cici@fans.example" });
  assert.deepEqual([await status(seen), await status(own)], [403, 200]);
});

Deno.test("a person deletes their data; use goes on, and nothing names the person", async () => {
  await using fans = await openSignup({ faulty: true });
  const { app, post } = fans;
  const secret = await fans.getKey();
  for (let n = 0; n < 30; n++) await fans.status(secret);
  const { session } = await fans.manage();
  assert.equal((await post("/key/manage/delete", { session })).status, 404, "not without the box");
  assert.equal((await post("/key/manage/delete", { session, sure: true })).status, 200);
  assert.equal(await fans.status(secret), 403);
  const gone = ["sari@", "Sari", "A page about Melati", "203.0.113.7"];
  assert.deepEqual(tracesIn(await storeBytes(app.kv), gone), []);
  // A new sign-up in the same period goes on with the use.
  const key = await fans.getKey({}, "192.0.2.77");
  const response = await app.until(app.ask("/api/kembang/members", { key }));
  const left = Number(/r=(\d+)/.exec(response.headers.get("ratelimit")!)![1]);
  assert.ok(left < 100 - 30, `${left} are left`);
});

Deno.test("a key that operators revoked cannot be signed up for again, and its owner is told where to ask", async () => {
  await using fans = await openSignup();
  await fans.getKey();
  const [{ id }] = await fans.keys();
  await fans.app.told(["key", "revoke", id]);
  await fans.signUp({}, "192.0.2.1");
  const { link, text } = await fans.letter();
  assert.equal(link, "");
  assert.match(text, /was ended by the operators/);
  assert.equal((await fans.keys()).length, 1);
});

Deno.test("to forget a key once more leaves its e-mail to the key that was made since", async () => {
  await using fans = await openSignup();
  await fans.getKey();
  const [{ id }] = await fans.keys();
  await fans.app.told(["key", "forget", id]);
  await fans.status(await fans.getKey({}, "192.0.2.1"));
  await fans.app.told(["key", "forget", id]);
  await fans.signUp({}, "192.0.2.2");
  assert.match((await fans.letter()).link, /^\/key\/manage#/);
});

Deno.test("what a revoked key used counts until its period ends, also where its person is emptied before", async () => {
  const fan: Plans[string] = {
    ...PLANS.fan!,
    quota: { requests: 3, per: "month", timezone: "UTC" },
  };
  const env = { AUDIT_RETENTION_DAYS: "1" };
  await using fans = await openSignup({ now: "2026-07-02T12:00:00Z", plans: { fan }, env });
  const { app } = fans;
  const first = await fans.getKey();
  for (let n = 0; n < 3; n++) assert.equal(await fans.status(first), 200);
  const [{ id }] = await fans.keys();
  await app.told(["key", "revoke", id]);
  app.at(app.clock.now() + 2 * DAY);
  await app.pass(5 * 60_000);
  assert.equal((await fans.keys())[0].email, "");
  const next = await fans.getKey();
  assert.equal(await fans.status(next), 429);
  app.at(Date.parse("2026-08-01T00:00:00Z"));
  assert.equal(await fans.status(next), 200);
});

Deno.test("who has the secret of a key keeps its owner from replacing it by no number of changes", async () => {
  await using fans = await openSignup();
  const key = await fans.getKey();
  const { session } = await fans.manage();
  const statuses = [];
  for (let n = 0; n < 7; n++) {
    const feeds = await fans.app.ask("/v1/key/feeds", { method: "POST", key, from: SARI.ips });
    statuses.push(feeds.status);
  }
  assert.deepEqual(statuses, [...Array<number>(6).fill(200), 429]);
  assert.equal((await fans.post("/key/manage/replace", { session })).status, 200);
});

Deno.test("an owner changes a key six times a minute, and looks as often as they like", async () => {
  await using fans = await openSignup();
  await fans.getKey();
  const { session } = await fans.manage();
  const change = () => fans.post("/key/manage/addresses", { session, ips: SARI.ips });
  const statuses = [];
  for (let n = 0; n < 7; n++) statuses.push((await change()).status);
  assert.deepEqual(statuses, [...Array<number>(6).fill(200), 429]);
  assert.equal((await change()).headers.get("retry-after"), "10");
  assert.equal((await fans.post("/key/manage/show", { session })).status, 200);
  fans.app.at(fans.app.clock.now() + 10_000);
  assert.equal((await change()).status, 200);
});

Deno.test("a key rotates itself: the former secret works for a day, and meanwhile there is no second rotation", async () => {
  await using fans = await openSignup({ plan: "fan" });
  const { app, status } = fans;
  const { id, secret: key } = await app.issue("fan");
  const rotate = (key: string) => app.until(app.ask("/v1/key/rotate", { method: "POST", key }));
  const made = await app.until(app.ask("/v1/key/feeds", { method: "POST", key }));
  const feed = `/api/melati/theater.ics?feed=${(await made.json()).secret}`;
  const answer = await (await rotate(key)).json();
  assert.equal(answer.id, id);
  assert.deepEqual([await status(key), await status(answer.secret)], [200, 200]);
  for (const one of [key, answer.secret]) {
    assert.equal((await (await rotate(one)).json()).type, "LIMIT_REACHED");
  }
  const used = async (key: string) => (await app.json("/v1/key", { key })).used;
  assert.equal(await used(key), await used(answer.secret), "both are one account");
  app.at(app.clock.now() + DAY);
  assert.deepEqual([await status(key), await status(answer.secret)], [403, 200]);
  assert.equal((await app.ask(feed, { key: null })).status, 200, "nothing else ends");
  const { secret } = await (await rotate(answer.secret)).json();
  await app.told(["key", "revoke", id]);
  assert.deepEqual([await status(answer.secret), await status(secret)], [403, 403]);
});

Deno.test("only a key whose list has the address rotates itself", async () => {
  await using fans = await openSignup({ plans: PLANS });
  const owner = ["--plan", "fan", "--owner", "Sari", "--email", "sari@fans.example"];
  for (const ips of [[], ["--ip", "198.51.100.0/24"]]) {
    const { secret: key } = await fans.app.told(["key", "issue", ...owner, ...ips]);
    const response = await fans.app.ask("/v1/key/rotate", { method: "POST", key });
    assert.equal((await response.json()).type, "IP_NOT_WHITELISTED");
  }
});
