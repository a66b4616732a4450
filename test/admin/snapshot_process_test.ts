import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { STORE_FORMAT } from "../../src/platform/store_keys.ts";
import {
  copySnapshot,
  readSnapshotTime,
  SNAPSHOT_TABLE,
  SnapshotError,
} from "../../src/store/snapshot.ts";
import { withDatabase } from "../../src/store/sqlite.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { createPrng } from "../support/prng.ts";
import { startServer } from "../support/server.ts";
import { sizeOf, testSeed } from "../support/size.ts";

interface Issued {
  readonly id: string;
  readonly secret: string;
}

interface Entry {
  readonly seq: number;
  readonly by: string;
  readonly command: string;
  readonly before: unknown;
  readonly after: Record<string, unknown> | null;
}

/** A store with a key that was used three times, and with entries on record. */
async function furnish({ env }: Fixture): Promise<Issued> {
  const key = await deskJson<Issued>(env, ...ISSUE);
  await using server = await startServer({ ...env, LIVE: "off" });
  for (let n = 0; n < 3; n++) assert.equal(await statusOf(server.base, key.secret), 200);
  return key;
}

async function statusOf(base: string, secret: string): Promise<number> {
  const response = await fetch(`${base}api/groupa/members`, { headers: { "x-api-key": secret } });
  await response.body?.cancel();
  return response.status;
}

async function usedOf({ env }: Fixture, { id }: Issued): Promise<number> {
  return (await deskJson<{ used: number }>(env, "key", "show", id)).used;
}

function acts({ env }: Fixture): Promise<Entry[]> {
  return deskJson<Entry[]>(env, "audit", "tail", "--kind", "admin");
}

Deno.test("a snapshot with its pepper makes the same store elsewhere, use and record included", async () => {
  await using from = await createFixture();
  await using to = await createFixture();
  const key = await furnish(from);
  const file = `${from.path}/copy.kv`;
  const wrote = await deskJson(from.env, "store", "snapshot", file, "--with-pepper");
  assert.deepEqual({ ...wrote, made_at: "" }, { file, made_at: "", pepper: true });
  for (const path of [file, `${file}.pepper`]) {
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
  }
  const before = await acts(from);
  const restored = await desk(to.env, "store", "restore", file);
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, /What came after is gone/);
  assert.match(restored.out, /pepper is the snapshot's now/);
  assert.equal((await Deno.stat(to.env.KV_PATH!)).mode! & 0o777, 0o600);
  assert.equal(await usedOf(from, key), 3);
  assert.equal(await usedOf(to, key), 3);
  // The looks at records came after the snapshot.
  const [after, last] = [await acts(to), (entries: Entry[]) => entries.at(-1)!];
  const [restore] = after.filter(({ command }) => command === "store restore");
  assert.deepEqual(after.slice(0, restore!.seq - 1), before.slice(0, restore!.seq - 1));
  assert.deepEqual([restore!.by, restore!.before], ["local", null]);
  const counts = { keys: 1, tokens: 0, users: 0, codes: 0, feeds: 0, webhooks: 0 };
  assert.deepEqual(restore!.after, { snapshot_of: wrote.made_at, ...counts });
  assert.equal(last(before).command, "store snapshot");
  assert.equal((await deskJson(to.env, "audit", "verify")).ok, true);
  await using server = await startServer({ ...to.env, LIVE: "off" });
  assert.equal(await statusOf(server.base, key.secret), 200);
});

Deno.test("a snapshot is not restored into a store that is in use or not empty, and nothing changes", async () => {
  await using from = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  await using to = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  const key = await furnish(from);
  const file = `${from.path}/copy.kv`;
  await deskJson(from.env, "store", "snapshot", file);
  const full = await desk(from.env, "store", "restore", file);
  assert.equal(full.code, 1);
  assert.match(full.err, /store\.kv is not empty\. Stop its servers, move it away/);
  const forced = await desk(from.env, "store", "restore", file, "--overwrite");
  assert.match(forced.err, /Cannot use --overwrite with a snapshot/);
  assert.equal(await usedOf(from, key), 3);

  // A store that another process has open holds nothing yet.
  await deskJson(to.env, "key", "list");
  const held = await openDenoKv(to.env.KV_PATH);
  for await (const { key } of (await held.list([])).values()) {
    if (!["pepper_check", "store_format"].includes(String(key))) {
      await held.commit([], [{ delete: key }]);
    }
  }
  const inUse = await desk(to.env, "store", "restore", file);
  assert.equal(inUse.code, 1);
  assert.match(inUse.err, /a server or another command uses .*store\.kv\. Stop it/);
  assert.equal((await held.list([])).length, 2);
  held.close();
  assert.equal((await desk(to.env, "store", "restore", file)).code, 0);
  assert.equal(await usedOf(to, key), 3);
});

Deno.test("a server that runs keeps a snapshot from being restored", async () => {
  await using from = await createFixture();
  await using at = await createFixture();
  const file = `${from.path}/copy.kv`;
  await deskJson(from.env, "store", "snapshot", file);
  await using server = await startServer({ ...at.env, LIVE: "off" });
  const { code, err } = await desk(at.env, "store", "restore", file);
  assert.equal(code, 1);
  assert.match(err, /Cannot restore: .* is not empty\. Stop its servers/);
  assert.equal((await fetch(`${server.base}readyz`)).status, 200);
});

Deno.test("restore says what is wrong with a snapshot, and changes nothing", async () => {
  await using from = await createFixture();
  await using to = await createFixture();
  await furnish(from);
  const file = `${from.path}/copy.kv`;
  await deskJson(from.env, "store", "snapshot", file, "--with-pepper");
  const whole = await Deno.readFile(file);
  const broken = `${from.path}/broken.kv`;
  const restore = async () => {
    const { code, err } = await desk(to.env, "store", "restore", broken);
    assert.equal(code, 1);
    assert.doesNotMatch(err, /at file:/);
    return err;
  };
  await Deno.writeFile(broken, whole.subarray(0, whole.length / 2));
  assert.match(await restore(), /Cannot use .*broken\.kv: /);
  const spoilt = whole.slice();
  spoilt.fill(0xff, 8192, 12_288);
  await Deno.writeFile(broken, spoilt);
  assert.match(await restore(), /Cannot use .*broken\.kv: /);
  await Deno.copyFile(from.env.KV_PATH!, broken);
  assert.match(await restore(), /was not made by `store snapshot`/);
  await Deno.writeFile(broken, whole);
  assert.match(await restore(), /made with another pepper/);
  await Deno.copyFile(`${file}.pepper`, `${broken}.pepper`);
  await Deno.copyFile(from.env.KV_PATH!, `${broken}.newer`);
  const kv = await openDenoKv(`${broken}.newer`);
  await kv.commit([], [{ set: STORE_FORMAT, value: { format: 4 } }]);
  kv.close();
  await Deno.writeTextFile(broken, "");
  await copySnapshot(`${broken}.newer`, broken, Date.now());
  assert.match(await restore(), /format 4/);
  assert.deepEqual([...Deno.readDirSync(`${to.path}/data`)], []);
  await deskJson(to.env, "store", "restore", file);
});

Deno.test("a byte that changed anywhere in a snapshot is found, or changes nothing that is restored", async () => {
  await using from = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  const key = await furnish(from);
  const file = `${from.path}/copy.kv`;
  await deskJson(from.env, "store", "snapshot", file);
  const whole = await Deno.readFile(file);
  const madeAt = await readSnapshotTime(file);
  const broken = `${from.path}/broken.kv`;
  const secret = new TextEncoder().encode(key.id);
  const places = [...whole.keys()].filter((at) =>
    secret.every((byte, n) => whole[at + n] === byte)
  );
  assert.ok(places.length > 0, "the id stands in the file");
  for (const length of [whole.length - 1, whole.length - 4096]) {
    await Deno.writeFile(broken, whole.subarray(0, length));
    await assert.rejects(readSnapshotTime(broken), /it is damaged/);
  }
  let found = 0;
  for (const at of places) {
    await Deno.writeFile(broken, whole.with(at + 3, whole[at + 3]! ^ 1));
    // Some stand where SQLite has left what was overwritten: nobody reads them.
    await readSnapshotTime(broken).catch((error) => {
      assert.match(error.message, /it is damaged/);
      found++;
    });
  }
  assert.ok(found > 0);
  const prng = createPrng(testSeed());
  for (let n = 0; n < sizeOf({ default: 30, full: 3000 }); n++) {
    const at = prng.between(0, whole.length - 1);
    await Deno.writeFile(broken, whole.with(at, whole[at]! ^ prng.between(1, 255)));
    const time = await readSnapshotTime(broken).catch((error) => {
      assert.ok(error instanceof SnapshotError, `${error}`);
      return madeAt;
    });
    assert.equal(time, madeAt);
  }
});

Deno.test("a snapshot of an earlier program, which noted no digest, is restored, or told to be damaged", async () => {
  await using from = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  await using to = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  const key = await furnish(from);
  const file = `${from.path}/copy.kv`;
  await deskJson(from.env, "store", "snapshot", file);
  await withDatabase(file, (db) => db.exec(`ALTER TABLE ${SNAPSHOT_TABLE} DROP COLUMN digest`));
  const broken = `${from.path}/broken.kv`;
  await Deno.copyFile(file, broken);
  await withDatabase(broken, (db) => db.exec("UPDATE kv SET v = x'ff00'"));
  const { code, err } = await desk(to.env, "store", "restore", broken);
  assert.equal(code, 1);
  assert.match(err, /^Cannot use .*broken\.kv: it is damaged \(.*\)$/m);
  assert.doesNotMatch(err, /at file:/);
  await deskJson(to.env, "store", "restore", file);
  assert.equal(await usedOf(to, key), 3);
});

Deno.test("a restore that is refused leaves no store and no pepper that the next one would meet", async () => {
  await using from = await createFixture();
  await using to = await createFixture();
  await deskJson(from.env, ...ISSUE);
  const pepper = await Deno.readTextFile(`${from.env.KV_PATH}.pepper`);
  const [file, backup] = [`${from.path}/copy.kv`, `${from.path}/backup.json`];
  await deskJson(from.env, "store", "snapshot", file);
  await deskJson(from.env, "store", "backup", backup);
  const wrong = { ...to.env, KEY_PEPPER: "another pepper than that of the snapshot" };
  for (const path of [file, backup, `${from.path}/nowhere.kv`]) {
    for (const env of [to.env, wrong]) {
      assert.equal((await desk(env, "store", "restore", path)).code, 1);
      assert.deepEqual([...Deno.readDirSync(`${to.path}/data`)], []);
    }
  }
  // A store that was there stays, and so does its pepper.
  await deskJson(to.env, "store", "migrate");
  assert.equal((await desk(to.env, "store", "restore", file)).code, 1);
  const names = [...Deno.readDirSync(`${to.path}/data`)].map(({ name }) => name);
  assert.deepEqual(names.sort(), ["store.kv", "store.kv.pepper"]);
  for (const name of names) await Deno.remove(`${to.path}/data/${name}`);
  await deskJson({ ...to.env, KEY_PEPPER: pepper }, "store", "restore", file);
});

Deno.test("a snapshot replaces no file unless told, and leaves nothing else behind", async () => {
  await using at = await createFixture();
  const file = `${at.path}/copy.kv`;
  await Deno.writeTextFile(file, "mine");
  const refused = await desk(at.env, "store", "snapshot", file);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /is there already; --overwrite replaces it/);
  assert.equal(await Deno.readTextFile(file), "mine");
  await deskJson(at.env, "store", "snapshot", file, "--overwrite");
  const names = [...Deno.readDirSync(at.path)].map(({ name }) => name);
  assert.deepEqual(names.sort(), ["copy.kv", "data", "out"]);
  const missing = await desk(at.env, "store", "snapshot", `${at.path}/nowhere/copy.kv`);
  assert.match(missing.err, /there is no such file or folder/);
});

Deno.test("neither a snapshot nor a backup replaces a file of the store, through links neither", async () => {
  await using at = await createFixture();
  await deskJson(at.env, ...ISSUE);
  const kvFile = at.env.KV_PATH!;
  const link = `${at.path}/link.kv`;
  await Deno.symlink(kvFile, link);
  await Deno.symlink(`${at.path}/data`, `${at.path}/other`);
  const { ino } = await Deno.stat(kvFile);
  const pepper = await Deno.readTextFile(`${kvFile}.pepper`);
  const files = [kvFile, `${kvFile}-wal`, `${kvFile}.pepper`, link, `${at.path}/other/store.kv`];
  const verbs = files.map((file, n) => [n % 2 === 0 ? "snapshot" : "backup", file]);
  for (const [verb, file] of [...verbs, ["backup", kvFile], ["snapshot", `${kvFile}-journal`]]) {
    const { code, err } = await desk(at.env, "store", verb!, file!, "--overwrite");
    assert.equal(code, 1, file);
    assert.match(err, /^Cannot write .*: it belongs to the store itself .*Name another file$/m);
  }
  assert.equal((await Deno.stat(kvFile)).ino, ino);
  assert.equal(await Deno.readTextFile(`${kvFile}.pepper`), pepper);
  // With the store behind a link, the file that it leads to is the store's too.
  const linked = { ...at.env, KV_PATH: link };
  await Deno.copyFile(`${kvFile}.pepper`, `${link}.pepper`);
  for (const file of [kvFile, `${kvFile}-wal`, link]) {
    const { err } = await desk(linked, "store", "snapshot", file, "--overwrite");
    assert.match(err, /it belongs to the store itself/, file);
  }
  assert.equal((await deskJson<unknown[]>(linked, "key", "list")).length, 1);
  await deskJson(at.env, "store", "snapshot", `${at.path}/data/copy.kv`);
});

Deno.test("a disk that is full ends a snapshot with a message, and leaves no file", async () => {
  await using at = await createFixture();
  await deskJson(at.env, ...ISSUE);
  const kv = await openDenoKv(at.env.KV_PATH);
  for (let n = 0; n < 60; n++) {
    await kv.commit([], [{ set: ["x", n], value: new Uint8Array(50_000) }]);
  }
  kv.close();
  const file = `${at.path}/copy.kv`;
  // A process that ignores SIGXFSZ gets an error where its files would grow beyond the limit.
  const script =
    `trap '' XFSZ; ulimit -f 1024; exec "$0" run --quiet -A src/cli/main.ts store snapshot ${file}`;
  const { code, stderr } = await new Deno.Command("bash", {
    args: ["-c", script, Deno.execPath()],
    env: { ...at.env, DENO_NO_UPDATE_CHECK: "1" },
    stdout: "null",
  }).output();
  const said = new TextDecoder().decode(stderr);
  assert.equal(code, 1, said);
  assert.match(said, /^Cannot write .*copy\.kv: /);
  assert.deepEqual([...Deno.readDirSync(at.path)].map(({ name }) => name).sort(), ["data", "out"]);
});

Deno.test("snapshot and restore of a store that is no file name its own means", async () => {
  await using at = await createFixture();
  const file = `${at.path}/copy.kv`;
  const env = { ...at.env, KV_PATH: ":memory:" };
  const { code, err } = await desk(env, "store", "snapshot", file);
  assert.equal(code, 1);
  assert.match(err, /KV_PATH is no file .*VACUUM INTO .*`store backup` works everywhere/);
  await deskJson(at.env, "store", "snapshot", file);
  assert.match((await desk(env, "store", "restore", file)).err, /KV_PATH is no file/);
});
