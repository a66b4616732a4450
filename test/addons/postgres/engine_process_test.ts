import { type Kv, StoreError } from "../../../src/platform/kv.ts";
import { makeCertificates } from "./certificates.ts";
import { ignoredWithout } from "../../support/ignored_without.ts";
import { openKv } from "../../support/open_kv.ts";
import {
  findPostgres,
  ownAddress,
  type PostgresOptions,
  type PostgresServer,
  startPostgres,
  STORE_PASSWORD,
  STORE_USER,
} from "../../support/postgres_server.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { until } from "../../support/until.ts";
import assert from "node:assert/strict";

const bin = findPostgres();

/** A test on a cluster of its own. */
function test(
  name: string,
  fn: (server: PostgresServer) => Promise<void>,
  options: PostgresOptions = { isDurable: false },
): void {
  Deno.test({
    name: `Postgres: ${name}`,
    ignore: ignoredWithout("postgres", bin !== undefined),
    fn: async () => {
      await using server = await startPostgres(bin!, options);
      await fn(server);
    },
  });
}

/** Works with stores that are closed afterwards. */
async function withStores(
  paths: readonly string[],
  work: (...kvs: Kv[]) => Promise<void>,
): Promise<void> {
  const kvs = await Promise.all(paths.map((path) => openKv(path)));
  try {
    await work(...kvs);
  } finally {
    for (const kv of kvs) kv.close();
  }
}

const put = (kv: Kv, name: string, value: unknown, expireInMs?: number) =>
  kv.commit([], [{ set: [name], value, ...(expireInMs !== undefined && { expireInMs }) }]);

test("who sees a version sees all lower ones, whoever commits beside", async (server) => {
  const path = await server.createDatabase();
  await withStores([path, path, path, path], async (reader, ...writers) => {
    let isDone = false;
    const writing = Promise.all(writers.map(async (kv, writer) => {
      for (let n = 0; n < 150; n++) {
        await kv.commit([], [{ set: ["row", `${writer}.${n}`], value: n }]);
      }
    })).finally(() => isDone = true);
    const seen = new Map<string, string>();
    let highest = "";
    let reads = 0;
    while (!isDone || reads === 0) {
      const rows = await reader!.list(["row"]);
      for (const { key, version } of rows) {
        const name = String(key[1]);
        if (seen.has(name)) continue;
        assert.ok(version! > highest, `${name} appeared below a version that was seen before`);
        seen.set(name, version!);
      }
      for (const version of seen.values()) if (version > highest) highest = version;
      reads++;
    }
    await writing;
    assert.ok(reads > 10, `${reads}`);
    assert.equal((await reader!.list(["row"])).length, 450);
  });
});

test("an entry is gone when it has expired, for reads and for checks, and is removed", async (server) => {
  const path = await server.createDatabase();
  await withStores([path], async (kv) => {
    await put(kv, "short", 1, 2_000);
    await put(kv, "long", 1, 600_000);
    const { version } = await kv.get(["short"]);
    assert.notEqual(version, null);
    await until(async () => (await kv.get(["short"])).value === null, 20_000);
    assert.deepEqual((await kv.list([])).map(({ key }) => key), [["long"]]);
    assert.equal(await kv.commit([{ key: ["short"], version }], [{ set: ["a"], value: 1 }]), null);
    const none = { key: ["short"], version: null };
    assert.notEqual(await kv.commit([none], [{ set: ["a"], value: 1 }]), null);
    const rows = async () => await server.psql("SELECT count(*) FROM oshibase.entry", "store_1");
    assert.equal(await rows(), "3\n");
    assert.equal(await server.psql("SELECT oshibase.sweep(10)", "store_1"), "1\n");
    assert.equal(await rows(), "2\n");
  });
});

test("the limits are those of the runtime's own store", async (server) => {
  await withStores([await server.createDatabase()], async (kv) => {
    const value = new Uint8Array(60_000);
    const writes = Array.from({ length: 14 }, (_, n) => ({ set: ["big", n], value }));
    await assert.rejects(kv.commit([], writes), /^TypeError: Too many bytes of a commit/);
    assert.notEqual(await kv.commit([], writes.slice(1)), null);
    const checks = Array.from({ length: 101 }, (_, n) => ({ key: ["none", n], version: null }));
    await assert.rejects(kv.commit(checks, []), /^TypeError: Too many checks/);
    assert.notEqual(await kv.commit(checks.slice(1), []), null);
    const key = ["k".repeat(2_047)];
    await assert.rejects(kv.commit([], [{ set: key, value: 1 }]), /^TypeError: Too many bytes/);
    const longest = ["k".repeat(2_046)];
    await kv.commit([], [{ set: longest, value: 1 }]);
    assert.equal((await kv.get(longest)).value, 1);
  });
});

test("a watch reports what this process writes at once, and what another writes within a second", async (server) => {
  const path = await server.createDatabase();
  await withStores([path, path], async (one, other) => {
    let reported = 0;
    const end = one!.watch([["watched"]], () => void reported++);
    await until(() => reported > 0, 5_000);
    for (const [kv, withinMs] of [[one, 500], [other, 1_500]] as const) {
      const before = reported;
      const began = performance.now();
      await put(kv!, "unwatched", 1);
      await put(kv!, "watched", withinMs);
      await until(() => reported > before, 5_000);
      assert.ok(performance.now() - began < withinMs + 500, `${performance.now() - began} ms`);
    }
    end();
  });
});

test("sessions that the server ends are made again: reads do not notice, a watch misses nothing", async (server) => {
  const path = await server.createDatabase();
  await withStores([path, path], async (one, other) => {
    const versions = new Set<number>();
    const read = async () => void versions.add((await one!.get<number>(["n"])).value ?? 0);
    const end = one!.watch([["n"]], () => void read().catch(() => {}));
    let reads = 0;
    let commits = 0;
    let unsure = 0;
    for (let n = 1; n <= 60; n++) {
      if (n % 6 === 0) {
        await server.psql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'oshibase'",
        );
      }
      await one!.get(["n"]);
      reads++;
      await put(other!, "n", n).then(() => commits++, (error) => {
        assert.ok(error instanceof StoreError, String(error));
        unsure++;
      });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { value: last } = await other!.get<number>(["n"]);
    await until(() => versions.has(last!), 5_000);
    end();
    assert.equal(reads, 60);
    assert.ok(commits >= 45 && commits + unsure === 60, `${commits} commits`);
  });
});

test(
  "a server that is away is an error within seconds, and is found when it is back",
  async (server) => {
    const path = await server.createDatabase();
    await withStores([path], async (kv) => {
      await put(kv, "a", 1);
      await server.stop("crash");
      const began = performance.now();
      for (let n = 0; n < 20; n++) {
        await assert.rejects(kv.get(["a"]), StoreError);
        await assert.rejects(put(kv, "a", 2), StoreError);
      }
      assert.ok(performance.now() - began < 5_000, "each call is refused at once");
      await server.start();
      await until(async () => (await kv.get(["a"]).catch(() => undefined))?.value === 1, 5_000);
      await put(kv, "a", 3);
      assert.equal((await kv.get(["a"])).value, 3);
    });
    await server.stop("crash");
    await assert.rejects(openKv(path), StoreError);
  },
  {},
);

test("a store that was restored into another database is another one: versions never come again", async (server) => {
  const path = await server.createDatabase();
  await withStores([path], async (kv) => {
    const version = await put(kv, "a", 1);
    await put(kv, "a", 2);
    const others: boolean[] = [];
    const end = kv.watch([["a"]], (isOther = false) => void others.push(isOther));
    await until(() => others.length > 0, 5_000);
    const epochs = "SELECT epoch FROM oshibase.head";
    const before = await server.psql(epochs, "store_1");
    // As `pg_restore --clean` does: the table is another one, what it holds is the same.
    await server.psql(
      "CREATE TABLE oshibase.copy (LIKE oshibase.entry INCLUDING ALL); " +
        "INSERT INTO oshibase.copy SELECT * FROM oshibase.entry; " +
        "DROP TABLE oshibase.entry; ALTER TABLE oshibase.copy RENAME TO entry; " +
        `ALTER TABLE oshibase.entry OWNER TO ${STORE_USER}`,
      "store_1",
    );
    await until(() => others.includes(true), 5_000);
    end();
    assert.notEqual(await server.psql(epochs, "store_1"), before);
    const later = await put(kv, "b", 1);
    assert.ok(later! > version!, "versions go on");
    assert.notEqual(later!.slice(0, 16), version!.slice(0, 16));
    assert.equal((await kv.get(["a"])).value, 2);
  });
});

test("tables of a newer program are left alone", async (server) => {
  const path = await server.createDatabase();
  await withStores([path], async (kv) => void await put(kv, "a", 1));
  await server.psql("UPDATE oshibase.head SET schema_version = 2", "store_1");
  await assert.rejects(openKv(path), /its tables have version 2, and this program knows 1/);
});

test("a command that makes no store names where it looked", async (server) => {
  const path = await server.createDatabase();
  await assert.rejects(openKv(path, { mustExist: true }), /^StartError: Cannot find a store at/);
  await withStores([path], () => Promise.resolve());
  (await openKv(path, { mustExist: true })).close();
});

Deno.test({
  name:
    "Postgres: elsewhere it is asked by TLS alone, of a certificate that the authority signed for it",
  ignore: ignoredWithout("postgres", bin !== undefined),
  fn: async () => {
    await using folder = await temporaryFolder();
    await Deno.chmod(folder.path, 0o755);
    const host = ownAddress();
    const made = await makeCertificates(folder.path, host);
    await using server = await startPostgres(bin!, {
      isDurable: false,
      tls: { certificate: made.certificate, key: made.key, host },
    });
    await server.psql("CREATE DATABASE idols OWNER oshibase");
    const login = `postgres://${STORE_USER}@${host}:${server.port}/idols`;
    const open = async (address: string, password = STORE_PASSWORD) =>
      (await openKv(address, { password })).close();
    const checked = `${login}?sslrootcert=${made.authority}`;
    const kv = await openKv(checked, { password: STORE_PASSWORD });
    await kv.commit([], [{ set: ["a"], value: 1 }]);
    const isOverTls = await server.psql(
      "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) " +
        "WHERE usename = 'oshibase'",
    );
    kv.close();
    assert.equal(isOverTls, "t\n");
    await assert.rejects(open(login), /certificate|issuer/i);
    await assert.rejects(
      open(`${login}?sslrootcert=${made.otherAuthority}`),
      /certificate|issuer/i,
    );
    await assert.rejects(open(checked, "wrong"), /password authentication failed/);
    // The certificate is good, and of another host.
    await Deno.mkdir(`${folder.path}/elsewhere`);
    const other = await makeCertificates(`${folder.path}/elsewhere`, "db.example");
    await using elsewhere = await startPostgres(bin!, {
      isDurable: false,
      tls: { certificate: other.certificate, key: other.key, host },
    });
    const misled = `postgres://${STORE_USER}@${host}:${elsewhere.port}/postgres`;
    await assert.rejects(
      open(`${misled}?sslrootcert=${other.authority}`),
      /certificate|not valid for/i,
    );
    // One without TLS.
    await using plain = await startPostgres(bin!, {
      isDurable: false,
      settings: [`listen_addresses = '127.0.0.1,${host}'`],
    });
    await assert.rejects(
      open(`postgres://${STORE_USER}@${host}:${plain.port}/postgres`),
      /the server offers no TLS/,
    );
  },
});
