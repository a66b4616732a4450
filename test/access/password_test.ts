import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import { createMac } from "../../src/toolbox/mac.ts";
import { createPasswords } from "../../src/access/records/password.ts";
import { systemRandom } from "../../src/platform/random.ts";

const LANE = "192.0.2.1";
const secretHash = createMac("a pepper for tests");

Deno.test("a password is kept as 600,000 rounds of PBKDF2 over its peppered digest", async () => {
  const passwords = createPasswords({ secretHash, random: systemRandom });
  const { salt, rounds, hash } = await passwords.make("root", "correct horse");
  assert.equal(rounds, 600_000);
  assert.equal(salt.length, 16);
  const peppered = secretHash("password\nroot\ncorrect horse");
  assert.deepEqual(hash, new Uint8Array(pbkdf2Sync(peppered, salt, rounds, 32, "sha256")));
});

Deno.test("only the right password of the right user under the right pepper passes", async () => {
  const passwords = createPasswords({ secretHash, random: systemRandom, rounds: 10 });
  const kept = await passwords.make("root", "pässword");
  assert.equal(await passwords.check(kept, "root", "pässword", LANE), true);
  // The same letters, composed otherwise, as other keyboards send them.
  assert.equal(await passwords.check(kept, "root", "pa\u0308ssword", LANE), true);
  assert.equal(await passwords.check(kept, "root", "password", LANE), false);
  assert.equal(await passwords.check(kept, "rooT", "pässword", LANE), false);
  assert.equal(await passwords.check(kept, "root", "", LANE), false);
  const otherPepper = createMac("another pepper here");
  const others = createPasswords({ secretHash: otherPepper, random: systemRandom, rounds: 10 });
  assert.equal(await others.check(kept, "root", "pässword", LANE), false);
  const again = await passwords.make("root", "pässword");
  assert.notDeepEqual(again.hash, kept.hash);
});

Deno.test("an unknown user costs as much as a wrong password", async () => {
  const passwords = createPasswords({ secretHash, random: systemRandom, rounds: 100_000 });
  const kept = await passwords.make("root", "correct horse");
  const cost = async (known: typeof kept | undefined) => {
    const start = performance.now();
    assert.equal(await passwords.check(known, "root", "wrong horse", LANE), false);
    return performance.now() - start;
  };
  // In turn, so that what else the machine does slows both.
  const unknown: number[] = [], wrong: number[] = [];
  for (let n = 0; n < 5; n++) {
    unknown.push(await cost(undefined));
    wrong.push(await cost(kept));
  }
  const ratio = Math.min(...unknown) / Math.min(...wrong);
  assert.ok(ratio > 0.4 && ratio < 2.5, `${ratio}`);
});

Deno.test("two passwords are checked at once, the others wait, and the event loop goes on", async () => {
  const passwords = createPasswords({ secretHash, random: systemRandom });
  const checks = Array.from(
    { length: 6 },
    (_, n) => passwords.check(undefined, "root", "x", `lane ${n}`),
  );
  assert.equal(passwords.waiting, 4);
  let turns = 0;
  let isDone = false;
  Promise.all(checks).then(() => isDone = true);
  while (!isDone) {
    turns++;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  // Three pairs, one after the other, of some 90 ms each: were the loop blocked, it would turn thrice.
  assert.ok(turns > 30, `${turns}`);
  assert.equal(passwords.waiting, 0);
  assert.deepEqual(await Promise.all(checks), Array(6).fill(false));
});

Deno.test("a derivation that fails frees its place", async () => {
  const passwords = createPasswords({ secretHash, random: systemRandom, rounds: 10 });
  const broken = { salt: new Uint8Array(16), rounds: -1, hash: new Uint8Array(32) };
  for (let n = 0; n < 4; n++) await assert.rejects(passwords.check(broken, "root", "x", LANE));
  assert.equal(await passwords.check(undefined, "root", "x", LANE), false);
  assert.equal(passwords.waiting, 0);
});
