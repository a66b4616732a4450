import assert from "node:assert/strict";
import { signedUp } from "../../support/issue.ts";
import type { KeyRecord } from "../../../src/access/records/key_store.ts";
import { SIGNUP_SWITCH } from "../../../src/platform/credential_keys.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import {
  linkIn,
  openSignup,
  SARI,
  secretIn,
  sessionIn,
  type SignupDesk,
  tokenIn,
} from "./harness.ts";

const BUDI = { name: "Budi", email: "budi@fans.example" };
const [SARIS_NETWORK, BUDIS_NETWORK] = ["203.0.113.7", "198.51.100.7"];

const statusOf = async (desk: SignupDesk, key: string) =>
  (await desk.program.ask("/api/kembang/members", { key })).status;

/** Asks for the letter that manages the key of an e-mail; the link in it. */
async function manageLink(desk: SignupDesk, email: string, from: string): Promise<string> {
  await desk.post("/key/manage", { email }, from);
  return linkIn((await desk.letters())[0]!.text);
}

/** The keys that were signed up for, by their e-mails. */
async function keysOf({ program }: SignupDesk): Promise<Record<string, KeyRecord>> {
  const keys = await signedUp(program.stores);
  return Object.fromEntries(keys.map((key) => [key.email, key]));
}

Deno.test("a link that was forwarded makes its owner's key alone, and the owner's next letter ends what was seen", async () => {
  await using desk = await openSignup();
  await desk.signUp();
  const link = linkIn((await desk.letters())[0]!.text);
  // The one whom it was forwarded to is faster.
  const seen = secretIn(await (await desk.press(link, BUDIS_NETWORK)).text());
  const keys = await keysOf(desk);
  assert.deepEqual(Object.keys(keys), [SARI.email]);
  assert.deepEqual(keys[SARI.email]!.ips, [SARI.ips], "of the form, not of the click");
  assert.equal((await desk.press(link)).status, 409);
  const own = await desk.getKey();
  assert.deepEqual([await statusOf(desk, seen), await statusOf(desk, own)], [403, 200]);
  assert.equal(Object.keys(await keysOf(desk)).length, 1);
});

Deno.test("a forwarded link of management opens nothing once its owner used it, and never another key", async () => {
  await using desk = await openSignup();
  const saris = await desk.getKey();
  const budis = await desk.getKey(BUDI, BUDIS_NETWORK);
  const link = await manageLink(desk, SARI.email, SARIS_NETWORK);
  await desk.press(link);
  assert.equal((await desk.press(link, BUDIS_NETWORK)).status, 404);
  const own = await manageLink(desk, BUDI.email, BUDIS_NETWORK);
  const page = await (await desk.press(own, BUDIS_NETWORK)).text();
  const { session } = sessionIn(page);
  const replaced = await desk.post("/key/manage/replace", { session }, BUDIS_NETWORK);
  assert.equal(replaced.status, 200);
  const [old, after] = [await statusOf(desk, budis), await statusOf(desk, saris)];
  assert.deepEqual([old, after], [403, 200]);
  // What a session or a link of management carries makes no key.
  for (const link of [session, tokenIn(own)]) {
    assert.equal((await desk.post("/key/confirm", { link })).status, 404);
  }
});

Deno.test("of clicks at once in two processes one makes the key, opens the management, and rotates", async () => {
  await using one = await openSignup();
  await using other = await openSignup({ kv: one.program.kv });
  const desks = [one, other];
  await one.signUp();
  const link = linkIn((await one.letters())[0]!.text);
  const clicks = await Promise.all([...desks, ...desks].map((desk) => desk.press(link)));
  const shown = (await Promise.all(clicks.map((click) => click.text())))
    .filter((text) => text.includes("J-osb_"));
  assert.equal(shown.length, 1);
  assert.equal((await signedUp(one.program.stores)).length, 1);
  const secret = secretIn(shown[0]!);
  for (const desk of desks) {
    await desk.program.service.access.credentials.refresh();
    assert.equal(await statusOf(desk, secret), 200);
  }

  const manage = await manageLink(one, SARI.email, SARIS_NETWORK);
  const opened = await Promise.all(desks.map((desk) => desk.press(manage)));
  assert.deepEqual(opened.map(({ status }) => status).sort(), [200, 404]);
  const page = await opened.find(({ status }) => status === 200)!.text();
  const form = sessionIn(page);
  const rotations = await Promise.all(desks.map((desk) => desk.post("/key/manage/rotate", form)));
  assert.deepEqual(rotations.map(({ status }) => status).sort(), [200, 409]);
  const secrets = (await Promise.all(rotations.map((answer) => answer.text())))
    .filter((text) => text.includes("J-osb_")).map(secretIn);
  assert.equal(secrets.length, 1);
  for (const desk of desks) {
    await desk.program.service.access.credentials.refresh();
    assert.equal(await statusOf(desk, secrets[0]!), 200);
    assert.equal(await statusOf(desk, secret), 200, "the former one goes on");
  }
});

Deno.test("a stranger who knows an address has no words of theirs sent to it, then or later", async () => {
  await using desk = await openSignup();
  const name = "Prize at evil.example";
  await desk.getKey({ name, note: "see evil.example" }, BUDIS_NETWORK);
  await manageLink(desk, SARI.email, BUDIS_NETWORK);
  const secret = await desk.getKey({ name }, "192.0.2.1");
  await desk.program.ask("/api/kembang/members", { key: secret });
  await desk.signUp({ name, note: "see evil.example" }, "192.0.2.2");
  await desk.letters();
  assert.ok(desk.smtp.mails.length >= 4);
  for (const { text, headers, to } of desk.smtp.mails) {
    assert.equal(/evil/.test(text + JSON.stringify([...headers])), false, text);
    assert.deepEqual(to, [SARI.email]);
  }
});

Deno.test("sign-up that is closed while a click is under way makes no key, and the link holds once it is open", async () => {
  const kv = createMemoryKv();
  let isClosing = false;
  // The switch is set after the page has looked at it, and before the key is stored.
  const getMany: Kv["getMany"] = async (keys) => {
    const isOfSwitch = keys.some((key) => key.join() === SIGNUP_SWITCH.join());
    if (isClosing && isOfSwitch) await setClosed(true);
    return await kv.getMany(keys);
  };
  const setClosed = (isClosed: boolean) =>
    kv.commit([], [{ set: SIGNUP_SWITCH, value: { isClosed, since: 0 } }]);
  await using desk = await openSignup({ kv: { ...kv, getMany } });
  await desk.signUp();
  const link = linkIn((await desk.letters())[0]!.text);
  isClosing = true;
  assert.equal((await desk.press(link)).status, 503);
  assert.deepEqual(await signedUp(desk.program.stores), []);
  isClosing = false;
  await setClosed(false);
  assert.equal((await desk.press(link)).status, 200);
});
