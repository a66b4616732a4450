import assert from "node:assert/strict";
import { openKv } from "../../src/store/open_kv.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { issueKey } from "../support/issue.ts";
import { startLoad } from "../support/load.ts";
import { addManyKeys, idOf, secretOf } from "../support/many_keys.ts";
import { findPostgres, startPostgres } from "../support/postgres_server.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { AMPLE } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { noteFigure } from "./figures.ts";
import { closing } from "../support/closing.ts";

const COMMITS = sizeOf({ default: 200, full: 2_000 });
const ROUNDS = Math.max(3, sizeOf({ default: 3, full: 7 }));
const REQUESTS = sizeOf({ default: 10_000, full: 60_000 });
const KEYS = sizeOf({ default: 10_000, full: 100_000 });
/** What a commit may cost, of what it costs in a file. */
const MOST_OF_A_FILE = 3;
/** What a request with a metered key may take more, and what medians of few pairs differ by. */
const MORE = 0.03;
const NOISE = sizeOf({ default: 0.12, full: 0 });
/** Each pair is one burst at a server on a file and one at a server on Postgres, right after each other. */
const PAIRS = sizeOf({ default: 12, full: 32 });
const BURST = sizeOf({ default: 3_000, full: 5_000 });
const SEEN_MS = 2_000;

const bin = findPostgres();
const ignore = ignoredWithout("postgres", bin !== undefined);

/** The time that the middle one of the commits of a round took, in ms. */
async function medianCommitMs(path: string, round: number): Promise<number> {
  using kv = closing(await openKv(path));
  const took: number[] = [];
  for (let n = 0; n < COMMITS; n++) {
    const key = ["ticket", round, n];
    const value = { want: 100, limit: 5_000, at: 1_785_000_000_000, day: "2026-07-04" };
    const began = performance.now();
    await kv.commit([{ key, version: null }], [{ set: key, value, expireInMs: 4e9 }]);
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[COMMITS >> 1]!;
}

Deno.test({
  name: `a commit on Postgres takes at most ${MOST_OF_A_FILE} times what it takes in a file`,
  ignore,
  fn: async () => {
    await using folder = await temporaryFolder();
    await using durable = await startPostgres(bin!);
    await using quick = await startPostgres(bin!, { isDurable: false });
    const paths = {
      file: `${folder.path}/store.kv`,
      // How long a disk takes to keep what it is given is no matter of the program.
      "Postgres without the disk": await quick.createDatabase(),
      Postgres: await durable.createDatabase(),
    };
    const best = { file: Infinity, "Postgres without the disk": Infinity, Postgres: Infinity };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of Object.keys(paths) as (keyof typeof paths)[]) {
        best[name] = Math.min(best[name], await medianCommitMs(paths[name], round));
      }
    }
    const figures = Object.entries(best).map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`);
    noteFigure(`a commit, best median of ${ROUNDS} rounds`, figures.join(", "));
    const ratio = best["Postgres without the disk"] / best.file;
    assert.ok(ratio <= MOST_OF_A_FILE, `${ratio.toFixed(2)} times`);
  },
});

/** The processor time of a process so far, in ms: that of its threads, to the µs (Linux, schedstat). */
function cpuMs(pid: number): number {
  let sum = 0;
  for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
    try {
      const stat = Deno.readTextFileSync(`/proc/${pid}/task/${name}/schedstat`);
      sum += Number(stat.split(" ")[0]) / 1e6;
    } catch {
      // It has ended.
    }
  }
  return sum;
}

/** The same of a process and those that it has started and not ended. */
function cpuOfTreeMs(root: number): number {
  let sum = cpuMs(root);
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = Deno.readTextFileSync(`/proc/${name}/stat`);
      const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
      if (Number(parent) === root) sum += cpuMs(Number(name));
    } catch {
      // It has ended.
    }
  }
  return sum;
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Asks servers so often altogether; resolves when all is answered with 200. */
async function askAll(servers: readonly RunningServer[], key: string, count: number) {
  await using load = startLoad({
    ports: servers.map(({ base }) => Number(new URL(base).port)),
    path: "/api/bunga/members",
    key,
    count,
    connections: 4,
  });
  const { byStatus } = await load.done;
  assert.deepEqual(byStatus, { 200: count });
}

Deno.test({
  name: "a request with a metered key costs a server on Postgres what it costs one on a file",
  ignore,
  fn: async () => {
    await using database = await startPostgres(bin!);
    await using onFile = await createServerFixture({ standard: AMPLE });
    await using onPostgres = await createServerFixture({ standard: AMPLE }, {
      KV_PATH: await database.createDatabase(),
    });
    const fixtures = { file: onFile, Postgres: onPostgres };
    await using stack = new AsyncDisposableStack();
    const fleets = new Map<keyof typeof fixtures, { servers: RunningServer[]; key: string }>();
    for (const name of ["file", "Postgres"] as const) {
      const { secret } = await issueKey(fixtures[name].store);
      const servers = [stack.use(await fixtures[name].start())];
      await askAll(servers, secret, 2 * BURST);
      fleets.set(name, { servers, key: secret });
    }
    /** The processor time of 1,000 requests of one burst, in ms. */
    const burst = async (name: keyof typeof fixtures): Promise<number> => {
      const { servers, key } = fleets.get(name)!;
      const before = cpuMs(servers[0]!.process.pid);
      await askAll(servers, key, BURST);
      return (cpuMs(servers[0]!.process.pid) - before) * 1_000 / BURST;
    };
    const took = { file: [] as number[], Postgres: [] as number[] };
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const order = pair % 2 === 0 ? ["file", "Postgres"] as const : ["Postgres", "file"] as const;
      for (const name of order) took[name].push(await burst(name));
      ratios.push(took.Postgres.at(-1)! / took.file.at(-1)!);
    }
    const more = median(ratios) - 1;
    noteFigure(
      `processor time of 1,000 requests with a metered key, medians of ${PAIRS} pairs`,
      `file ${median(took.file).toFixed(1)} ms, Postgres ${median(took.Postgres).toFixed(1)} ms, ` +
        `${(100 * more).toFixed(1)} % more in a pair`,
    );
    assert.ok(more <= MORE + NOISE, `${(100 * more).toFixed(1)} % more`);

    // Of the database itself, with one server and with four.
    const { key, servers } = fleets.get("Postgres")!;
    const root = Number(
      (await Deno.readTextFile(`${database.folder}/data/postmaster.pid`)).split("\n")[0],
    );
    for (const size of [1, 4]) {
      while (servers.length < size) servers.push(stack.use(await onPostgres.start()));
      await askAll(servers, key, 2_000);
      const sum = () => servers.reduce((all, { process }) => all + cpuMs(process.pid), 0);
      const [own, its] = [sum(), cpuOfTreeMs(root)];
      await askAll(servers, key, REQUESTS);
      const perThousand = (ms: number) => (ms * 1_000 / REQUESTS).toFixed(2);
      const database = cpuOfTreeMs(root) - its;
      const all = sum() - own;
      noteFigure(
        `processor time of 1,000 requests on Postgres with ${size} of the servers`,
        `servers ${perThousand(all)} ms, database ${perThousand(database)} ms`,
      );
      assert.ok(database < all, "the database works less than who asks it");
    }
  },
});

Deno.test({
  name:
    `${KEYS} keys on Postgres: 4 servers are ready with them, and all see one change within 2 s`,
  ignore,
  fn: async () => {
    await using database = await startPostgres(bin!, { isDurable: false });
    await using fixture = await createServerFixture({ standard: AMPLE }, {
      KV_PATH: await database.createDatabase(),
    });
    await addManyKeys(fixture.store, KEYS);
    await using stack = new AsyncDisposableStack();
    const began = performance.now();
    const servers: RunningServer[] = [];
    for (let n = 0; n < 4; n++) servers.push(stack.use(await fixture.start()));
    const statusOf = async ({ base }: RunningServer, number: number) => {
      const answer = await fetch(`${base}api/bunga/members?apikey=${secretOf(number)}`);
      await answer.body?.cancel();
      return answer.status;
    };
    for (const server of servers) {
      await until(async () => {
        const ready = await fetch(`${server.base}readyz`);
        await ready.body?.cancel();
        return ready.status === 200;
      });
      assert.equal(await statusOf(server, KEYS - 1), 200);
    }
    const loadedMs = performance.now() - began;
    await fixture.store.keys.update(idOf(KEYS - 1), (key) => ({ ...key, revokedAt: Date.now() }));
    const changedAt = performance.now();
    for (const server of servers) {
      await until(async () => await statusOf(server, KEYS - 1) === 403, 10_000);
    }
    const seenMs = performance.now() - changedAt;
    noteFigure(
      `${KEYS} keys on Postgres, 4 servers one after the other`,
      `started and loaded in ${(loadedMs / 1_000).toFixed(1)} s, one change seen by all after ` +
        `${seenMs.toFixed(0)} ms`,
    );
    assert.ok(seenMs < SEEN_MS, `${seenMs} ms`);
  },
});
