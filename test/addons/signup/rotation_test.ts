import assert from "node:assert/strict";
import type { KeyRecord } from "../../../src/access/records/key_store.ts";
import { DAY_MS } from "../../../src/toolbox/durations.ts";
import { issueKey } from "../../support/issue.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import type { Ask } from "../../support/program.ts";
import { TRIO } from "../../support/contents.ts";
import { openSignup, type SignupDesk } from "./harness.ts";

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

Deno.test("usage is told day by day, and costs nothing", async () => {
  const { desk, program, key, status } = await openRotation();
  await using _ = desk;
  for (let n = 0; n < 3; n++) await status(key.secret);
  const usage = await program.json("/v1/key/usage?days=3", { key: key.secret });
  assert.equal(usage.total, 3);
  assert.deepEqual(usage.data.map(({ day }: { day: string }) => day), [
    "2026-07-02",
    "2026-07-03",
    "2026-07-04",
  ]);
  assert.ok(usage.data[2].used >= 3);
  for (const days of ["0", "401", "x", ""]) {
    const { status } = await program.ask(`/v1/key/usage?days=${days}`, { key: key.secret });
    assert.equal(status, 400, days);
  }
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
