import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { type Kv, listAll, openDenoKv } from "../support/opening.ts";
import { desk, deskJson, ISSUE, type Printed } from "../support/desk.ts";
import { createFixture, openFixtureStore } from "../support/server_fixture.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { findPostgres, startPostgres } from "../support/postgres_server.ts";
import { command, permissionsOf, startServer } from "../support/server.ts";
import { until, untilAnswered } from "../support/until.ts";

type Env = Readonly<Record<string, string>>;

const KEY_PEPPER = "a pepper that all places have";
const postgres = findPostgres();

interface Furnished {
  readonly key: string;
  readonly keyId: string;
  readonly revoked: string;
  readonly token: string;
}

/** A store with keys that were used, a token whose uses are on record, and values that go. */
async function furnish(env: Env): Promise<Furnished> {
  const issue = () => deskJson<{ id: string; secret: string }>(env, ...ISSUE);
  const [{ id: keyId, secret: key }, { id, secret: revoked }] = [await issue(), await issue()];
  await deskJson(env, "key", "revoke", id);
  const person = ["--name", "Budi", "--email", "budi@fans.example", "--organization", "Fans"];
  const application = await deskJson<{ id: string }>(env, "token", "apply", ...person);
  const approve = ["token", "review", application.id, "--approve", "--reason", "Known"];
  const { secret: token } = await deskJson<{ secret: string }>(env, ...approve);
  await using server = await startServer({ ...env, LIVE: "off" });
  for (const secret of [key, key, key]) assert.equal(await statusOf(server.base, secret), 200);
  assert.equal(await statusOf(server.base, token), 200);
  return { key, keyId, revoked, token };
}

async function statusOf(base: string, secret: string): Promise<number> {
  const header = secret.startsWith("P-") ? "x-priority-token" : "x-api-key";
  const response = await untilAnswered(async () => {
    const answer = await fetch(`${base}api/groupa/members`, { headers: { [header]: secret } });
    await answer.body?.cancel();
    return answer;
  });
  return response.status;
}

/** All that a store holds, by key; what a counter says of processes is left out. */
async function contentsOf(path: string): Promise<Map<string, unknown>> {
  const kv = await openDenoKv(path);
  const all = new Map<string, unknown>();
  for await (const { key, value } of listAll(kv, [])) {
    const { holders: _, ...counter } = value as Record<string, unknown>;
    all.set(JSON.stringify(key), key[0] === "counter" ? counter : value);
  }
  kv.close();
  return all;
}

/** When each entry of a file goes, in the order of keys; -1 for those that stay. */
function lifetimesOf(path: string): number[] {
  using db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare("SELECT expiration_ms AS at FROM kv ORDER BY k").all();
  return rows.map(({ at }) => Number(at));
}

function assertSameLifetimes(one: string, other: string): void {
  const [before, after] = [lifetimesOf(one), lifetimesOf(other)];
  assert.equal(after.length, before.length);
  assert.ok(before.some((at) => at > 0));
  for (const [n, at] of before.entries()) assert.ok(Math.abs(after[n]! - at) < 1_000, String(n));
}

async function usedOf(env: Env, { keyId }: Furnished): Promise<number> {
  return (await deskJson<{ used: number }>(env, "key", "show", keyId)).used;
}

/** The processes that hold units of some counter. */
async function holdersOf(path: string): Promise<string[]> {
  const kv = await openDenoKv(path);
  const counters = await Array.fromAsync(listAll<{ holders: object }>(kv, ["counter"]));
  kv.close();
  return counters.flatMap(({ value }) => Object.keys(value!.holders));
}

async function assertSameService(env: Env, issued: Furnished, used = 3) {
  const { key, revoked, token } = issued;
  assert.equal(await usedOf(env, issued), used);
  const numbers = (await deskJson<{ seq: number }[]>(env, "audit", "export")).map(({ seq }) => seq);
  assert.deepEqual(numbers, numbers.map((_, n) => n + 1));
  await using server = await startServer({ ...env, LIVE: "off" });
  const statuses = [key, revoked, token].map((secret) => statusOf(server.base, secret));
  assert.deepEqual(await Promise.all(statuses), [200, 403, 200]);
}

function copy(env: Env, to: string): Promise<Printed> {
  return desk(env, "store", "copy", to, "--json");
}

Deno.test({
  name: "a store that went to Postgres and back is the same store, its lifetimes too",
  ignore: ignoredWithout("postgres", postgres !== undefined),
  fn: async () => {
    await using at = await createFixture({ KEY_PEPPER });
    const issued = await furnish(at.env);
    const file = at.env.KV_PATH!;
    const before = await contentsOf(file);
    await using database = await startPostgres(postgres!, { isDurable: false });
    const url = await database.createDatabase();
    const back = `${at.path}/back/store.kv`;
    const there = await copy(at.env, url);
    assert.equal(there.code, 0, there.err);
    assert.deepEqual(JSON.parse(there.out), {
      address: url,
      entries: before.size,
      pepper_file: null,
    });
    {
      await using server = await startServer({ ...at.env, KV_PATH: url, LIVE: "off" });
      assert.match((await copy({ ...at.env, KV_PATH: url }, back)).err, /command uses postgres:/);
      assert.match((await copy(at.env, url)).err, /command uses postgres:/);
      await server.stop();
    }
    assert.match((await copy(at.env, url)).err, /^Cannot copy to postgres:.*: it is not empty/);
    assert.deepEqual(await contentsOf(file), before);

    // What servers write of themselves has come to it meanwhile.
    const other = await database.createDatabase();
    assert.equal((await copy(at.env, other)).code, 0);
    const home = await copy({ ...at.env, KV_PATH: other }, back);
    assert.equal(home.code, 0, home.err);
    assert.deepEqual(await contentsOf(back), before);
    assertSameLifetimes(file, back);
    assert.equal((await Deno.stat(back)).mode! & 0o777, 0o600);
    for (const KV_PATH of [other, back]) await assertSameService({ ...at.env, KV_PATH }, issued);
  },
});

Deno.test("a store is copied to a file with its pepper, and nothing else is in the copy", async () => {
  await using at = await createFixture();
  const issued = await furnish(at.env);
  const file = at.env.KV_PATH!;
  // What a process held that was killed counts as used, and nobody holds it.
  const server = await startServer({ ...at.env, LIVE: "off" });
  assert.equal(await statusOf(server.base, issued.key), 200);
  await server.stop("SIGKILL");
  const before = await contentsOf(file);
  const target = `${at.path}/copy.kv`;
  const { code, out, err } = await copy(at.env, target);
  assert.equal(code, 0, err);
  assert.deepEqual(await holdersOf(target), []);
  assert.notDeepEqual(await holdersOf(file), []);
  assert.equal(JSON.parse(out).pepper_file, `${target}.pepper`);
  assert.equal((await Deno.stat(`${target}.pepper`)).mode! & 0o777, 0o600);
  assert.deepEqual(await contentsOf(file), before);
  assert.deepEqual(await contentsOf(target), before);
  assertSameLifetimes(file, target);
  const used = await usedOf(at.env, issued);
  await assertSameService({ ...at.env, KV_PATH: target }, issued, used);
});

Deno.test("what cannot be copied is refused, and nothing is changed", async () => {
  await using at = await createFixture();
  await using other = await createFixture();
  const target = `${at.path}/copy.kv`;
  const refusal = async (env: Env, to: string) => {
    const { code, err } = await copy(env, to);
    assert.equal(code, 1, to);
    return err;
  };
  assert.match(await refusal({ ...at.env, KV_PATH: `${at.path}/none.kv` }, target), /no such file/);
  await furnish(at.env);
  await deskJson(other.env, ...ISSUE);
  const [file, full] = [at.env.KV_PATH!, other.env.KV_PATH!];
  {
    await using _ = await startServer({ ...at.env, LIVE: "off" });
    assert.match(await refusal(at.env, target), /a server or another command uses .*store\.kv/);
  }
  const before = [await contentsOf(file), await contentsOf(full)];
  assert.match(await refusal(at.env, full), /^Cannot copy to .*: it is not empty/);
  for (const own of [file, `${file}-wal`, `${file}.pepper`]) {
    assert.match(await refusal(at.env, own), /belongs to the store itself/);
  }
  for (
    const address of [
      ...["postgres://me:secret@127.0.0.1/db", "postgres://me:sec/ret@127.0.0.1/db"],
      ...["postgres://me@127.0.0.1/db?password=secret", "https://kv.example/?access_token=secret"],
    ]
  ) {
    const message = await refusal(at.env, address);
    assert.match(message, /with a password/);
    assert.doesNotMatch(message, /ret/);
  }
  assert.match(await refusal(at.env, "postgres://127.0.0.1/db"), /expected a file, .*postgres:/);
  assert.match(await refusal(at.env, "mysql://127.0.0.1/db"), /expected a file, .*postgres:/);
  await Deno.writeTextFile(`${target}.pepper`, "a pepper of some other store");
  assert.match(await refusal(at.env, target), /another pepper lies at .*copy\.kv\.pepper/);
  await Deno.remove(`${target}.pepper`);
  // A store that was made, and never used.
  (await openFixtureStore({ ...other.env, KV_PATH: `${at.path}/new.kv` })).kv.close();
  assert.match(await refusal(at.env, `${at.path}/new.kv`), /made with another pepper/);
  assert.deepEqual([await contentsOf(file), await contentsOf(full)], before);
  assert.equal(JSON.parse((await copy(at.env, target)).out).entries, before[0]!.size);
});

Deno.test("a copy that was killed is used by nobody until it is made again", async () => {
  await using at = await createFixture();
  const issued = await furnish(at.env);
  const source = await openDenoKv(at.env.KV_PATH!);
  await fill(source);
  source.close();
  const target = `${at.path}/copy.kv`;
  const process = command(
    ["run", ...permissionsOf("admin"), "src/admin/cli/main.ts", "store", "copy", target],
    at.env,
  ).spawn();
  await until(() => sizeOf(target) + sizeOf(`${target}-wal`) > 500_000);
  process.kill("SIGKILL");
  assert.equal((await process.output()).signal, "SIGKILL");
  const env = { ...at.env, KV_PATH: target };
  const half = /a copy into it was not finished.*store copy/;
  assert.match((await desk(env, "key", "list")).err, half);
  assert.match((await copy(env, `${at.path}/third.kv`)).err, half);
  await assert.rejects(startServer({ ...env, LIVE: "off" }), half);

  // What is there of the first copy alone must go.
  const rest = await openDenoKv(target);
  await rest.commit([], [{ set: ["left"], value: "of the first copy" }]);
  rest.close();
  const { code, err } = await copy(at.env, target);
  assert.equal(code, 0, err);
  assert.deepEqual(await contentsOf(target), await contentsOf(at.env.KV_PATH!));
  await assertSameService(env, issued);
});

/** As many as take more than a moment to copy: 3 MB. */
async function fill(kv: Kv): Promise<void> {
  const value = new Uint8Array(10_000);
  for (let n = 0; n < 30; n++) {
    const writes = Array.from({ length: 10 }, (_, m) => ({ set: ["large", n, m], value }));
    await kv.commit([], writes);
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}
