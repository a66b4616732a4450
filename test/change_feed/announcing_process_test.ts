import assert from "node:assert/strict";
import { createAnnounceStore } from "../../src/change_feed/announce_store.ts";
import { openKv } from "../support/open_kv.ts";
import { ANNOUNCED_SETS } from "../../src/platform/store_keys.ts";
import { command } from "../support/server.ts";
import { testOnEngines } from "../support/store_engines.ts";

const PROCESSES = 8;

/** Starts a process over a KV file; each line it prints is when a show was modified. */
function spawn(path: string, ...words: string[]) {
  const script = "test/change_feed/announcing_process.ts";
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

/** How many items changed in each announcement of a store, and how many sets of chunks lie there. */
async function look(path: string) {
  const kv = await openKv(path);
  const store = createAnnounceStore(kv);
  const builds = await store.builds();
  const sets = (await kv.list(ANNOUNCED_SETS)).length;
  const changes = await Promise.all(builds.map(async (one) => (await store.changes(one)).length));
  kv.close();
  return { builds: builds.map(({ build }) => build), changes, sets };
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
    const { builds, changes } = await look(path);
    assert.deepEqual({ builds, changes }, { builds: ["a", "b"], changes: [0, 500] });
  },
);

testOnEngines(
  "what a process has written that is killed before the head is announced by the next",
  async (path) => {
    const killed = spawn(path, "--die");
    const first = await killed.line();
    await killed.swap();
    assert.equal(await killed.end(), "SIGKILL");
    assert.deepEqual(await look(path), { builds: ["a"], changes: [0], sets: 2 });
    const next = spawn(path);
    assert.equal(await next.line(), first);
    await next.swap();
    assert.ok(await next.line() > first);
    await next.end();
    assert.deepEqual(await look(path), { builds: ["a", "b"], changes: [0, 500], sets: 1 });
  },
);
