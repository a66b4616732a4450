import { type KeyRecord } from "../../../src/access/records/key_store.ts";
import { exportEntries } from "../../../src/audit/read.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/toolbox/durations.ts";
import { tracesIn } from "../../forget/traces.ts";
import { TRIO } from "../../support/contents.ts";
import { issueKey, signedUp } from "../../support/issue.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { type Ask } from "../../support/program.ts";
import { storeBytes } from "./store_bytes.ts";
import { useLogOf } from "../../support/use_log.ts";
import {
  linkIn,
  openSignup,
  PLANS,
  secretIn,
  sessionIn,
  type SignupDesk,
  tokenIn,
} from "./harness.ts";
import assert from "node:assert/strict";

/** Opens the management of Sari's key by a letter; the page. */
async function openManagement(desk: SignupDesk, from = "198.51.100.20"): Promise<string> {
  const fields = { email: "sari@fans.example" };
  assert.equal((await desk.post("/key/manage", fields, from)).status, 200);
  const [letter] = await desk.letters();
  const opened = await desk.press(linkIn(letter!.text), from);
  const text = await opened.text();
  assert.equal(opened.status, 200, text);
  return text;
}

const statusOf = async (desk: SignupDesk, key: string, path = "/api/kembang/members") =>
  (await desk.program.ask(path, { key })).status;

Deno.test("a letter opens the management once; addresses are changed within the bounds of owners", async () => {
  await using desk = await openSignup();
  const secret = await desk.getKey();
  await desk.post("/key/manage", { email: "sari+x@fans.example" });
  const [letter] = await desk.letters();
  assert.deepEqual(letter!.to, ["sari@fans.example"]);
  const link = linkIn(letter!.text);
  const page = await (await desk.press(link)).text();
  assert.equal((await desk.press(link)).status, 404, "a link that was used");
  const addresses = sessionIn(page);
  const wide = await desk.post("/key/manage/addresses", { ...addresses, ips: "0.0.0.0/0" });
  assert.equal(wide.status, 400);
  assert.ok((await wide.json()).errors.ips);
  const done = await desk.post("/key/manage/addresses", {
    ...addresses,
    ips: "127.0.0.1, 2001:db8::1",
  });
  assert.equal(done.status, 200);
  const [key] = await signedUp(desk.program.stores);
  assert.deepEqual(key!.ips, ["127.0.0.1", "2001:db8::1"]);
  assert.equal(await statusOf(desk, secret, "/v1/key"), 200);
  // A forged session, and one that is too old.
  const forged = { rotate: "", replace: "x", export: addresses.session!.slice(1) };
  for (const [action, session] of Object.entries(forged)) {
    const path = `/key/manage/${action}`;
    assert.equal((await desk.post(path, { session })).status, 404, action);
  }
  desk.program.at(desk.program.clock.now() + 31 * MINUTE_MS);
  assert.equal((await desk.post("/key/manage/replace", addresses)).status, 404);
});

Deno.test("an e-mail without a key gets no letter, and the same answer", async () => {
  await using desk = await openSignup();
  await desk.getKey();
  const ask = async (email: string) => {
    return await (await desk.post("/key/manage", { email })).text();
  };
  assert.equal(await ask("nobody@fans.example"), await ask("sari@fans.example"));
  assert.deepEqual((await desk.letters()).map(({ to }) => to), [["sari@fans.example"]]);
});

Deno.test("an owner gets a new secret while the former works, or at once, and each is on record", async () => {
  await using desk = await openSignup();
  const first = await desk.getKey();
  const session = sessionIn(await openManagement(desk));
  const rotated = await desk.post("/key/manage/rotate", session);
  const second = secretIn(await rotated.text());
  assert.deepEqual([await statusOf(desk, first), await statusOf(desk, second)], [200, 200]);
  const back = await desk.post("/key/manage/show", session);
  assert.equal(back.status, 200);
  const open = await desk.post("/key/manage/rotate", session);
  assert.equal(open.status, 409);
  const third = secretIn(await (await desk.post("/key/manage/replace", session)).text());
  assert.deepEqual(
    [await statusOf(desk, first), await statusOf(desk, second), await statusOf(desk, third)],
    [403, 403, 200],
  );
  const entries = await Array.fromAsync(exportEntries(useLogOf(desk.program.kv)));
  const acts = entries.filter((entry) => entry.kind === "admin");
  assert.deepEqual(acts.map(({ by, command }) => [by, command]), [
    ["owner", "key signup"],
    ["owner", "key rotate"],
    ["owner", "key rotate --now"],
  ]);
  assert.deepEqual(acts.map(({ ip }) => ip), ["203.0.113.7", "203.0.113.7", "203.0.113.7"]);
  assert.equal(JSON.stringify(entries).includes(third), false);
});

Deno.test("no secret and no one-time link is in any log of the store", async () => {
  await using desk = await openSignup();
  const { program } = desk;
  const secrets = [await desk.getKey()];
  for (const action of ["rotate", "replace"]) {
    await desk.post("/key/manage", { email: "sari@fans.example" });
    const [letter] = await desk.letters();
    const link = linkIn(letter!.text);
    const session = sessionIn(await (await desk.press(link)).text());
    const done = await desk.post(`/key/manage/${action}`, session);
    secrets.push(tokenIn(link), session.session, secretIn(await done.text()));
    program.at(program.clock.now() + 2 * DAY_MS);
  }
  const applied = { organization: "Satu", name: "Budi", email: "budi@fans.example", appliedAt: 0 };
  const { record } = await program.stores.tokens.apply(applied);
  const token = await program.stores.tokens.issue(
    record.id,
    (it) => ({ ...it, state: "approved" }),
  );
  secrets.push(token!.secret);
  await program.service.access.credentials.refresh();
  const path = `/api/kembang/member/${token!.secret}?apikey=${secrets[0]}`;
  await program.ask(path, { key: "", token: token!.secret });
  assert.equal(secrets.length, 8);
  assert.ok(secrets.every((secret) => secret.length > 20), secrets.join());
  const logs = await storeBytes(program.kv, ["log"]);
  assert.ok(tracesIn(logs, ["key rotate", "/api/kembang/member/[credential]"]).length > 1);
  for (const secret of secrets) {
    const middle = secret.slice(secret.length / 4, secret.length * 3 / 4);
    assert.deepEqual(tracesIn(logs, [secret, middle]), []);
  }
});

Deno.test("a person takes their data along and deletes them; use goes on, and nothing names the person", async () => {
  await using desk = await openSignup();
  const { program } = desk;
  const secret = await desk.getKey();
  for (let n = 0; n < 30; n++) await program.ask("/api/kembang/members", { key: secret });
  const session = sessionIn(await openManagement(desk));
  const file = await desk.post("/key/manage/export", session);
  const data = await file.json();
  assert.equal(data.email, "sari@fans.example");
  assert.equal(data.note, "A page about Melati");
  assert.equal(JSON.stringify(data).includes("digest"), false);
  const unsure = await desk.post("/key/manage/delete", session);
  assert.equal(unsure.status, 404, "not without the box");
  const sure = await desk.post("/key/manage/delete", { ...session, sure: true });
  assert.equal(sure.status, 200);
  assert.equal(await statusOf(desk, secret), 403);
  const gone = ["sari@", "Sari", "A page about Melati", "203.0.113.7"];
  assert.deepEqual(tracesIn(await storeBytes(program.kv), gone), []);
  // A new sign-up in the same period goes on with the use.
  const next = await desk.getKey({}, "192.0.2.77");
  const key = (await signedUp(program.stores)).find(({ forgottenAt }) => !forgottenAt);
  await program.service.access.credentials.refresh();
  const response = await program.ask("/api/kembang/members", { key: next });
  assert.equal(response.status, 200);
  const left = Number(/r=(\d+)/.exec(response.headers.get("ratelimit")!)![1]);
  assert.ok(left < 100 - 30, `${left} are left`);
  assert.ok(key!.account !== undefined && key!.account !== key!.id);
  program.at(program.clock.now() + DAY_MS);
});

Deno.test("a key that operators revoked cannot be signed up for again, and its owner is told where to ask", async () => {
  await using desk = await openSignup();
  const { program } = desk;
  await desk.getKey();
  const [key] = await signedUp(program.stores);
  await program.stores.keys.update(key!.id, (key) => ({ ...key, revokedAt: 1 }));
  await desk.signUp({}, "192.0.2.1");
  const [letter] = await desk.letters();
  assert.equal(letter!.text.includes("/key/"), false);
  assert.equal((await signedUp(program.stores)).length, 1);
});

Deno.test("pages and letters are in Indonesian for those who read it", async () => {
  await using desk = await openSignup();
  const indonesian = await desk.send("/key", { headers: { "accept-language": "id-ID,id;q=0.9" } });
  const text = await indonesian.text();
  assert.match(text, /<html lang="id">[^]*Dapatkan kunci/);
  assert.match(await desk.page("/key?lang=id"), /Dapatkan kunci/);
  assert.match(await desk.page("/key"), /Get a key/);
  await desk.post("/key", {
    language: "id",
    name: "Sari",
    email: "sari@fans.example",
    note: "situs",
    ips: "",
  });
  const [letter] = await desk.letters();
  assert.match(letter!.text, /Halo,[^]*tekan tombolnya/);
  assert.match(letter!.headers.get("content-type")!, /^text\/plain/);
  await desk.press(linkIn(letter!.text));
  assert.equal((await signedUp(desk.program.stores))[0]!.language, "id");
  assert.ok(PLANS.fan);
});

/** A desk with a key of an operator that may be used from this machine. */
async function openRotation(request: Partial<KeyRecord> = {}) {
  const desk = await openSignup();
  const { program } = desk;
  const key = await issueKey(program.stores, { plan: "fan", ...request });
  await program.service.access.credentials.refresh();
  const rotate = (secret: string, init: Ask = {}) =>
    program.ask("/v1/key/rotate", { method: "POST", key: secret, ...init });
  const status = async (secret: string, path = "/api/kembang/members") =>
    (await program.ask(path, { key: secret })).status;
  return { desk, program, key, rotate, status };
}

Deno.test("a key rotates itself: the former secret works for a day, and meanwhile there is no second rotation", async () => {
  const { desk, program, key, rotate, status } = await openRotation();
  await using _ = desk;
  const made = await program.ask("/v1/key/feeds", { method: "POST", key: key.secret });
  const feed = await made.json();
  const answer = await rotate(key.secret);
  assert.equal(answer.status, 200);
  const { id, secret } = await answer.json();
  assert.equal(id, key.id);
  assert.deepEqual([await status(key.secret), await status(secret)], [200, 200]);
  for (const one of [key.secret, secret]) {
    const again = await rotate(one);
    assert.deepEqual([again.status, (await again.json()).type], [409, "LIMIT_REACHED"]);
  }
  const calendar = `/api/melati/theater.ics?feed=${feed.secret}`;
  const feedStatus = async () => (await program.ask(calendar, { key: null })).status;
  assert.equal(await feedStatus(), 200, "nothing else ends");
  // Both are one account.
  const used = async (one: string) => (await program.json("/v1/key", { key: one })).used;
  assert.equal(await used(key.secret), await used(secret));
  program.at(program.clock.now() + DAY_MS - 1);
  assert.equal(await status(key.secret), 200);
  program.at(program.clock.now() + 1);
  assert.deepEqual([await status(key.secret), await status(secret)], [403, 200]);
  assert.equal(await feedStatus(), 200);
  const next = await rotate(secret);
  assert.equal(next.status, 200);
  assert.deepEqual([await status(key.secret), await status(secret)], [403, 200]);
  assert.equal(await feedStatus(), 200);
  // A revocation ends both.
  await program.stores.keys.update(key.id, (one) => ({ ...one, revokedAt: 1 }));
  await program.service.access.credentials.refresh();
  assert.deepEqual(
    [await status(secret), await status((await next.json()).secret)],
    [403, 403],
  );
});

Deno.test("only a key whose list has the address rotates itself", async () => {
  const { desk, program, key, rotate } = await openRotation({ ips: ["198.51.100.0/24"] });
  await using _ = desk;
  const typeOf = async (answer: Response) => [answer.status, (await answer.json()).type];
  assert.deepEqual(await typeOf(await rotate(key.secret)), [403, "IP_NOT_WHITELISTED"]);
  const open = await issueKey(program.stores, { ips: [] });
  const mute = await issueKey(program.stores, { email: "" });
  await program.service.access.credentials.refresh();
  assert.deepEqual(await typeOf(await rotate(open.secret)), [403, "IP_NOT_WHITELISTED"]);
  assert.deepEqual(await typeOf(await rotate(mute.secret)), [403, "KEY_REQUIRED"]);
});

/** A desk whose clock goes on, so that letters about rotations are sent. */
async function openLetters(): Promise<{ desk: SignupDesk; key: { id: string; secret: string } }> {
  const clock = createManualClock(Date.parse(TRIO.now));
  const desk = await openSignup({ clock });
  const key = await issueKey(desk.program.stores, { plan: "fan" });
  await desk.program.service.access.credentials.refresh();
  return { desk, key };
}

async function awaitLetter(desk: SignupDesk): Promise<string> {
  for (let n = 0; n < 400 && desk.smtp.mails.length === 0; n++) {
    await desk.program.clock.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return desk.smtp.mails.at(-1)!.text;
}

Deno.test("the owner of a key that was rotated gets a letter without the secret, which leads to its management", async () => {
  const { desk, key } = await openLetters();
  await using _ = desk;
  const answer = await desk.program.ask("/v1/key/rotate", { method: "POST", key: key.secret });
  const { secret } = await answer.json();
  const letter = await awaitLetter(desk);
  assert.equal(letter.includes(secret), false);
  assert.match(letter, /\/key\/manage$/m);
  assert.match(letter, /works until 2026-07-05/);
  await desk.program.clock.advance(60_000);
  assert.equal(desk.smtp.mails.length, 1);
});
