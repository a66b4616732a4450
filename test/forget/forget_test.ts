import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { type World, world } from "../support/world.ts";
import { tracesInStore } from "./traces.ts";

const DAY_MS = 86_400_000;

/** Lets a person apply for a token, whose id it gives. */
async function apply(app: World, name: string, email: string): Promise<string> {
  const person = ["--organization", name, "--name", name, "--email", email];
  return (await app.told(["token", "apply", ...person])).id;
}

Deno.test("what was revoked names nobody any more once AUDIT_RETENTION_DAYS have passed", async () => {
  const NAMES = ["Revan-Kusnadi", "Endang-Lestari", "Rezita-Ayudia", "Code asked for it"];
  await using app = await world({ ...TRIO, faulty: true });
  const email = (name: string) => `${name}@fans.example`;
  const issue = async (name: string) => {
    const person = ["--owner", name, "--email", email(name), "--plan", "standard"];
    return (await app.told(["key", "issue", ...person])).id as string;
  };
  const [revoked, live] = [await issue("Revan-Kusnadi"), await issue("Live-key")];
  const [rejected, ended, kept] = [
    await apply(app, "Rezita-Ayudia", email("Rezita-Ayudia")),
    await apply(app, "Endang-Lestari", email("Endang-Lestari")),
    await apply(app, "Kept", email("Kept")),
  ];
  const code = await app.told(["code", "issue", "--email", email("Code")]);
  for (const id of [kept, ended]) await app.told(["token", "review", id, "--approve"]);
  await app.told(["token", "review", rejected, "--reject", "--reason", "Code asked for it"]);
  app.at(app.clock.now() + DAY_MS);
  await app.told(["key", "revoke", revoked]);
  await app.told(["token", "revoke", ended]);
  await app.told(["code", "revoke", code.id]);
  const named = async () => {
    const lists = ["key", "token", "code"].map((noun) => app.told([noun, "list"]));
    const all: { id: string; email: string }[] = (await Promise.all(lists)).flat();
    return all.filter(({ email }) => email).map(({ id }) => id);
  };
  const begun = app.clock.now();
  app.at(begun + 89 * DAY_MS);
  await app.pass(5 * 60_000);
  for (const id of [revoked, ended, code.id]) assert.ok((await named()).includes(id));
  app.at(begun + 91 * DAY_MS);
  await app.pass(5 * 60_000);
  const left = await named();
  assert.ok(left.includes(live) && left.includes(kept));
  assert.equal(left.filter((id) => [revoked, rejected, ended, code.id].includes(id)).length, 0);
  assert.deepEqual(
    await tracesInStore(app.kv, NAMES),
    [],
    "the entries of the audit have ended too",
  );
});

const HERS = ["Wulandari-Kusuma", "wulan@penggemar.example", "198.51.100.177"] as const;
const THEIRS = ["Rahmat-Hidayat", "rahmat@fans.example", "198.51.100.99"] as const;
const ROUNDS = sizeOf({ default: 1, full: 40 });
const [AWAY_MS, STEP_MS] = [30_000, 200];

Deno.test(`over ${ROUNDS} rounds of forgetting while two processes record, one without its store for a while, no entry names her`, async () => {
  const seed = testSeed();
  for (let round = 0; round < ROUNDS; round++) {
    const { fraction } = createPrng(seed + round);
    await using app = await world({ ...TRIO, faulty: true, outage: true });
    await using other = await app.beside();
    const tokenOf = async ([name, email]: readonly [string, string, string]) => {
      const id = await apply(app, name, email);
      return await app.told(["token", "review", id, "--approve"]) as { id: string; secret: string };
    };
    const [hers, theirs] = [await tokenOf(HERS), await tokenOf(THEIRS)];
    await app.pass(3_000);
    const answers: Promise<Response>[] = [];
    const step = async () => {
      for (const { kv, ask } of [app, other]) {
        if (fraction() < 0.05) kv.nextCommits.push("reply_lost");
        if (fraction() < 0.02) kv.nextCommits.push({ lateMs: 300 });
        for (let n = 0; n < 3; n++) {
          const [{ secret: token }, [, , from]] = fraction() < 0.5
            ? [hers, HERS]
            : [theirs, THEIRS];
          answers.push(ask(`/api/kembang/news/${answers.length}`, { key: null, token, from }));
        }
      }
      await app.clock.advance(STEP_MS);
    };
    for (let ms = 0; ms < 1_000; ms += STEP_MS) await step();
    other.kv.outOfReach = true;
    const forgetAt = fraction() * AWAY_MS;
    let forgotten: Promise<unknown> | undefined;
    for (let ms = 0; ms < AWAY_MS; ms += STEP_MS) {
      if (ms >= forgetAt) forgotten ??= app.told(["token", "forget", hers.id]);
      await step();
    }
    other.kv.outOfReach = false;
    await app.until(forgotten);
    await app.pass(30_000);
    const statuses = (await app.until(Promise.all(answers))).map(({ status }) => status);
    assert.deepEqual(await tracesInStore(app.kv, HERS), []);
    const uses: Record<string, unknown>[] = await app.told(["audit", "export", "--kind", "use"]);
    for (const { token_id, name, forgotten } of uses) {
      assert.deepEqual(
        [name, forgotten],
        token_id === hers.id ? ["", true] : [THEIRS[0], undefined],
      );
    }
    assert.equal(new Set(uses.map(({ endpoint }) => endpoint)).size, uses.length);
    assert.equal(uses.length, statuses.filter((status) => status === 404).length);
    assert.ok(uses.length > 500, `${uses.length} uses`);
  }
});

Deno.test("with a key its e-mail's codes are emptied, and what the audit has of them", async () => {
  await using app = await world({ ...TRIO, faulty: true });
  const [name, email] = HERS;
  const person = ["--owner", name, "--email", email, "--plan", "standard"];
  const { id } = await app.told(["key", "issue", ...person]);
  await app.told(["code", "issue", "--email", email]);
  await app.told(["key", "forget", id]);
  assert.deepEqual(await tracesInStore(app.kv, [name, email]), []);
});
