import assert from "node:assert/strict";
import { command, permissionsOf } from "../support/server.ts";

/** What a process prints that makes objects and then rests, with these flags. */
async function runWith(flags: readonly string[]): Promise<string> {
  const script = "test/compose/heap_flags_process.ts";
  const { stdout } = await command(["run", "--quiet", ...flags, script], {}).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("the flags of a server keep the heap of new objects small, which else grows", async () => {
  const [server, other] = await Promise.all(
    [permissionsOf("serve"), []].map(async (flags) => Number(await runWith(flags))),
  );
  assert.ok(server! > 0 && server! <= 4, `${server} MiB`);
  assert.ok(other! >= 4 * server!, `${other} MiB without them`);
});

Deno.test("the flags of a server leave its heap alone while it rests", async () => {
  const delays = ["memory-reducer", "gc-memory-reducer-start"].map((of) => `--${of}-delay-ms=50`);
  const soon = ["", "--trace-memory-reducer", ...delays].join(",");
  const flag = permissionsOf("serve").find((flag) => flag.startsWith("--v8-flags"))!;
  const kept = await runWith([flag + soon]);
  const reduced = await runWith(["--v8-flags=--max-semi-space-size=2" + soon]);
  assert.doesNotMatch(kept, /Memory reducer/);
  assert.match(reduced, /Memory reducer: waiting/, "without the flag, the runtime waits to do so");
});
