import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { STORE_FORMAT } from "../../src/platform/store_keys.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture, type Fixture, openFixtureStore } from "../support/fixture.ts";
import { issueKey } from "../support/issue.ts";
import { startServer } from "../support/server.ts";

interface Issued {
  readonly id: string;
  readonly secret: string;
}

const ORIGIN = "https://fan.example";

/** The statuses that secrets get from a server of this place, with the origin of a page and without. */
async function statuses({ env }: Fixture, secrets: readonly string[]) {
  await using server = await startServer({ ...env, LIVE: "off" });
  const ask = async (secret: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.base}api/groupa/members`, {
      headers: { "x-api-key": secret, ...headers },
    });
    await response.body?.cancel();
    return response.status;
  };
  const found: number[][] = [];
  for (const secret of secrets) {
    found.push([await ask(secret), await ask(secret, { origin: ORIGIN })]);
  }
  return found;
}

Deno.test("a store of format 2 is raised with its keys, its backup has what 3 brings, and a snapshot leads back", async () => {
  await using at = await createFixture();
  const { env, path } = at;
  const plain = await deskJson<Issued>(env, ...ISSUE);
  const kv = await openDenoKv(env.KV_PATH!);
  await kv.commit([], [{ set: STORE_FORMAT, value: { format: 2 } }]);
  kv.close();
  const forPage = [...ISSUE, "--origin", ORIGIN];
  assert.match((await desk(env, ...forPage)).err, /store migrate/);
  const before = `${path}/before.kv`;
  assert.equal((await desk(env, "store", "snapshot", before, "--with-pepper")).code, 0);

  assert.match((await desk(env, "store", "migrate", "--yes")).out, /format 3 now/);
  const page = await deskJson<Issued>(env, ...forPage);
  const store = await openFixtureStore(env);
  const signedUp = await issueKey(store, { signup: "digest", groups: ["groupa"] });
  store.kv.close();
  const rotated = await deskJson<Issued>(env, "key", "rotate", plain.id);
  const secrets = [plain.secret, rotated.secret, page.secret, signedUp.secret];
  const open = [200, 200];
  assert.deepEqual(await statuses(at, secrets), [open, open, [403, 200], open]);

  // A backup elsewhere: the conditions hold there, and a former secret is not carried along.
  await using elsewhere = await createFixture();
  const backup = `${path}/backup.json`;
  await deskJson(env, "store", "backup", backup, "--with-pepper");
  assert.equal(JSON.parse(await Deno.readTextFile(backup)).version, 2);
  const restored = await desk(elsewhere.env, "store", "restore", backup);
  assert.equal(restored.code, 0, restored.err);
  assert.deepEqual(await statuses(elsewhere, secrets), [[403, 403], open, [403, 200], open]);
  const listed = await deskJson<{ id: string }[]>(elsewhere.env, "key", "list", "--signup");
  assert.deepEqual(listed.map(({ id }) => id), [signedUp.id]);

  // No store of format 2 takes it: an earlier program would open what has a condition.
  await using lower = await createFixture();
  await deskJson(lower.env, "user", "list");
  const low = await openDenoKv(lower.env.KV_PATH!);
  await low.commit([], [{ set: STORE_FORMAT, value: { format: 2 } }]);
  low.close();
  const refused = await desk(lower.env, "store", "restore", backup);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /store migrate/);

  // Back: the snapshot is of format 2, with the secret of its time.
  await using back = await createFixture();
  assert.equal((await desk(back.env, "store", "restore", before)).code, 0);
  const kvBack = await openDenoKv(back.env.KV_PATH!);
  assert.deepEqual((await kvBack.get(STORE_FORMAT)).value, { format: 2 });
  kvBack.close();
  const shut = [403, 403];
  assert.deepEqual(await statuses(back, secrets), [open, shut, shut, shut]);
});
