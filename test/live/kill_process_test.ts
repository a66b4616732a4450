import assert from "node:assert/strict";
import { type FakePlatforms, startFakePlatforms } from "../support/fake_platforms.ts";
import { idnItem, showroomItem } from "../../build/demo/scene.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { testOnEngines } from "../support/store_engines.ts";
import { until } from "../support/until.ts";

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

testOnEngines(
  "two processes share the polls, and either survives the other's kill",
  async (path) => {
    const platforms = await startFakePlatforms();
    const { scene } = platforms;
    scene.idn = [idnItem("groupa_feni", "one")];
    const first = startProcess(path, platforms);
    const running = new Set([first]);
    try {
      await until(() => first.shown().list.length === 1);
      const second = startProcess(path, platforms);
      running.add(second);
      await until(() => second.shown().events.length === 1);
      assert.deepEqual(second.shown(), first.shown());

      const [polls, start] = [platforms.polls("idn"), performance.now()];
      await until(() => platforms.polls("idn") >= polls + 4);
      const passed = performance.now() - start;
      // Two that poll apart from each other make 4 polls in half as long; one may come late.
      const least = (3 * 0.8 - 0.4) * INTERVAL_MS;
      assert.ok(passed >= least, `4 polls by two processes within ${passed} ms`);

      await first.kill();
      running.delete(first);
      const afterKill = platforms.polls("idn");
      scene.idn = [];
      scene.showroom = [{ lives: [showroomItem(317730, "GROUPA_Feni", 9)] }];
      await until(() => platforms.polls("idn") > afterKill, 15_000);
      await until(() => second.shown().list.join().startsWith("showroom-9"));
      await until(() => second.shown().recents.length === 1);
      assert.deepEqual(second.shown().recents, ["idn-one"]);

      const third = startProcess(path, platforms);
      running.add(third);
      await until(() => third.shown().recents.length === 1);
      await second.kill();
      running.delete(second);
      scene.idn = [idnItem("groupa_feni", "two")];
      await until(() => third.shown().list.join().includes("idn-two"));
      await until(() => third.shown().events.length === 4);
      const events = third.shown().events.map((event) => event.split(" "));
      assert.deepEqual(events.map(([seq]) => seq), ["1", "2", "3", "4"]);
      assert.equal(events.filter(([, kind]) => kind === "live.started").length, 3);
    } finally {
      await Promise.all([...running].map((process) => process.kill()));
      await platforms.close();
    }
  },
);
