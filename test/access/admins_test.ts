import assert from "node:assert/strict";
import { createAdmins, createWrongPasswords } from "../../src/access/gate/admins.ts";
import { parseAddress } from "../../src/address/ip_address.ts";
import { createMac } from "../../src/toolbox/mac.ts";
import { createPasswords, type Passwords } from "../../src/access/records/password.ts";
import type { UserRecord } from "../../src/access/records/user_store.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createNetworkThrottle } from "../../src/access/limits/network_throttle.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { createManualClock } from "../support/manual_clock.ts";

const secretHash = createMac("a pepper for tests");
const HERE = parseAddress("192.0.2.1");
const THERE = parseAddress("2001:db8::1");
const PASSWORD = "correct horse";

/** One administrator, "root"; three failures slow an address down. */
async function world({ failures = 3, rounds = 10 } = {}) {
  const clock = createManualClock(1_000_000);
  const real = createPasswords({ secretHash, random: systemRandom, rounds });
  const stored = new Map<string, UserRecord>();
  let inMemory = new Map<string, UserRecord>();
  const set = async (username: string, password: string) =>
    stored.set(username, {
      username,
      password: await real.make(username, password),
      createdAt: 0,
      changedAt: 0,
    });
  await set("root", PASSWORD);
  const counts = { derivations: 0, refreshes: -1 };
  const passwords: Passwords = {
    ...real,
    check: (...pair) => (counts.derivations++, real.check(...pair)),
    get waiting() {
      return real.waiting;
    },
  };
  const throttle = createNetworkThrottle(clock, failures);
  const refresh = () => {
    counts.refreshes++;
    inMemory = new Map(stored);
    return Promise.resolve();
  };
  await refresh();
  const credentials = { findUser: (name: string) => inMemory.get(name), refresh };
  const log = createQuietLog();
  const wrong = createWrongPasswords(log);
  const admins = createAdmins({ credentials, passwords, secretHash, clock, throttle, wrong });
  return { log, wrong, admins, clock, stored, refresh, set, counts };
}

Deno.test("a right pair is remembered for 5 minutes: then it costs nothing, and is known at once", async () => {
  const { admins, clock, counts } = await world();
  const first = admins.verify("root", PASSWORD, HERE);
  assert.ok(first instanceof Promise);
  assert.equal(await first, true);
  clock.set(1_000_000 + 299_999);
  assert.equal(admins.verify("root", PASSWORD, HERE), true);
  assert.equal(counts.derivations, 1);
  clock.set(1_000_000 + 300_000);
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  assert.equal(counts.derivations, 2);
});

Deno.test("a pair is remembered for the networks that it was right from, and for no others", async () => {
  const { admins, counts } = await world();
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  assert.equal(await admins.verify("root", PASSWORD, THERE), true);
  assert.equal(counts.derivations, 2);
  const beside = parseAddress("2001:db8:0:ff::7");
  for (const address of [HERE, THERE, beside]) {
    assert.equal(admins.verify("root", PASSWORD, address), true);
  }
  const elsewhere = [parseAddress("192.0.2.2"), parseAddress("2001:db8:0:100::1"), undefined];
  for (const address of elsewhere) {
    assert.equal(await admins.verify("root", PASSWORD, address), true);
  }
  assert.equal(counts.derivations, 5);
});

Deno.test("from a network that has guessed too often the right pair is refused, too, while it is remembered for another", async () => {
  const { admins, clock, counts, wrong } = await world();
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  for (const guess of ["a", "b", "c"]) await admins.verify("root", guess, THERE);
  for (const minutes of [0, 0.5, 6, 59]) {
    clock.set(1_000_000 + minutes * 60_000);
    for (const guess of ["d", "e", "f"]) await admins.verify("root", guess, THERE);
    assert.deepEqual(admins.verify("root", PASSWORD, THERE), {
      retryAfterMs: 60_000 - minutes % 1 * 60_000,
    });
    const opened = admins.verify("root", PASSWORD, HERE);
    // A derivation that is under way for one network says nothing to another.
    assert.equal(typeof admins.verify("root", PASSWORD, THERE), "object");
    assert.equal(await opened, true);
  }
  assert.ok(counts.derivations < 15, `${counts.derivations}`);
  assert.equal(wrong.total, 9);
  assert.equal(wrong.refused, 2 * 4 + 2 * 3);
});

Deno.test("a remembered pair ends when a new password, or the user's end, is in memory", async () => {
  const { admins, stored, refresh, set } = await world();
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  await set("root", "another horse");
  await refresh();
  assert.equal(await admins.verify("root", PASSWORD, HERE), false);
  assert.equal(await admins.verify("root", "another horse", HERE), true);
  stored.delete("root");
  await refresh();
  assert.equal(await admins.verify("root", "another horse", HERE), false);
});

Deno.test("a pair that is right in the store alone is right at once, and no failure", async () => {
  const { admins, set, counts } = await world();
  for (let n = 0; n < 10; n++) {
    await set("root", `horse ${n}`);
    assert.equal(await admins.verify("root", `horse ${n}`, HERE), true);
    await set(`user ${n}`, PASSWORD);
    assert.equal(await admins.verify(`user ${n}`, PASSWORD, HERE), true);
  }
  assert.equal(counts.refreshes, 20);
  assert.equal(counts.derivations, 30);
});

Deno.test("wrong pairs slow their own address down, known name or not", async () => {
  const { admins, clock, counts } = await world();
  assert.equal(await admins.verify("root", "wrong", HERE), false);
  assert.equal(await admins.verify("nobody", PASSWORD, HERE), false);
  // A right pair is no failure.
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  assert.equal(await admins.verify("root", "", HERE), false);
  assert.deepEqual(admins.verify("root", "guess", HERE), { retryAfterMs: 60_000 });
  assert.equal(counts.derivations, 4);
  assert.equal(await admins.verify("root", "guess", THERE), false);
  clock.set(clock.now() + 60_000);
  assert.equal(await admins.verify("root", "guess", HERE), false);
});

Deno.test("guesses from an administrator's own network do not lock out a pair that is remembered for it", async () => {
  const { admins } = await world();
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  for (const guess of ["a", "b", "c"]) await admins.verify("root", guess, HERE);
  assert.deepEqual(admins.verify("root", "d", HERE), { retryAfterMs: 60_000 });
  assert.equal(admins.verify("root", PASSWORD, HERE), true);
});

Deno.test("requests that come together with one pair share one derivation", async () => {
  const { admins, counts } = await world();
  const right = Array.from({ length: 10 }, () => admins.verify("root", PASSWORD, HERE));
  assert.deepEqual(await Promise.all(right), Array(10).fill(true));
  assert.equal(counts.derivations, 1);
  const wrong = Array.from({ length: 10 }, () => admins.verify("root", "wrong", HERE));
  assert.deepEqual(await Promise.all(wrong), Array(10).fill(false));
  assert.equal(counts.derivations, 2);
});

Deno.test("guesses that come at once count all", async () => {
  const { admins, counts } = await world();
  const verdicts = await Promise.all(
    Array.from({ length: 100 }, (_, n) => admins.verify("root", `guess ${n}`, HERE)),
  );
  assert.equal(counts.derivations, 3);
  assert.equal(verdicts.filter((verdict) => typeof verdict === "object").length, 97);
});

Deno.test("a long line of guesses from many addresses is cut off, and ends", async () => {
  const { admins, counts } = await world();
  const verdicts = await Promise.all(
    Array.from(
      { length: 100 },
      (_, n) => admins.verify("root", `guess ${n}`, parseAddress(`192.0.2.${n}`)),
    ),
  );
  // Two at once, and a line of 32 networks.
  assert.equal(counts.derivations, 34);
  assert.equal(verdicts.filter((verdict) => typeof verdict === "object").length, 66);
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
});

Deno.test("guesses from one network neither refuse nor delay an administrator from another", async () => {
  // A derivation of 30 ms: what a busy machine adds is little beside it.
  const { admins } = await world({ failures: 30, rounds: 200_000 });
  let guessed = 0;
  const guesses = Array.from(
    { length: 30 },
    async (_, n) => {
      if (await admins.verify("root", `guess ${n}`, HERE) === false) guessed++;
    },
  );
  // The first one is under way.
  assert.equal(await admins.verify("root", PASSWORD, THERE), true);
  assert.ok(guessed <= 4, `${guessed} of 11 guesses came first`);
  await Promise.all(guesses);
});

Deno.test("however many networks guess, one more waits for no more than a turn of each", async () => {
  const { admins } = await world({ failures: 30, rounds: 60_000 });
  const order: string[] = [];
  const guesses = Array.from({ length: 50 }, async (_, n) => {
    const verdict = await admins.verify("root", `guess ${n}`, parseAddress(`192.0.2.${n % 5}`));
    if (verdict === false) order.push("guess");
  });
  assert.equal(await admins.verify("root", PASSWORD, THERE), true);
  assert.ok(order.length <= 12, `${order.length} guesses came first`);
  await Promise.all(guesses);
  assert.ok(order.length > 20);
});

Deno.test("whose pair was right within the hour is let in while others guess behind one address", async () => {
  const { admins, clock, counts } = await world();
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  clock.set(clock.now() + 3_599_999);
  for (const guess of ["a", "b", "c"]) await admins.verify("root", guess, HERE);
  assert.deepEqual(admins.verify("root", "d", HERE), { retryAfterMs: 60_000 });
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  assert.equal(counts.derivations, 5);
  clock.set(clock.now() + 3_600_000);
  for (const guess of ["a", "b", "c"]) await admins.verify("root", guess, HERE);
  assert.deepEqual(admins.verify("root", PASSWORD, HERE), { retryAfterMs: 60_000 });
});

Deno.test("refused guesses are counted, and the log has each network's 1st, 2nd, 4th and 8th", async () => {
  const { admins, log, wrong } = await world();
  for (let n = 0; n < 3 + 9; n++) await admins.verify("root", `guess ${n}`, HERE);
  assert.deepEqual([wrong.total, wrong.refused], [3, 9]);
  const refused = log.lines.filter((line) => line.includes("were refused"));
  assert.deepEqual(
    refused.map((line) => JSON.parse(line.slice(line.indexOf("{")))),
    [1, 2, 4, 8].map((times) => ({ network: HERE!.text, times })),
  );
});

Deno.test("an over-long name or password is refused without work", async () => {
  const { admins, counts } = await world();
  assert.equal(admins.verify("root", "x".repeat(2000), HERE), false);
  assert.equal(admins.verify("x".repeat(2000), PASSWORD, HERE), false);
  assert.equal(counts.derivations, 0);
});

Deno.test("wrong passwords are counted, and the log hears of each network's 1st, 2nd, 4th and 8th", async () => {
  const { admins, log, wrong } = await world({ failures: 100 });
  assert.equal(await admins.verify("root", PASSWORD, HERE), true);
  assert.deepEqual([wrong.total, log.lines], [0, []]);
  const there = parseAddress("2001:db8:7:1::5");
  for (let time = 1; time <= 9; time++) {
    assert.equal(await admins.verify("root", `wrong ${time}`, HERE), false);
  }
  await admins.verify(PASSWORD, "typed into the wrong field", there);
  await admins.verify("root", "x".repeat(2000), parseAddress("2001:db8:7:2::6"));
  assert.equal(wrong.total, 11);
  const told = log.lines.map((line) => JSON.parse(line.slice(line.indexOf("{"))));
  assert.deepEqual(told, [
    ...[1, 2, 4, 8].map((times) => ({ network: HERE!.text, times })),
    { network: "2001:db8:7:0::/56", times: 1 },
    { network: "2001:db8:7:0::/56", times: 2 },
  ]);
  assert.doesNotMatch(log.lines.join(), new RegExp(PASSWORD));
});
