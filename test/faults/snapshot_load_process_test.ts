import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { isDatabaseFile, refuseDamaged } from "../../src/store/snapshot.ts";
import { adminJson } from "../support/admin.ts";
import { issueKey, issueToken } from "../support/issue.ts";
import { startLoad } from "./load.ts";
import { createPrng } from "../support/prng.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { isWhole, sizeOf, testSeed } from "../support/size.ts";
import { AMPLE } from "../support/small_content.ts";
import { until } from "../support/until.ts";
import { exportUses } from "../support/use_log.ts";

/** How often a server is killed in the midst of a snapshot. */
const ROUNDS = sizeOf({ default: 2, full: 50 });
const LANES = 2;
/** Nobody may find this in a snapshot. */
const DELETED = "Wulandari Kusumawardhani";

/** Uses a token until the server is gone, each time from another address: those that were answered. */
async function keepUsing(
  { base }: RunningServer,
  { token, next, answered }: { token: string; next: () => string; answered: string[] },
): Promise<void> {
  while (true) {
    const ip = next();
    const headers = { "x-priority-token": token, "x-forwarded-for": ip };
    const response = await fetch(`${base}api/kebun/members`, { headers }).catch(() => undefined);
    if (response === undefined) return;
    assert.equal(response.status, 200);
    // Its end is cut off if the server is killed now; the answer has begun all the same.
    await response.body?.cancel().catch(() => {});
    answered.push(ip);
  }
}

async function holds(path: string, text: string): Promise<boolean> {
  const bytes = await Deno.readFile(path).catch(() => new Uint8Array());
  return new TextDecoder("latin1").decode(bytes).includes(text);
}

/** The addresses of the uses in a snapshot; opening it would change it, a copy does not. */
async function usersIn(file: string): Promise<Set<string>> {
  const copy = `${file}.looked-at`;
  await Deno.copyFile(file, copy);
  const kv = await openDenoKv(copy);
  const uses = await Array.fromAsync(exportUses(kv), ({ ip }) => ip);
  kv.close();
  for (const end of ["", "-wal", "-shm"]) await Deno.remove(copy + end).catch(() => {});
  return new Set(uses);
}

Deno.test(`${ROUNDS} snapshots under load, whose server kill -9 ends meanwhile, hold each use answered before, and no deleted byte`, async () => {
  const { fraction } = createPrng(testSeed());
  await using fixture = await createServerFixture({ standard: AMPLE, ample: AMPLE }, {
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const { env, folder, store } = fixture;
  const key = await issueKey(store, { plan: "ample" });
  const token = await issueToken(store);
  const file = `${folder}/copy.kv`;
  const answered: string[] = [];
  let count = 0;
  const next = () => `10.${count >> 16}.${(count >> 8) & 255}.${count++ & 255}`;
  let usualMs = 0;
  let [rate, inStore] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    await using server = await fixture.start();
    await using load = startLoad({
      ports: [Number(new URL(server.base).port)],
      ...{ path: "/api/bunga/members", key: key.secret, count: 1_000_000, connections: 8 },
    }, 1);
    load.done.catch(() => {});
    const using = Promise.all(
      Array.from(
        { length: LANES },
        () => keepUsing(server, { token: token.secret, next, answered }),
      ),
    );
    await store.kv.commit([], [{ set: ["gone", round], value: `${DELETED} ${round}` }]);
    await store.kv.commit([], [{ delete: ["gone", round] }]);
    const here = answered.length;
    await until(() => load.admitted > 500 && answered.length > here + 10);

    const before = answered.length;
    const [begun, admitted] = [performance.now(), load.admitted];
    const kill = () => {
      rate = Math.max(rate, (load.admitted - admitted) / (performance.now() - begun) * 1000);
      server.process.kill("SIGKILL");
    };
    const killer = round === 0 ? undefined : setTimeout(kill, usualMs * (0.3 + 0.7 * fraction()));
    await adminJson(env, "store", "snapshot", file, "--overwrite");
    clearTimeout(killer);
    if (round === 0) usualMs = performance.now() - begun;
    await server.stop("SIGKILL");
    await using;

    assert.ok(await isDatabaseFile(file));
    await refuseDamaged(file);
    const users = await usersIn(file);
    assert.deepEqual(answered.slice(0, before).filter((ip) => !users.has(ip)), []);
    const live = [env.KV_PATH!, `${env.KV_PATH}-wal`];
    if ((await Promise.all(live.map((path) => holds(path, DELETED)))).includes(true)) inStore++;
    assert.equal(await holds(file, DELETED), false);
  }
  assert.ok(inStore > 0, "no file of the store has the bytes that no snapshot may have");
  console.log(`${answered.length} uses; ${Math.round(rate)} other requests a second at most`);
  if (isWhole()) assert.ok(rate >= 2_000, `${rate} requests a second`);
});
