import assert from "node:assert/strict";
import { createCredentialTable } from "../../src/access/records/credential_table.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { credentialPrefix, revisionKey } from "../../src/platform/credential_keys.ts";
import { adminJson } from "../support/admin.ts";
import { createFixture, openFixtureStore } from "../support/fixture.ts";
import { addManyKeys, idOf, secretOf } from "../support/many_keys.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { startServer } from "../support/server.ts";
import { sizeOf } from "../support/size.ts";
import { threadTime } from "../support/stall_meter.ts";
import { until, untilWithin } from "../support/until.ts";
import { closing } from "../support/closing.ts";

const KEYS = sizeOf({ default: 10_000, full: 100_000 });
/** The machine of the tests may be busy: what is promised is a fifth of the bound, or less. */
const LIST_MS = 5 * Math.max(1_000, KEYS / 10);
/** What is promised of a change that another process makes. */
const SEEN_MS = 3_000;
/** Of the thread's own work, which a busy machine makes no longer. */
const STALL_MS = 50;

/** Runs `work`; how long it took, and how long at most nothing else had its turn, in ms. */
async function timed<T>(work: () => Promise<T>) {
  let [last, stall] = [threadTime(), 0];
  const look = () => {
    const now = threadTime();
    stall = Math.max(stall, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  const began = performance.now();
  try {
    const value = await work();
    look();
    return { value, tookMs: Math.round(performance.now() - began), stallMs: Math.round(stall) };
  } finally {
    clearInterval(timer);
  }
}

/** How long this thread works to do `work` ten times, in ms. */
async function workOf(work: () => Promise<unknown>): Promise<number> {
  const before = threadTime();
  for (let time = 0; time < 10; time++) await work();
  return threadTime() - before;
}

Deno.test(`${KEYS} keys are listed soon, and reading them again holds nothing up for long`, async (t) => {
  await using at = await createFixture();
  const store = await openFixtureStore(at.env);
  using _ = closing(store.kv);
  await addManyKeys(store, KEYS);

  await t.step("the table in memory", async () => {
    const table = createCredentialTable({
      ...{ ...store, clock: systemClock, log: createQuietLog(), pollMs: 100_000 },
      kv: { ...store.kv, watch: () => () => {} },
    });
    const first = await timed(() => table.loaded);
    assert.equal(table.counts().keys, KEYS);
    await store.keys.update(idOf(KEYS - 1), (key) => ({ ...key, revokedAt: 5 }));
    const before = await table.findKey(secretOf(0));
    const again = await timed(() => table.refresh());
    assert.equal((await table.findKey(secretOf(KEYS - 1)))?.revokedAt, 5);
    assert.equal(await table.findKey(secretOf(0)), before, "what has not changed stays as it is");
    assert.equal(table.keyOf(idOf(KEYS - 1))?.revokedAt, 5);
    // A program of before, which writes no rows: all are read again.
    await store.kv.commit([], [{ set: revisionKey("key"), value: idOf(1) }]);
    const all = await timed(() => table.refresh());
    assert.equal(await table.findKey(secretOf(0)), before, "what has not changed stays as it is");
    table.close();
    const read = (limit: number) => workOf(() => store.kv.list(credentialPrefix("key"), { limit }));
    const [one, thousand] = [await read(1), await read(1000)];
    assert.ok(one < thousand / 20, `${one} ms for one entry, ${thousand} ms for 1,000`);
    const looks = { "the first time": first, "one change": again, "no row": all };
    for (const [what, { tookMs, stallMs }] of Object.entries(looks)) {
      console.log(`${KEYS} keys, ${what}: ${tookMs} ms, ${stallMs} ms at most at a time`);
      assert.ok(stallMs < STALL_MS, `${stallMs} ms`);
    }
    assert.ok(again.tookMs < first.tookMs / 4, "a change costs what has changed");
  });

  await t.step("key list", async () => {
    const { value, tookMs } = await timed(() => adminJson<unknown[]>(at.env, "key", "list"));
    console.log(`key list --json of ${KEYS} keys: ${tookMs} ms, the process's start included`);
    assert.equal(value.length, KEYS);
    assert.ok(tookMs < LIST_MS, `${tookMs} ms`);
  });

  await t.step(
    "a server is ready with them, and its first callers need not wait for it",
    async () => {
      await using server = await startServer(at.env);
      const address = `${server.base}api/groupa/members?apikey=${secretOf(KEYS >> 1)}`;
      const first = await fetch(address);
      await first.body?.cancel();
      assert.equal(first.status, 200);
      await until(async () => {
        const ready = await fetch(`${server.base}readyz`);
        await ready.body?.cancel();
        return ready.status === 200;
      });
      const isRefused = async (number: number) => {
        const asked = await fetch(
          `${server.base}api/groupa/members?apikey=${secretOf(number)}`,
        );
        await asked.body?.cancel();
        return asked.status === 403;
      };
      for (const number of [0, 1, 2]) {
        assert.ok(!await isRefused(number));
        await store.keys.update(idOf(number), (key) => ({ ...key, revokedAt: 5 }));
        const tookMs = Math.round(await untilWithin(SEEN_MS, () => isRefused(number)));
        console.log(`one of ${KEYS} keys, revoked elsewhere, is refused ${tookMs} ms later`);
      }
      const unknown = await fetch(`${server.base}api/groupa/members?apikey=${secretOf(KEYS)}`);
      await unknown.body?.cancel();
      assert.equal(unknown.status, 403);
    },
  );
});
