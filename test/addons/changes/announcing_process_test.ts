import assert from "node:assert/strict";
import { createAnnounceStore } from "../../../src/addons/changes/announce_store.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { openKv } from "../../support/open_kv.ts";
import { command } from "../../support/server.ts";
import { testOnEngines } from "../../support/store_engines.ts";

const PROCESSES = 8;

/** Starts a process over a KV file; each line it prints is when a show was modified. */
function spawn(path: string, ...words: string[]) {
  const script = "test/addons/changes/announcing_process.ts";
  const args = ["run", "--quiet", "--allow-all", script, path, ...words];
  const child = command(args, {}, { stdin: "piped" }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  return {
    line: async () => Number((await lines.read()).value),
    async swap() {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode("\n"));
      await writer.close();
    },
    async end() {
      lines.cancel();
      child.stderr.cancel();
      return (await child.status).signal;
    },
  };
}

/** How many items changed in each announcement of a store, the log's head, and how many states lie there. */
async function look(path: string) {
  const kv = await openKv(path);
  const store = createAnnounceStore({ kv, clock: systemClock });
  const builds = await store.builds();
  const states = (await kv.list(["changes", "piece", "state"])).length;
  const changes = await Promise.all(builds.map(async (one) => (await store.changes(one)).length));
  const { value: head } = await kv.get<{ seq: number }>(["log", "event"]);
  kv.close();
  return { builds: builds.map(({ build }) => build), changes, states, logged: head?.seq ?? 0 };
}

testOnEngines(
  "of processes that swap at once one announces, and all say the same",
  async (path) => {
    const processes = Array.from({ length: PROCESSES }, () => spawn(path));
    const before = await Promise.all(processes.map((process) => process.line()));
    assert.equal(new Set(before).size, 1);
    await Promise.all(processes.map((process) => process.swap()));
    const after = await Promise.all(processes.map((process) => process.line()));
    assert.equal(new Set(after).size, 1);
    assert.ok(after[0]! > before[0]!);
    for (const process of processes) assert.equal(await process.end(), null);
    const { builds, changes, logged } = await look(path);
    assert.deepEqual({ builds, changes, logged }, {
      ...{ builds: ["a", "b"], changes: [0, 500], logged: 1 },
    });
  },
);

testOnEngines(
  "what a process has written that is killed before the head is announced by the next",
  async (path) => {
    const killed = spawn(path, "--die");
    const first = await killed.line();
    await killed.swap();
    assert.equal(await killed.end(), "SIGKILL");
    assert.deepEqual(await look(path), { builds: ["a"], changes: [0], states: 2, logged: 0 });
    const next = spawn(path);
    assert.equal(await next.line(), first);
    await next.swap();
    assert.ok(await next.line() > first);
    await next.end();
    assert.deepEqual(await look(path), {
      ...{ builds: ["a", "b"], changes: [0, 500], states: 1, logged: 1 },
    });
  },
);
