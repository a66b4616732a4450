import assert from "node:assert/strict";
import { type FakePlatforms, startFakePlatforms } from "../../build/demo/server.ts";
import { idnItem, showroomItem } from "../../build/demo/scene.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { testOnEngines } from "../support/store_engines.ts";

const INTERVAL_MS = 1_000;

interface Shown {
  readonly list: readonly string[];
  readonly recents: readonly string[];
  readonly events: readonly string[];
}

/** A process of its own, with what it printed last. */
function startProcess(kvPath: string, platforms: FakePlatforms) {
  const script = new URL("./live_process.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", script, kvPath, platforms.url, String(INTERVAL_MS)],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let shown: Shown = { list: [], recents: [], events: [] };
  const reading = (async () => {
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      if (lines.length > 0) shown = JSON.parse(lines.at(-1)!);
    }
  })();
  return {
    shown: () => shown,
    async kill() {
      killIfRunning(child);
      await child.status;
      await reading;
    },
  };
}

async function until(what: string, holds: () => boolean, withinMs = 15_000): Promise<number> {
  const start = performance.now();
  while (!holds()) {
    assert.ok(performance.now() - start < withinMs, `Waited ${withinMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - start;
}

testOnEngines(
  "two processes share the polls, and either survives the other's kill",
  async (path) => {
    const platforms = await startFakePlatforms();
    const { scene } = platforms;
    scene.idn = [idnItem("groupa_feni", "one")];
    const first = startProcess(path, platforms);
    const running = new Set([first]);
    try {
      await until("the first process polls", () => first.shown().list.length === 1);
      const second = startProcess(path, platforms);
      running.add(second);
      await until("both show the same", () => second.shown().events.length === 1);
      assert.deepEqual(second.shown(), first.shown());

      const [polls, start] = [platforms.polls("idn"), performance.now()];
      await until("some polls", () => platforms.polls("idn") >= polls + 4);
      const passed = performance.now() - start;
      // Two that poll apart from each other make 4 polls in half as long; one may come late.
      const least = (3 * 0.8 - 0.4) * INTERVAL_MS;
      assert.ok(passed >= least, `4 polls by two processes within ${passed} ms`);

      await first.kill();
      running.delete(first);
      const afterKill = platforms.polls("idn");
      scene.idn = [];
      scene.showroom = [{ lives: [showroomItem(317730, "GROUPA_Feni", 9)] }];
      const gap = await until("the second goes on", () => platforms.polls("idn") > afterKill);
      await until(
        "it sees what changed",
        () =>
          second.shown().list.join().startsWith("showroom-9") &&
          second.shown().recents.length === 1,
      );
      assert.deepEqual(second.shown().recents, ["idn-one"]);

      const third = startProcess(path, platforms);
      running.add(third);
      await until("the third shows the same", () => third.shown().recents.length === 1);
      await second.kill();
      running.delete(second);
      scene.idn = [idnItem("groupa_feni", "two")];
      await until("the third goes on", () => third.shown().list.join().includes("idn-two"));
      await until("it hears of it", () => third.shown().events.length === 4);
      const events = third.shown().events.map((event) => event.split(" "));
      assert.deepEqual(events.map(([seq]) => seq), ["1", "2", "3", "4"]);
      assert.equal(events.filter(([, kind]) => kind === "live.started").length, 3);
      console.log(
        `a killed poller was replaced after ${Math.round(gap)} ms (interval ${INTERVAL_MS})`,
      );
    } finally {
      await Promise.all([...running].map((process) => process.kill()));
      await platforms.close();
    }
  },
);
