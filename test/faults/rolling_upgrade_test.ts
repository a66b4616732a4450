import assert from "node:assert/strict";
import { admin, adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { testWithEarlier, unpack } from "../support/earlier_program.ts";
import { buildContent, type RunningServer, startLine, startServer } from "../support/server.ts";
import { sizeOf } from "../support/size.ts";
import { dayPlan, writeSmallContent } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** The last commit whose program writes stores of format 1. */
const EARLIER = "c10437b195acb501946403ba22754d0d27fb69d4";
/** How often a server of one version takes the place of one of the other. */
const CHANGES = sizeOf({ default: 4, full: 30 });
const QUOTA = sizeOf({ default: 2_000, full: 40_000 });
const LANES = 4;
/** Each lane rests so long between requests, in ms: an upgrade needs some of the machine too. */
const REST_MS = 10;
/** Long enough that a busy machine looks at `/readyz` within it. */
const DRAIN_MS = "3000";
const LOOK_MS = 100;

/** Sends requests to servers that are ready, as a balancer does that looks at `/readyz`. */
function startBalancer() {
  const servers = new Map<RunningServer, boolean>();
  const counts: Record<string, number> = {};
  const lost: string[] = [];
  let isOpen = true;
  let turn = 0;

  async function look(): Promise<void> {
    while (isOpen) {
      await Promise.all([...servers.keys()].map(async (server) => {
        const status = await fetch(`${server.base}readyz`).then(async (response) => {
          await response.body?.cancel();
          return response.status;
        }).catch(() => 0);
        if (servers.has(server)) servers.set(server, status === 200);
      }));
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  async function keepAsking(paths: readonly (readonly [string, HeadersInit, string])[]) {
    while (isOpen) {
      const ready = [...servers].filter(([, isReady]) => isReady);
      const [path, headers, name] = paths[turn++ % paths.length]!;
      const [server] = ready[turn % Math.max(1, ready.length)] ?? [];
      if (server !== undefined) {
        const status = await fetch(server.base + path, { headers }).then(async (response) => {
          await response.arrayBuffer();
          return response.status;
        }).catch((error) => {
          lost.push(`${name}: ${error}`);
          return 0;
        });
        counts[`${name} ${status}`] = (counts[`${name} ${status}`] ?? 0) + 1;
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  }

  return {
    counts,
    lost,
    add: (server: RunningServer) => void servers.set(server, false),
    isReady: (server: RunningServer) => servers.get(server) === true,
    async remove(server: RunningServer) {
      await server.stop("SIGTERM");
      servers.delete(server);
    },
    start(paths: readonly (readonly [string, HeadersInit, string])[]) {
      const lanes = Array.from({ length: LANES }, () => keepAsking(paths));
      const work = Promise.all([look(), ...lanes]);
      return async () => {
        isOpen = false;
        await work;
      };
    },
  };
}

await testWithEarlier(
  EARLIER,
  "two servers, alternately of this program and of an earlier one, lose no request and admit no more",
  async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    await unpack(EARLIER, `${path}/earlier`);
    await writeSmallContent(`${path}/content`, { standard: dayPlan(QUOTA) });
    const env = {
      ...{ CONTENT_DIR: `${path}/content`, KV_PATH: `${path}/data/store.kv`, LIVE: "off" },
      ...{ KEY_PEPPER: "a pepper for tests alone", OUT_DIR: `${path}/out`, DRAIN_MS, PORT: "0" },
    };
    const earlierEnv = { ...env, OUT_DIR: `${path}/earlier/out` };
    const inEarlier = (script: string) =>
      `sh -c 'cd ${path}/earlier && exec ${Deno.execPath()} run -A ${script}'`;
    const starts = {
      earlier: () => startLine(inEarlier("src/main.ts"), earlierEnv),
      now: () => startServer(env),
    };
    assert.equal((await buildContent(env)).code, 0);
    const built = await new Deno.Command("sh", {
      args: ["-c", `exec ${inEarlier("build/main.ts build")}`],
      env: earlierEnv,
      stderr: "null",
    }).output();
    assert.ok(built.success);

    const balancer = startBalancer();
    // An empty store begins at the format of the program that finds it.
    let running = await starts.earlier();
    const all = [running];
    balancer.add(running);
    let stop = () => Promise.resolve();
    try {
      const key = await adminJson<{ secret: string }>(env, ...ISSUE, "--ip", "127.0.0.1");
      const { id } = await adminJson<{ id: string }>(
        ...[env, "token", "apply", "--organization", "Satu"] as const,
        ...["--name", "Budi", "--email", "b@fans.example"],
      );
      const token = await adminJson<{ secret: string }>(env, "token", "review", id, "--approve");
      const asKey = ["api/bunga/members", { "x-api-key": key.secret }, "key"] as const;
      const asToken = ["api/kebun/members", { "x-priority-token": token.secret }, "token"] as const;
      // Known to a server that has them in memory: within 3 s.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      stop = balancer.start([asKey, asKey, asKey, asToken]);
      for (let change = 0; change < CHANGES; change++) {
        const next = await (change % 2 === 0 ? starts.now : starts.earlier)();
        all.push(next);
        balancer.add(next);
        await untilReady(balancer, next);
        // Both answer for a while.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await balancer.remove(running);
        running = next;
      }
      // Only this program is left: the store may be raised while it is served.
      if (CHANGES % 2 === 0) {
        const last = await starts.now();
        all.push(last);
        balancer.add(last);
        await untilReady(balancer, last);
        await balancer.remove(running);
        running = last;
      }
      assert.match((await admin(env, "audit", "verify")).out, /format 1/);
      assert.equal((await adminJson(env, "store", "migrate", "--yes")).migrated, true);
      await adminJson(env, "code", "issue");
      await untilCount(balancer.counts, "key 429");
      await stop();
      assert.deepEqual(balancer.lost, []);
      const { "key 200": admitted, "key 429": refused, "token 200": used, ...others } =
        balancer.counts;
      // On a busy machine the store may take longer than a request may wait: it is told to try again.
      const { "key 503": later = 0, "token 503": laterToo = 0, ...wrong } = others;
      assert.deepEqual(wrong, {});
      assert.ok(later + laterToo <= QUOTA / 100, `${later + laterToo} told to try again`);
      assert.equal(admitted, QUOTA);
      assert.ok(refused! > 0);
      const verdict = await adminJson(env, "audit", "verify");
      assert.deepEqual([verdict.ok, verdict.uses], [true, used]);
      const acts = await adminJson<{ command: string }[]>(env, "audit", "tail", "--kind", "admin");
      assert.deepEqual(
        acts.map(({ command }) => command).filter((command) => command !== "audit tail"),
        ["store migrate", "code issue"],
      );
    } finally {
      await stop();
      await Promise.all(all.map((server) => server.stop("SIGKILL")));
    }
  },
);

async function untilReady(
  { isReady }: ReturnType<typeof startBalancer>,
  server: RunningServer,
): Promise<void> {
  while (!isReady(server)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

async function untilCount(counts: Record<string, number>, name: string): Promise<void> {
  while ((counts[name] ?? 0) < 50) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
