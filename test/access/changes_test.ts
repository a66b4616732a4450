import { crc32 } from "node:zlib";
import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type World, world } from "../support/world.ts";
import fc from "fast-check";
import { propertyRun } from "../support/size.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Whether a text has the form of a secret, its checksum included: what a scanner for leaked keys would ask. */
function isSecret(text: string): boolean {
  const [, body, check] = /^[JP]-osb_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  if (body === undefined || check === undefined) return false;
  const sum = [...check].reduce((value, digit) => value * 62 + ALPHABET.indexOf(digit), 0);
  return sum === crc32(body);
}

const BARE = "/api/kembang/members";

Deno.test("secrets have the documented form, each another, and one mistyped letter is seen by the checksum", async () => {
  await using app = await world(TRIO);
  const secrets = new Set<string>();
  for (let n = 0; n < 50; n++) secrets.add((await app.issue("standard")).secret);
  assert.equal(secrets.size, 50);
  for (const secret of secrets) assert.ok(secret.startsWith("J-osb_") && isSecret(secret), secret);
  const { secret } = await app.issueToken();
  assert.ok(secret.startsWith("P-osb_") && isSecret(secret));
  for (let place = 6; place < secret.length; place++) {
    const other = secret[place] === "a" ? "b" : "a";
    assert.equal(isSecret(secret.slice(0, place) + other + secret.slice(place + 1)), false);
  }
});

Deno.test("changes that two processes make at once are all kept", async () => {
  await using one = await world(TRIO);
  await using other = await one.beside();
  const both = [one, other];
  const { id } = await one.issue("standard");
  const words = Array.from({ length: 10 }, (_, n) => ["key", "allow-ip", id, `192.0.2.${n}`]);
  const done = await Promise.all(words.map((words, n) => both[n % 2]!.run(words)));
  assert.deepEqual(done.filter(({ code }) => code !== 0), []);
  const { ips } = await other.told(["key", "show", id]);
  assert.equal(ips.length, 11);
});

Deno.test("an organization has one application or token at a time, however its name is written and however many come at once", async () => {
  await using app = await world(TRIO);
  const apply = (organization: string) =>
    app.run([
      ...["token", "apply", "--name", "Budi", "--email", "budi@fans.example"],
      ...["--organization", organization],
    ]);
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) => apply(n % 2 === 0 ? "Fanbase Satu" : " Fánbase  SATU ")),
  );
  assert.equal(all.filter(({ code }) => code === 0).length, 1);
  assert.equal((await apply("Fanbase Dua")).code, 0);
  const list = () => app.told(["token", "list"]);
  const { id } = (await list()).find((one: { organization: string }) =>
    /satu/i.test(one.organization)
  );
  await app.run(["token", "review", id, "--approve"]);
  assert.equal((await apply("FANBASE SATU")).code, 1);
  await app.run(["token", "revoke", id]);
  assert.equal((await apply("Fanbase satu")).code, 0);
  assert.equal((await list()).length, 3);
});

/** A key as the schedule knows it; a secret whose reply was lost is not known. */
interface Key {
  readonly id: string;
  hint: string;
  current: string | undefined;
  former: string | undefined;
  isRevoked: boolean;
  readonly ended: Set<string>;
}

const STEP = fc.record({
  verb: fc.constantFrom("issue", "revoke", "rotate", "rotate --now", "allow-ip"),
  key: fc.nat(3),
  by: fc.nat(1),
  fault: fc.constantFrom(...["none", "none", "reply_lost", "refused", "away"] as const),
  waitMs: fc.constantFrom(0, 0, 50, 400, 1_500),
});

type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** Runs a command whose reply may be lost; undefined then, and where it was refused. */
async function attempt(app: World, words: string[], fault: Step["fault"]) {
  if (fault === "away") app.kv.outOfReach = true;
  else if (fault !== "none") app.kv.nextCommits.push(fault);
  try {
    const { code, out } = await app.until(app.run([...words, "--json"]));
    return code === 0 ? JSON.parse(out) : undefined;
  } catch {
    return undefined;
  } finally {
    app.kv.outOfReach = false;
    app.kv.nextCommits.length = 0;
  }
}

async function opens(app: World, key: string): Promise<boolean> {
  const { status } = await app.until(app.ask(BARE, { key }));
  assert.ok(status === 200 || status === 403, `${status}`);
  return status === 200;
}

/** Takes over what a change did, by what the store says of the key now. */
async function learn(app: World, key: Key, verb: string, secret: string | undefined) {
  const { hint, revoked_at } = await app.told(["key", "show", key.id]);
  key.isRevoked = revoked_at !== null;
  if (hint === key.hint) return;
  key.hint = hint;
  for (const ended of [key.former, verb === "rotate" ? undefined : key.current]) {
    if (ended !== undefined) key.ended.add(ended);
  }
  key.former = verb === "rotate" ? key.current : undefined;
  key.current = secret;
}

async function checkKey(app: World, key: Key, where: string): Promise<void> {
  for (const secret of [key.current, key.former]) {
    if (secret === undefined) continue;
    assert.equal(await opens(app, secret), !key.isRevoked, `${where}: ${JSON.stringify(key)}`);
  }
  for (const secret of key.ended) assert.equal(await opens(app, secret), false, where);
}

Deno.test("whatever two processes change, and whichever replies are lost, a change is known where it was made at once, and everywhere within 3 seconds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 4, maxLength: 14 }), async (steps) => {
      await using one = await world({ ...TRIO, faulty: true, outage: true });
      await using other = await one.beside();
      const both = [one, other];
      const keys: Key[] = [];
      for (const { verb, key: place, by, fault, waitMs } of steps) {
        const app = both[by]!;
        const key = keys[place];
        if (key === undefined || verb === "issue") {
          const { id, secret } = await app.issue("standard");
          const hint = `J-…${secret.slice(-4)}`;
          const made = { id, hint, current: secret, former: undefined, isRevoked: false };
          keys.push({ ...made, ended: new Set() });
          continue;
        }
        const [word, ...options] = verb.split(" ");
        const more = verb === "allow-ip" ? ["192.0.2.7"] : options;
        const done = await attempt(app, ["key", word!, key.id, ...more], fault);
        await learn(app, key, verb, done?.secret);
        if (done !== undefined) await checkKey(app, key, `at once, after ${verb}`);
        await one.pass(waitMs);
      }
      await one.pass(3_000);
      for (const app of both) for (const key of keys) await checkKey(app, key, "after 3 s");
      for (const app of both) app.log.lines.length = 0;
    }),
    propertyRun(),
  );
});
