import assert from "node:assert/strict";
import { command, permissionsOf } from "../support/server.ts";

/** The most MiB that the part of the heap for new objects takes in a process with these flags. */
async function youngHeapMiB(flags: readonly string[]): Promise<number> {
  const script = "test/compose/young_heap_process.ts";
  const { stdout } = await command(["run", "--quiet", ...flags, script], {}).output();
  return Number(new TextDecoder().decode(stdout));
}

Deno.test("the flags of a server keep the heap of new objects small, which else grows", async () => {
  const [server, other] = await Promise.all(
    [await permissionsOf("serve", {}), []].map((flags) => youngHeapMiB(flags)),
  );
  assert.ok(server! > 0 && server! <= 4, `${server} MiB`);
  assert.ok(other! >= 4 * server!, `${other} MiB without them`);
});
