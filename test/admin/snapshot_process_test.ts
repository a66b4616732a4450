import assert from "node:assert/strict";
import { moveAside } from "../../src/store/snapshot.ts";
import { openDenoKv } from "../support/opening.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture, type Fixture } from "../support/server_fixture.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

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

const KEY_PEPPER = "a pepper that both places have";

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

Deno.test("a restored snapshot is the same store, use and record included, and the first start says so once", async () => {
  await using from = await createFixture({ KEY_PEPPER });
  await using to = await createFixture({ KEY_PEPPER });
  const key = await furnish(from);
  const file = `${from.path}/copy.kv`;
  const wrote = await deskJson(from.env, "store", "snapshot", file);
  assert.deepEqual({ ...wrote, made_at: "" }, { file, made_at: "" });
  assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
  const before = await acts(from);
  assert.equal(before.at(-1)!.command, "store snapshot");
  await deskJson(from.env, "key", "revoke", key.id);

  // As a copy that came by way of another machine.
  await Deno.chmod(file, 0o644);
  const fresh = await deskJson<{ aside: null }>(to.env, "store", "restore", file);
  assert.deepEqual(fresh, { file, aside: null });
  assert.equal((await Deno.stat(to.env.KV_PATH!)).mode! & 0o777, 0o600);
  assert.equal(await usedOf(to, key), 3);
  {
    await using one = await startServer({ ...to.env, LIVE: "off" });
    await using other = await startServer({ ...to.env, LIVE: "off" });
    assert.equal(await statusOf(one.base, key.secret), 200);
    const told = [one, other].filter(({ printed }) => printed.err.includes("is undone"));
    assert.deepEqual(told, [one]);
    assert.ok(one.printed.err.includes(String(wrote.made_at)), one.printed.err);
  }
  const restores = (await acts(to)).filter(({ command }) => command === "store restore");
  assert.deepEqual(restores.map(({ by, before, after }) => [by, before, after]), [
    ["local", null, { snapshot_of: wrote.made_at }],
  ]);
  const numbers = (await deskJson<Entry[]>(to.env, "audit", "export")).map(({ seq }) => seq);
  assert.deepEqual(numbers, numbers.map((_, n) => n + 1));

  // The store that was there is moved aside whole.
  const { aside } = await deskJson<{ aside: string }>(from.env, "store", "restore", file);
  const revoked = async (env: Record<string, string>) =>
    (await deskJson<{ revoked_at: string | null }>(env, "key", "show", key.id)).revoked_at;
  assert.equal(await revoked(from.env), null);
  assert.notEqual(await revoked({ ...from.env, KV_PATH: aside }), null);
});

Deno.test("of stores that are moved aside at one instant none replaces another", async () => {
  await using folder = await temporaryFolder();
  const kvFile = `${folder.path}/store.kv`;
  const places = [];
  for (const text of ["one", "two", "three"]) {
    await Deno.writeTextFile(kvFile, text);
    places.push(await moveAside(kvFile, Date.parse("2026-07-04T10:00:00Z")));
  }
  const texts = await Promise.all(places.map((place) => Deno.readTextFile(place!)));
  assert.deepEqual(texts, ["one", "two", "three"]);
});

Deno.test("a store that a process has open is not replaced, and nothing changes", async () => {
  await using from = await createFixture({ KEY_PEPPER });
  const key = await furnish(from);
  const file = `${from.path}/copy.kv`;
  await deskJson(from.env, "store", "snapshot", file);
  await using server = await startServer({ ...from.env, LIVE: "off" });
  const { code, err } = await desk(from.env, "store", "restore", file);
  assert.equal(code, 1);
  assert.match(err, /a server or another command uses .*store\.kv\. Stop it/);
  assert.equal(await statusOf(server.base, key.secret), 200);
  const names = [...Deno.readDirSync(`${from.path}/data`)].map(({ name }) => name);
  assert.ok(names.every((name) => !name.includes("until")), names.join());
});

Deno.test("what is no snapshot is refused, and a damaged one keeps the server from starting", async () => {
  await using from = await createFixture({ KEY_PEPPER });
  await using to = await createFixture({ KEY_PEPPER });
  await furnish(from);
  const file = `${from.path}/copy.kv`;
  const broken = `${from.path}/broken.kv`;
  await deskJson(from.env, "store", "snapshot", file);
  assert.match((await desk(to.env, "store", "restore", broken)).err, /there is no such file/);
  await Deno.writeTextFile(broken, "not a database");
  assert.match(
    (await desk(to.env, "store", "restore", broken)).err,
    /not made by "store snapshot"/,
  );
  const spoilt = (await Deno.readFile(file)).fill(0xff, -4096);
  await Deno.writeFile(broken, spoilt);
  await deskJson(to.env, "store", "restore", broken);
  await assert.rejects(
    startServer({ ...to.env, LIVE: "off" }),
    /the snapshot in its place is damaged/,
  );
  await deskJson(to.env, "store", "restore", file);
  await using _ = await startServer({ ...to.env, LIVE: "off" });
});

Deno.test("a snapshot replaces no file unless told, and none of the store, through links neither", async () => {
  await using at = await createFixture();
  await deskJson(at.env, ...ISSUE);
  const file = `${at.path}/copy.kv`;
  await Deno.writeTextFile(file, "mine");
  const refused = await desk(at.env, "store", "snapshot", file);
  assert.match(refused.err, /is there already; --overwrite replaces it/);
  assert.equal(await Deno.readTextFile(file), "mine");
  await deskJson(at.env, "store", "snapshot", file, "--overwrite");
  const names = [...Deno.readDirSync(at.path)].map(({ name }) => name);
  assert.deepEqual(names.sort(), ["copy.kv", "data", "out"]);
  const missing = await desk(at.env, "store", "snapshot", `${at.path}/nowhere/copy.kv`);
  assert.match(missing.err, /there is no such folder/);

  const kvFile = at.env.KV_PATH!;
  const link = `${at.path}/link.kv`;
  await Deno.symlink(kvFile, link);
  await Deno.symlink(`${at.path}/data`, `${at.path}/other`);
  const { ino } = await Deno.stat(kvFile);
  const pepper = await Deno.readTextFile(`${kvFile}.pepper`);
  // With the store behind a link, the file that it leads to is the store's too.
  const linked = { ...at.env, KV_PATH: link };
  await Deno.copyFile(`${kvFile}.pepper`, `${link}.pepper`);
  const own = ["", "-wal", "-journal", ".pepper"].map((end) => kvFile + end);
  const cases = [
    ...[...own, link, `${at.path}/other/store.kv`].map((path) => [at.env, path] as const),
    ...[kvFile, `${kvFile}-wal`, link].map((path) => [linked, path] as const),
  ];
  for (const [env, path] of cases) {
    const { code, err } = await desk(env, "store", "snapshot", path, "--overwrite");
    assert.equal(code, 1, path);
    assert.match(err, /^Cannot use .*: it belongs to the store itself .*Name another file$/m);
  }
  assert.equal((await Deno.stat(kvFile)).ino, ino);
  assert.equal(await Deno.readTextFile(`${kvFile}.pepper`), pepper);
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
    `trap '' XFSZ; ulimit -f 1024; exec "$0" run --quiet -A src/admin/cli/main.ts store snapshot ${file}`;
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
  assert.match(err, /KV_PATH is no file .*VACUUM INTO /);
  await deskJson(at.env, "store", "snapshot", file);
  assert.match((await desk(env, "store", "restore", file)).err, /KV_PATH is no file/);
});
