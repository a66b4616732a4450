import assert from "node:assert/strict";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture } from "../support/fixture.ts";
import { startServer } from "../support/server.ts";
import { untilWithin } from "../support/until.ts";

interface Key {
  readonly id: string;
  readonly ips: readonly string[];
  readonly plan: string;
  readonly expires_at: string | null;
  readonly used: number | null;
  readonly limit: number | null;
}

interface Issued {
  readonly id: string;
  readonly secret: string;
}

Deno.test("key issue, list, rotate and revoke work on the store of a running server", async () => {
  await using at = await createFixture();
  await using server = await startServer(at.env);
  const ask = async (key: string) => {
    const response = await fetch(`${server.base}api/groupa/members?apikey=${key}`);
    await response.body?.cancel();
    return response.status;
  };
  // A plan whose rate the looks below do not reach.
  const words = ISSUE.map((word) => word === "standard" ? "enterprise" : word);
  const { id, secret } = await deskJson<Issued>(at.env, ...words);
  await untilWithin(3000, async () => await ask(secret) === 200);

  const listed = await deskJson<(Key & Record<string, unknown>)[]>(at.env, "key", "list");
  const record = listed.find((key) => key.id === id)!;
  assert.deepEqual(Object.keys(record), [
    ...["id", "hint", "owner", "email", "plan", "groups", "ips", "created_at", "expires_at"],
    ...["revoked_at", "used", "limit"],
  ]);
  assert.equal(record.owner, "Sari");
  assert.equal(record.hint, `J-…${secret.slice(-4)}`);
  assert.equal(record.limit, 20_000_000);
  assert.equal(JSON.stringify(listed).includes(secret), false);

  const rotated = await deskJson<Issued>(at.env, "key", "rotate", id);
  assert.deepEqual(Object.keys(rotated), ["id", "secret"]);
  assert.equal(rotated.id, id);
  await untilWithin(3000, async () => await ask(rotated.secret) === 200);
  assert.equal(await ask(secret), 200, "the former secret works for a day more");
  const early = await desk(at.env, "key", "rotate", id);
  assert.match(early.err, /still works; wait until it ends, or use --now/);
  const replaced = await deskJson<Issued>(at.env, "key", "rotate", id, "--now");
  await untilWithin(3000, async () => await ask(replaced.secret) === 200);
  await untilWithin(3000, async () => await ask(rotated.secret) === 403);
  assert.equal(await ask(secret), 403);

  assert.equal((await desk(at.env, "key", "revoke", id)).code, 0);
  await untilWithin(3000, async () => await ask(replaced.secret) === 403);
  const again = await desk(at.env, "key", "rotate", id);
  assert.match(again.err, /it is revoked; issue another/);
});

Deno.test("an expired key is refused, and a credit raises what a key may use", async () => {
  await using at = await createFixture();
  const warned = await desk(at.env, ...ISSUE, "--expires", "2020-01-01", "--json");
  assert.match(warned.err, /--expires is over, so that this key opens nothing/);
  const past: Issued = JSON.parse(warned.out);
  const { id, secret } = await deskJson<Issued>(at.env, ...ISSUE);
  assert.equal((await deskJson<Key>(at.env, "key", "credit", id, "250")).limit, 5250);
  assert.equal((await deskJson<Key>(at.env, "key", "credit", id, "--requests", "50")).limit, 5300);
  assert.equal((await deskJson<Key>(at.env, "key", "show", id)).used, 0);
  const usage = await deskJson<{ day: string; used: number }[]>(at.env, "key", "usage", id, "7");
  assert.equal(usage.length, 7);
  assert.ok(usage.every(({ day, used }) => /^\d{4}-\d\d-\d\d$/.test(day) && used === 0));

  await using server = await startServer(at.env);
  const expired = await fetch(`${server.base}v1/key?apikey=${past.secret}`);
  assert.equal(expired.status, 403);
  await expired.body?.cancel();
  const own = await (await fetch(`${server.base}v1/key`, { headers: { "x-api-key": secret } }))
    .json();
  assert.deepEqual(Object.keys(own), [
    ...["plan", "used", "limit", "remaining", "resets_at", "period", "rate"],
  ]);
  assert.equal(own.plan, "standard");
  assert.equal(own.limit, 5300);
  assert.equal(own.used + own.remaining, 5300);
  assert.equal(own.period, "day");
  assert.deepEqual(own.rate, { per_second: 10, burst: 30 });
  assert.match(own.resets_at, /T17:00:00\.000Z$/);
});
