import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { refuseDamaged } from "../../src/store/snapshot.ts";
import { adminJson } from "../support/admin.ts";
import { closing } from "../support/closing.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { createPrng } from "../support/prng.ts";
import { command, permissionsOf, type RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { isWhole, sizeOf, testSeed } from "../support/size.ts";
import { AMPLE, dayPlan } from "../support/small_content.ts";
import { until } from "../support/until.ts";
import { countEntries, exportUses } from "../support/use_log.ts";
import { awayTimes, isSure, startLoad } from "./fleet.ts";

type Env = Readonly<Record<string, string>>;

const QUOTA = sizeOf({ default: 6_000, full: 100_000 });
const ROUNDS = sizeOf({ default: 2, full: 50 });
const KILLS = sizeOf({ default: 3, full: 50 });
/** Enough that copying it takes a while. */
const VALUES = 600;
const VALUE_BYTES = 50_000;
/** Nobody may find this in a snapshot. */
const DELETED = "Wulandari Kusumawardhani";
const PATHS = ["api/bunga/members", "v1/changes", "api/bunga/news"];

Deno.test("a drill: snapshot under load, destroy, restore: quotas to the unit, the record whole, answers equal", async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(QUOTA), ample: AMPLE });
  const { env, folder, store } = fixture;
  const key = await fixture.key();
  const looking = await fixture.key({ plan: "ample" });
  const token = await fixture.token();
  const servers = [await fixture.start(), await fixture.start()];
  const file = `${folder}/copy.kv`;
  await using load = startLoad(400, [
    ...Array(3).fill({ path: "api/bunga/members", headers: key.headers }),
    { path: "api/kebun/members", headers: token.headers },
  ]);
  load.aim(...servers);
  const admitted = (lane: (n: number) => boolean) =>
    load.answers.filter((one) => one.status === 200 && lane(one.lane)).length;
  const now = () => ({ asked: admitted((n) => n < 3), used: admitted((n) => n === 3) });
  await until(() => now().asked > QUOTA / 20 && now().used > 5);
  await adminJson(env, "code", "issue");
  const before = now();
  const { made_at } = await adminJson<{ made_at: string }>(env, "store", "snapshot", file);
  const then = now();
  await until(() => now().asked > then.asked + QUOTA / 20 && now().used > then.used + 5);
  await adminJson(env, "code", "issue");
  await load.stop();
  // On a busy machine the store may keep a request longer than it may wait.
  assert.deepEqual(load.others(200, 503), []);
  const recorded = (await countEntries(store.kv)).uses;
  const answered = await answers(servers[0]!, looking.headers);
  // Who closes it last puts the log into it: a kill leaves both.
  store.kv.close();
  for (const server of servers) await server.stop("SIGKILL");

  // A copy of the snapshot is what it must be after.
  const copied = { ...env, KV_PATH: `${folder}/looked/store.kv` };
  await Deno.mkdir(`${folder}/looked`);
  await Deno.copyFile(file, copied.KV_PATH);
  const books = await booksOf(copied, key.id);
  const [{ used }, , , , uses] = books;
  assert.ok(used >= before.asked && used < QUOTA, `${used} used then`);
  assert.ok(uses >= before.used && uses < recorded, `${uses} uses of ${recorded}`);

  // What kill -9 left is moved aside whole, with its log, which would destroy what takes its place.
  const wal = `${env["KV_PATH"]}-wal`;
  assert.ok((await Deno.stat(wal)).size > 1_000_000);
  const { aside } = await adminJson<{ aside: string }>(env, "store", "restore", file);
  assert.equal(await isThere(wal), false);
  using former = closing(await openDenoKv(aside));
  assert.equal((await countEntries(former)).uses, recorded);
  assert.deepEqual(await booksOf(env, key.id), books);
  const server = await fixture.start();
  type Act = { command: string; after: { snapshot_of: string } };
  const acts = await adminJson<Act[]>(env, "audit", "tail", "--kind", "admin");
  const act = acts.find(({ command }) => command === "store restore");
  assert.equal(act?.after.snapshot_of, made_at);
  // What was announced is read just after a start.
  await until(async () => (await answers(server, looking.headers)).join() === answered.join());
  await using rest = startLoad(2_000, [{ path: "api/bunga/members", headers: key.headers }]);
  rest.aim(server);
  // At full size a busy machine takes minutes for the rest of the quota.
  await until(() => rest.count(429) > 100, 300_000);
  await rest.stop();
  assert.equal(rest.count(200), QUOTA - used);
});

/** What a store says of itself, by commands: a key's use, keys, tokens, codes, and a record without gap. */
async function booksOf(env: Env, id: string) {
  type Entry = { seq: number; kind: string; count?: number };
  const [shown, keys, tokens, codes, entries] = await Promise.all(
    [
      adminJson<{ used: number; limit: number }>(env, "key", "show", id),
      ...["key", "token", "code"].map((noun) => adminJson<unknown[]>(env, noun, "list")),
      adminJson<Entry[]>(env, "audit", "export"),
    ] as const,
  ) as [{ used: number; limit: number }, unknown[], unknown[], unknown[], Entry[]];
  assert.deepEqual(entries.map(({ seq }) => seq), entries.map((_, n) => n + 1));
  const { used, limit } = shown;
  const uses = entries.reduce((sum, { kind, count = 1 }) => kind === "use" ? sum + count : sum, 0);
  return [{ used, limit }, keys, tokens, codes, uses] as const;
}

async function answers({ base }: RunningServer, headers: Env): Promise<string[]> {
  return await Promise.all(PATHS.map(async (path) => {
    const response = await fetch(base + path, { headers });
    return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
  }));
}

Deno.test(`${ROUNDS} snapshots under load, whose server kill -9 ends meanwhile, hold each use answered before, and no deleted byte`, async () => {
  const { fraction } = createPrng(testSeed());
  await using fixture = await createServerFixture();
  const { env, folder, store } = fixture;
  const { headers: token } = await fixture.token();
  const { headers } = await fixture.key();
  const file = `${folder}/copy.kv`;
  let [usualMs, inStore] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await fixture.start();
    await using load = startLoad(isWhole() ? 2_000 : 300, [
      { path: `api/kebun/member/round-${round}-{n}`, headers: token },
      { path: "api/bunga/members", headers },
    ]);
    load.aim(server);
    await store.kv.commit([], [{ set: ["gone", round], value: `${DELETED} ${round}` }]);
    await store.kv.commit([], [{ delete: ["gone", round] }]);
    await until(() => load.answers.length > 200);
    const before = load.answers.filter(({ lane, status }) => lane === 0 && status === 200);
    const kill = () => server.process.kill("SIGKILL");
    const killer = round === 0 ? undefined : setTimeout(kill, usualMs * (0.3 + 0.7 * fraction()));
    const begun = performance.now();
    await adminJson(env, "store", "snapshot", file, "--overwrite");
    clearTimeout(killer);
    if (round === 0) usualMs = performance.now() - begun;
    await server.stop("SIGKILL");

    await refuseDamaged(file);
    const uses = await lookAt(
      file,
      (kv) => Array.fromAsync(exportUses(kv), ({ endpoint }) => endpoint.split("/").at(-1)),
    );
    assert.ok(before.length > 0);
    const recorded = new Set(uses);
    const away = awayTimes(server.printed.err);
    const missing = before.filter((answer) =>
      !recorded.has(`round-${round}-${answer.number}`) && isSure(answer, away)
    );
    assert.deepEqual(missing, []);
    const live = [env["KV_PATH"]!, `${env["KV_PATH"]}-wal`];
    if ((await Promise.all(live.map((path) => holds(path, DELETED)))).includes(true)) inStore++;
    assert.equal(await holds(file, DELETED), false);
  }
  assert.ok(inStore > 0, "no file of the store has the bytes that no snapshot may have");
});

async function holds(path: string, text: string): Promise<boolean> {
  const bytes = await Deno.readFile(path).catch(() => new Uint8Array());
  return new TextDecoder("latin1").decode(bytes).includes(text);
}

/** Looks at a copy of a store, which opening it would change. */
async function lookAt<T>(
  file: string,
  look: (kv: Awaited<ReturnType<typeof openDenoKv>>) => Promise<T>,
): Promise<T> {
  const copy = `${file}.looked-at`;
  await Deno.copyFile(file, copy);
  const kv = await openDenoKv(copy);
  const seen = await look(kv);
  kv.close();
  for (const end of ["", "-wal", "-shm"]) await Deno.remove(copy + end).catch(() => {});
  return seen;
}

/** Runs a command and kills it after so many ms; how long it ran. */
async function killAfter(env: Env, words: readonly string[], ms: number): Promise<number> {
  const began = performance.now();
  const args = ["run", ...permissionsOf("admin"), "src/admin/cli/main.ts", ...words];
  const process = command(args, env).spawn();
  const killer = setTimeout(() => killIfRunning(process), ms);
  await process.output();
  clearTimeout(killer);
  return performance.now() - began;
}

/** Commits pairs of equal numbers, and some bytes, until it is killed. */
const WRITER = `
const kv = await Deno.openKv(Deno.args[0]);
const bytes = new Uint8Array(30_000);
for (let n = 0; ; n++) {
  await kv.atomic().set(["pair", 0], n).set(["pair", 1], n).set(["late", n % 50], bytes).commit();
  if (n === 50) console.log("busy");
}`;

/** Writes into a store by a process of its own, which disposing of it kills. */
async function startWriter(env: Env): Promise<AsyncDisposable> {
  const args = ["eval", "--unstable-kv", "--ext=js", WRITER, "--", env["KV_PATH"]!];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" })
    .spawn();
  const printed = child.stdout.getReader();
  await printed.read();
  return {
    async [Symbol.asyncDispose]() {
      killIfRunning(child);
      await printed.cancel();
      await child.status;
    },
  };
}

/** The pair of numbers of a writer, which are equal in what is of one instant. */
async function pairIn(file: string): Promise<unknown> {
  const [one, other] = await lookAt(file, (kv) => kv.getMany([["pair", 0], ["pair", 1]]));
  assert.equal(one!.value, other!.value);
  return one!.value;
}

const isThere = (path: string) => Deno.stat(path).then(({ isFile }) => isFile, () => false);

Deno.test(`${KILLS} kills of a snapshot and ${KILLS} of its restoring leave all of it or nothing`, async () => {
  const { fraction } = createPrng(testSeed());
  await using from = await createServerFixture();
  const { id } = await from.key();
  for (let n = 0; n < VALUES; n++) {
    const value = new Uint8Array(VALUE_BYTES).fill(n);
    await from.store.kv.commit([], [{ set: ["ballast", n], value }]);
  }
  const file = `${from.folder}/copy.kv`;
  const snapshot = ["store", "snapshot", file, "--overwrite"];
  let whole = 0;
  {
    // Others write meanwhile: a snapshot is of one instant.
    await using _ = await startWriter(from.env);
    const usualMs = await killAfter(from.env, snapshot, 60_000);
    for (let kill = 0; kill <= KILLS; kill++) {
      if (await isThere(file)) {
        whole++;
        await refuseDamaged(file);
        assert.equal(typeof await pairIn(file), "number");
      }
      await Deno.remove(file).catch(() => {});
      await killAfter(from.env, snapshot, usualMs * (0.3 + 0.7 * fraction()));
    }
    assert.ok(whole >= 1);
  }
  await adminJson(from.env, ...snapshot);
  let restoreMs = 60_000;
  for (let kill = 0; kill <= KILLS; kill++) {
    const env = { ...from.env, KV_PATH: `${from.folder}/restored-${kill}/store.kv` };
    const restore = ["store", "restore", file];
    const ms = kill === 0 ? restoreMs : restoreMs * (0.3 + 0.7 * fraction());
    const tookMs = await killAfter(env, restore, ms);
    if (kill === 0) restoreMs = tookMs;
    if (!await isThere(env.KV_PATH)) await adminJson(env, ...restore);
    await adminJson(env, "key", "show", id);
    const ballast = await lookAt(env.KV_PATH, (kv) => kv.list<Uint8Array>(["ballast"]));
    assert.equal(ballast.length, VALUES);
    assert.ok(
      ballast.every(({ value }, n) => value!.length === VALUE_BYTES && value![9] === n % 256),
    );
  }
});
