import assert from "node:assert/strict";
import { findDenokv, startDenokv } from "../platform/denokv_server.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { issueKey } from "../support/issue.ts";
import { type Load, type LoadTally, medianMs, startLoad } from "../support/load.ts";
import type { RunningServer } from "../support/server.ts";
import {
  createServerFixture,
  type ServerFixture,
  type StartOptions,
} from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { noteFigure } from "./figures.ts";
import { startSlowProxy } from "./slow_proxy.ts";
import { slowStore } from "./slow_store.ts";
import { dayPlan } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** Never fewer, whatever the size: three of them are killed, and one has to be left. */
const LEAST_PROCESSES = 4;
const PROCESSES = Math.max(LEAST_PROCESSES, sizeOf({ default: LEAST_PROCESSES, full: 8 }));
const CONNECTIONS = 4;

/** How much is asked for, of how much. */
interface Demand {
  readonly requests: number;
  readonly quota: number;
}

/** In ms; the store is that far away. */
const FAR_MS = 200;

const USUAL: Demand = {
  requests: sizeOf({ default: 7_500, full: 100_000 }),
  quota: sizeOf({ default: 3_000, full: 20_000 }),
};
/** Never so little that a block is not much more than the requests that wait for it. */
const FAR: Demand = {
  requests: Math.max(15_000, USUAL.requests),
  quota: Math.max(6_000, USUAL.quota),
};
const LARGEST: Demand = {
  requests: sizeOf({ default: 15_000, full: 8_000_000 }),
  quota: sizeOf({ default: 6_000, full: 100_000 }),
};

interface Fleet {
  readonly servers: readonly RunningServer[];
  readonly load: Load;
}

interface Terms {
  /** What makes it special, for the figures. */
  readonly what?: string;
  readonly demand?: Demand;
  readonly env?: Record<string, string>;
  readonly options?: (fixture: ServerFixture) => Promise<StartOptions>;
  /** What befalls the servers while they are asked. */
  readonly meanwhile?: (fleet: Fleet) => Promise<void>;
}

const WHAT = nameOf(USUAL);

function nameOf({ requests, quota }: Demand): string {
  return `${PROCESSES} servers, asked ${requests} times, admit exactly ${quota}`;
}

/**
 * Exactly the quota, and everybody else refused. On a busy machine the store may keep a request longer
 * than it may wait: it is told to try again (503), and nothing was charged.
 */
function assertExact(byStatus: Record<string, number>, { requests, quota } = USUAL): void {
  const { 200: admitted = 0, 429: refused = 0, 503: later = 0, ...others } = byStatus;
  assert.equal(admitted, quota);
  assert.equal(refused + later, requests - quota);
  assert.ok(later < requests / 100, `${later} told to try again`);
  assert.deepEqual(others, {});
}

/** What the first test measured, where it was asked for as much as servers far from their store. */
let near: LoadTally | undefined;

Deno.test(nameOf(LARGEST), async () => {
  const tally = await drain({ demand: LARGEST });
  if (LARGEST.requests === FAR.requests && LARGEST.quota === FAR.quota) near = tally;
  assertExact(tally.byStatus, LARGEST);
  assert.equal(tally.unanswered, 0);
});

Deno.test(`${nameOf(FAR)} through a store that takes 200 ms ± 20 %`, async () => {
  const tally = await drain({
    what: ", store 200 ms away",
    demand: FAR,
    options: ({ folder }) => slowStore(folder, FAR_MS),
  });
  assertExact(tally.byStatus, FAR);
  assert.equal(tally.unanswered, 0);
  const beside = near ?? await drain({ what: ", store near", demand: FAR });
  const [usual, away] = [beside, tally].map(medianMs);
  // Far from what a request takes that waits for the store.
  const most = Math.max(4 * usual!, FAR_MS / 10);
  assert.ok(away! <= most, `median ${away} ms, and ${usual} ms with the store near`);
});

Deno.test("with 3 of them killed in the middle never more, and at most two blocks each less", async () => {
  const killed = 3;
  const { quota } = USUAL;
  /** 1 % of the quota: the largest block. */
  const block = quota / 100;
  const { byStatus, unanswered } = await drain({
    what: ", 3 killed",
    async meanwhile({ servers, load }) {
      await untilAdmitted(load, USUAL.quota / 4);
      for (const { process } of servers.slice(0, killed)) process.kill("SIGKILL");
    },
  });
  const admitted = byStatus[200]!;
  assert.ok(admitted <= quota, `${admitted} admitted`);
  const lost = quota - admitted - unanswered;
  assert.ok(lost <= killed * 2 * block, `${lost} lost`);
  assert.deepEqual(Object.keys(byStatus).filter((status) => status !== "503"), ["200", "429"]);
});

Deno.test("with 3 of them ended by SIGTERM in the middle exactly the quota", async () => {
  const { byStatus } = await drain({
    what: ", 3 ended",
    async meanwhile({ servers, load }) {
      await untilAdmitted(load, USUAL.quota / 4);
      await Promise.all(servers.slice(0, 3).map((server) => server.stop("SIGTERM")));
    },
  });
  assertExact(byStatus);
});

const denokv = findDenokv();

Deno.test({
  name: `${WHAT} through a KV Connect server that is 100 ms ± 20 % away`,
  ignore: ignoredWithout("denokv", denokv !== undefined),
  // The client of a KV Connect server keeps its connection open behind our back.
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async () => {
    await using folder = await temporaryFolder();
    await using store = await startDenokv(denokv!, `${folder.path}/kv`);
    await using proxy = startSlowProxy(store.url, 100);
    const DENO_KV_ACCESS_TOKEN = Deno.env.get("DENO_KV_ACCESS_TOKEN")!;
    const { byStatus } = await drain({
      what: ", KV Connect 100 ms away",
      env: { KV_PATH: proxy.url, DENO_KV_ACCESS_TOKEN },
    });
    assertExact(byStatus);
  },
});

/** Asks a fleet of servers until every request is answered, and then one server that starts late. */
async function drain(
  { demand = USUAL, env = {}, options, meanwhile, what = "" }: Terms,
): Promise<LoadTally> {
  await using fixture = await createServerFixture({ standard: dayPlan(demand.quota) }, env);
  const { secret } = await issueKey(fixture.store);
  const start = options === undefined ? {} : await options(fixture);
  const servers = await startAll(fixture, start);
  try {
    await using load = startLoad({
      ports: servers.map(({ base }) => Number(new URL(base).port)),
      path: "/api/bunga/members",
      key: secret,
      count: demand.requests,
      connections: CONNECTIONS,
    });
    await meanwhile?.({ servers, load });
    const tally = await load.done;
    await Promise.all(servers.map((server) => server.stop("SIGTERM")));
    await assertUsedUp(fixture, start, secret, demand.quota);
    const { byStatus, unanswered, slowestMs } = tally;
    noteFigure(
      `${servers.length} servers, ${demand.requests} requests of ${demand.quota}${what}`,
      `${JSON.stringify(byStatus)}, ${unanswered} unanswered, slowest ${
        slowestMs.toFixed(0)
      } ms, ` +
        `median of those admitted ${medianMs(tally)} ms`,
    );
    return tally;
  } finally {
    await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  }
}

/** All of them, or none: whichever did not start ends the others. */
async function startAll(fixture: ServerFixture, options: StartOptions): Promise<RunningServer[]> {
  const starts = await Promise.allSettled(
    Array.from({ length: PROCESSES }, () => fixture.start({}, options)),
  );
  const servers = starts.flatMap((start) => start.status === "fulfilled" ? [start.value] : []);
  const failed = starts.find((start) => start.status === "rejected");
  if (failed === undefined) return servers;
  await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  throw failed.reason;
}

/** Nothing is left to be had for one who comes after them, and the books say so. */
async function assertUsedUp(
  fixture: ServerFixture,
  options: StartOptions,
  secret: string,
  quota: number,
): Promise<void> {
  await using server = await fixture.start({}, options);
  const ask = (path: string) => fetch(server.base + path, { headers: { "x-api-key": secret } });
  // A server that has just started, far from its store, may tell its first callers to try again.
  await until(async () => {
    const refused = await ask("api/bunga/members");
    await refused.body?.cancel();
    assert.ok([429, 503].includes(refused.status), `${refused.status}`);
    return refused.status === 429;
  }, 10_000);
  const { used, limit, remaining } = await (await ask("v1/key")).json();
  assert.deepEqual({ used, limit, remaining }, { used: quota, limit: quota, remaining: 0 });
}

/** Early enough that most of the quota is still to be had. */
async function untilAdmitted(load: Load, units: number): Promise<void> {
  await until(() => load.admitted >= units);
  assert.ok(load.admitted < USUAL.quota * 0.9, "too late to be in the middle");
}
