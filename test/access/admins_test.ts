import assert from "node:assert/strict";
import { createAdmins } from "../../src/access/admins.ts";
import { createDigest } from "../../src/access/digest.ts";
import { createPasswords, type Passwords } from "../../src/access/password.ts";
import type { UserRecord } from "../../src/access/user_store.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createManualClock } from "../support/manual_clock.ts";

const digest = createDigest(new TextEncoder().encode("a pepper for tests"));
const HERE = "192.0.2.1";
const PASSWORD = "correct horse";

/** One administrator, "root"; failures are listed, and slow an address down when `wait` says so. */
async function world() {
  const clock = createManualClock(1_000_000);
  const real = createPasswords({ digest, random: systemRandom, rounds: 10 });
  const users = new Map<string, UserRecord>();
  const set = async (username: string, password: string) =>
    users.set(username, {
      username,
      password: await real.make(username, password),
      createdAt: 0,
      changedAt: 0,
    });
  await set("root", PASSWORD);
  const counts = { derivations: 0 };
  const passwords: Passwords = {
    ...real,
    check: (...pair) => (counts.derivations++, real.check(...pair)),
    get waiting() {
      return real.waiting;
    },
  };
  const failures: string[] = [];
  let waitMs = 0;
  const throttle = {
    waitMs: () => waitMs,
    failed: (address: string) => void failures.push(address),
  };
  const credentials = { findUser: (name: string) => users.get(name) };
  const admins = createAdmins({ credentials, passwords, digest, clock, throttle });
  const slowDown = (ms: number) => void (waitMs = ms);
  return { admins, clock, users, set, counts, failures, slowDown };
}

Deno.test("a right pair is remembered for 5 minutes: then it costs nothing, and is known at once", async () => {
  const { admins, clock, counts } = await world();
  const first = admins.verify("root", PASSWORD, HERE);
  assert.ok(first instanceof Promise);
  assert.equal(await first, true);
  clock.set(1_000_000 + 299_999);
  assert.equal(admins.verify("root", PASSWORD, "198.51.100.7"), true);
  assert.equal(counts.derivations, 1);
  clock.set(1_000_000 + 300_000);
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  assert.equal(counts.derivations, 2);
});

Deno.test("a remembered pair ends with a new password, and with the user", async () => {
  const { admins, users, set } = await world();
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  await set("root", "another horse");
  assert.equal(await admins.verify("root", PASSWORD, HERE), false);
  assert.equal(await admins.verify("root", "another horse", HERE), true);
  users.delete("root");
  assert.equal(await admins.verify("root", "another horse", HERE), false);
});

Deno.test("a wrong pair is a failure of its address, known name or not", async () => {
  const { admins, failures, counts } = await world();
  assert.equal(await admins.verify("root", "wrong", HERE), false);
  assert.equal(await admins.verify("nobody", PASSWORD, "2001:db8::1"), false);
  assert.equal(await admins.verify("root", "", HERE), false);
  assert.deepEqual(failures, [HERE, "2001:db8::1", HERE]);
  assert.equal(counts.derivations, 3);
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  assert.equal(failures.length, 3);
});

Deno.test("a throttled address is not tried, and cannot lock out who was right before", async () => {
  const { admins, counts, slowDown } = await world();
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  slowDown(42_000);
  assert.equal(admins.verify("root", "guess", HERE), "throttled");
  assert.equal(admins.waitMs(HERE), 42_000);
  assert.equal(counts.derivations, 1);
  assert.equal(admins.verify("root", PASSWORD, HERE), true);
});

Deno.test("requests that come together with one pair share one derivation", async () => {
  const { admins, counts, failures } = await world();
  const right = Array.from({ length: 10 }, () => admins.verify("root", PASSWORD, HERE));
  assert.deepEqual(await Promise.all(right), Array(10).fill(true));
  assert.equal(counts.derivations, 1);
  const wrong = Array.from({ length: 10 }, () => admins.verify("root", "wrong", HERE));
  assert.deepEqual(await Promise.all(wrong), Array(10).fill(false));
  assert.equal(counts.derivations, 2);
  assert.equal(failures.length, 1);
});

Deno.test("one address has four guesses under way at most, whatever it sends at once", async () => {
  const { admins, counts, failures } = await world();
  const verdicts = await Promise.all(
    Array.from({ length: 100 }, (_, n) => admins.verify("root", `guess ${n}`, HERE)),
  );
  assert.equal(counts.derivations, 4);
  assert.equal(failures.length, 4);
  assert.equal(verdicts.filter((verdict) => verdict === "throttled").length, 96);
  assert.ok(admins.waitMs(HERE) > 0);
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
});

Deno.test("a long line of guesses from many addresses is cut off", async () => {
  const { admins, counts } = await world();
  const verdicts = await Promise.all(
    Array.from({ length: 100 }, (_, n) => admins.verify("root", "guess", `192.0.2.${n}`)),
  );
  assert.ok(counts.derivations <= 22, `${counts.derivations}`);
  assert.ok(verdicts.filter((verdict) => verdict === "throttled").length >= 78);
});

Deno.test("an over-long name or password is refused without work", async () => {
  const { admins, counts } = await world();
  assert.equal(admins.verify("root", "x".repeat(2000), HERE), false);
  assert.equal(admins.verify("x".repeat(2000), PASSWORD, HERE), false);
  assert.equal(counts.derivations, 0);
});
