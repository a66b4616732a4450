import assert from "node:assert/strict";
import type { Kv } from "../../src/platform/kv.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createProgram } from "../support/program.ts";
import { until } from "../support/until.ts";

const LATENCY_MS = 4;
const ENDS = 30;
/** Calls of a program before it starts. */
const FIRST = 5;

/** A store that takes its time, and answers nobody once it is closed. */
function createSlowStore(): Kv & { readonly calls: number } {
  const inner = createMemoryKv();
  let isClosed = false;
  let calls = 0;
  const slow = <A extends unknown[], T>(call: (...args: A) => Promise<T>) => async (...args: A) => {
    calls++;
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    if (isClosed) throw new Error("The store is closed");
    return await call(...args);
  };
  return {
    ...inner,
    get: slow(inner.get) as Kv["get"],
    getMany: slow(inner.getMany) as Kv["getMany"],
    list: slow(inner.list) as Kv["list"],
    commit: slow(inner.commit),
    close: () => void (isClosed = true),
    get calls() {
      return calls;
    },
  };
}

// On the day of a birthday, which the first of all starts logs.
Deno.test("a server that ends while it still reads and announces says nothing of its store", async () => {
  for (let calls = 0; calls < ENDS; calls++) {
    const kv = createSlowStore();
    const { service, log } = await createProgram({
      ...{ content: "test/fixtures/trio", now: "2026-02-29T03:00:00Z", kv },
    });
    service.live.start();
    const syncing = service.announcer.sync();
    let isSynced = false;
    syncing.finally(() => isSynced = true);
    await until(() => isSynced || kv.calls >= FIRST + calls);
    await service.quiet();
    await service.close();
    kv.close();
    await syncing;
    await new Promise((resolve) => setTimeout(resolve, 10 * LATENCY_MS));
    assert.deepEqual(log.lines, [], `ended after ${FIRST + calls} calls of ${kv.calls}`);
  }
});
