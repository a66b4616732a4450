import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres_server.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { dayPlan } from "../support/small_content.ts";
import { until, untilWithin } from "../support/until.ts";
import { type Load, pause, startLoad, statusOf } from "./fleet.ts";

const QUOTA = sizeOf({ default: 2_000, full: 20_000 });
/** 1 % of the quota: the largest block that a process leases at once. */
const BLOCK = QUOTA / 100;
const SERVERS = 4;
const AWAY_S = sizeOf({ default: 4, full: 8 });
const ENDED_S = sizeOf({ default: 6, full: 60 });
/** How long a revoked key may live. */
const REVOKED_MS = 3_000;
/** The quota lasts longer than what befalls the servers. */
const PER_SECOND = QUOTA / Math.max(ENDED_S, AWAY_S + 2);
/** Nothing is left if so long everything was refused. */
const REFUSED_MS = 1_500;

const bin = findPostgres();

/** What befalls servers that are asked as fast as they answer. */
interface Scene {
  readonly database: PostgresServer;
  readonly fixture: ServerFixture;
  readonly servers: readonly RunningServer[];
  /** How many requests were admitted so far. */
  readonly admitted: () => number;
}

type Issued = Awaited<ReturnType<ServerFixture["key"]>>;

/** How a test is set up. */
interface Terms {
  readonly name: string;
  /** Whether there is a standby, and whether commits wait for it. */
  readonly standby?: "synchronous" | "asynchronous";
  meanwhile(scene: Scene & { readonly standby: PostgresServer | undefined }): Promise<void>;
  judge(admitted: number, scene: Scene): void | Promise<void>;
}

function scene({ name, standby: kind, meanwhile, judge }: Terms): void {
  Deno.test({
    name: `${SERVERS} servers on Postgres: ${name}`,
    ignore: ignoredWithout("postgres", bin !== undefined),
    fn: async () => {
      await using stack = new AsyncDisposableStack();
      const database = stack.use(await startPostgres(bin!));
      await database.createDatabase();
      const standby = kind && stack.use(await database.standby("second"));
      if (kind === "synchronous") {
        await database.psql("ALTER SYSTEM SET synchronous_standby_names = 'second'");
        await database.psql("SELECT pg_reload_conf()");
      }
      const ports = [database, ...standby ? [standby] : []].map(({ port }) => `127.0.0.1:${port}`);
      const fixture = stack.use(
        await createServerFixture({ standard: dayPlan(QUOTA) }, {
          KV_PATH: `postgres://oshibase@${ports}/store_1`,
        }),
      );
      const { headers } = await fixture.key();
      const servers: RunningServer[] = [];
      for (let n = 0; n < SERVERS; n++) servers.push(await fixture.start());
      await using load = startLoad(PER_SECOND, [{ path: "api/bunga/members", headers }]);
      load.aim(...servers);
      const admitted = () => load.count(200);
      const known = { database, fixture, servers, admitted };
      await meanwhile({ ...known, standby });
      await untilRefused(load);
      await until(async () => (await Promise.all(servers.map(isStoreUp))).every(Boolean), 60_000);
      await untilRefused(load);
      await load.stop();
      assert.deepEqual(load.others(200, 429, 503), []);
      await judge(admitted(), known);
    },
  });
}

/** Resolves when nothing was admitted for a while. */
async function untilRefused({ answers }: Load): Promise<void> {
  const from = Date.now();
  await until(() => {
    const last = answers.findLast(({ status }) => status === 200)?.to ?? 0;
    return Date.now() - Math.max(from, last) > REFUSED_MS;
  }, 300_000);
}

async function isStoreUp({ base }: RunningServer): Promise<boolean> {
  return (await (await fetch(`${base}readyz`)).json()).store === "ok";
}

async function isAdmitted(server: RunningServer, key: string): Promise<boolean> {
  return await statusOf(server, "api/bunga/members", { "x-api-key": key }) !== 403;
}

/** Resolves when each server admits a key. */
async function untilAdmitted(servers: readonly RunningServer[], key: string): Promise<void> {
  for (const server of servers) await until(() => isAdmitted(server, key));
}

/** Revokes a key by a command, and holds each server to refuse it within 3 s. */
async function revoke({ fixture, servers }: Scene, key: Issued): Promise<void> {
  await adminJson(fixture.env, "key", "revoke", key.id);
  await Promise.all(
    servers.map((server) =>
      untilWithin(REVOKED_MS, async () => !(await isAdmitted(server, key.secret)))
    ),
  );
}

async function assertRevocable(scene: Scene): Promise<void> {
  const key = await scene.fixture.key();
  await untilAdmitted(scene.servers, key.secret);
  await revoke(scene, key);
}

scene({
  name: `the database is killed for ${AWAY_S} s, and exactly the quota is admitted`,
  async meanwhile({ database, admitted }) {
    await until(() => admitted() > QUOTA / 4);
    await database.stop("crash");
    await pause(AWAY_S * 1_000);
    await database.start();
  },
  judge: (admitted) => assert.equal(admitted, QUOTA),
});

scene({
  name: `every session is ended each second for ${ENDED_S} s, and exactly the quota is admitted`,
  async meanwhile({ database }) {
    for (let n = 0; n < ENDED_S; n++) {
      await database.psql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'oshibase'",
      );
      await pause(1_000);
    }
  },
  async judge(admitted, scene) {
    assert.equal(admitted, QUOTA);
    await assertRevocable(scene);
  },
});

let revokedBefore = "";

scene({
  name: "a synchronous standby is promoted, and nothing that was answered is lost",
  standby: "synchronous",
  async meanwhile(scene) {
    const { database, standby, fixture, servers, admitted } = scene;
    const key = await fixture.key();
    await until(() => admitted() > QUOTA / 4);
    await untilAdmitted(servers, key.secret);
    await revoke(scene, key);
    revokedBefore = key.secret;
    await database.stop("crash");
    await standby!.promote();
  },
  async judge(admitted, scene) {
    // Each server drops what it has leased: at most two blocks.
    assert.ok(admitted <= QUOTA && admitted >= QUOTA - SERVERS * 2 * BLOCK, `${admitted}`);
    for (const server of scene.servers) {
      assert.equal(await isAdmitted(server, revokedBefore), false);
      assert.match(server.printed.err, /The store is another database than before/);
    }
    await assertRevocable(scene);
  },
});

let [admittedAtCut, admittedAtEnd] = [0, 0];

scene({
  name: "an asynchronous standby that lags is promoted, and its lag is all that is lost",
  standby: "asynchronous",
  async meanwhile(scene) {
    const { database, standby, fixture, servers, admitted } = scene;
    const key = await fixture.key();
    await untilAdmitted(servers, key.secret);
    await until(() => admitted() > QUOTA / 4);
    const position = "SELECT pg_current_wal_lsn()";
    const here = (await database.psql(position)).trim();
    await until(async () =>
      await standby!.psql(`SELECT pg_last_wal_receive_lsn() >= '${here}'`) === "t\n"
    );
    await standby!.psql("ALTER SYSTEM SET primary_conninfo = ''");
    await standby!.psql("SELECT pg_reload_conf()");
    await until(async () =>
      await standby!.psql("SELECT count(*) FROM pg_stat_wal_receiver") === "0\n"
    );
    admittedAtCut = admitted();
    // The standby never hears of what is done from here on.
    await revoke(scene, key);
    await until(() => admitted() > QUOTA / 2);
    admittedAtEnd = admitted();
    await database.stop("crash");
    await standby!.promote();
    // All tables are read again: none goes on from what the other database had.
    await untilAdmitted(servers, key.secret);
  },
  async judge(admitted, scene) {
    // Units of the lag are lost, and each server goes on from its lease until it sees the promotion.
    const lag = admittedAtEnd - admittedAtCut + SERVERS * 2 * BLOCK;
    assert.ok(admitted - QUOTA <= lag, `${admitted - QUOTA} over, with a lag of ${lag}`);
    assert.ok(QUOTA - admitted <= SERVERS * 2 * BLOCK, `${QUOTA - admitted} lost`);
    for (const server of scene.servers) {
      assert.match(server.printed.err, /The store is another database than before/);
    }
    await assertRevocable(scene);
  },
});
