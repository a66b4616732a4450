import assert from "node:assert/strict";
import { PROCESS } from "../../src/platform/parent.ts";
import { command } from "../support/server.ts";

/** Whether a process that is started so reads the pack before anything else. */
async function readsAhead(env: Record<string, string>, ...words: string[]): Promise<boolean> {
  const module = import.meta.resolve("../../src/compose/pack_at_start.ts");
  const code = `import { packAtStart } from ${JSON.stringify(module)};
    console.log(packAtStart !== undefined);`;
  const { stdout } = await command(["eval", code, "--", ...words], env).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("whoever serves reads the pack ahead, and no parent of several processes does", async () => {
  const reads = await Promise.all([
    readsAhead({}),
    readsAhead({ PROCESSES: "2" }),
    readsAhead({ PROCESSES: "2" }, `${PROCESS}1`),
    readsAhead({ PROCESSES: "none" }),
  ]);
  assert.deepEqual(reads, [true, false, true, false]);
});
