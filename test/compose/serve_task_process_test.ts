import assert from "node:assert/strict";
import { createFixture } from "../support/server_fixture.ts";
import { permissionsOf, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const TASKS: Record<string, { readonly command: string }> =
  JSON.parse(Deno.readTextFileSync("deno.json")).tasks;

Deno.test("the server starts by the flags of its task, and may start no program", async () => {
  const flags = permissionsOf("serve");
  assert.deepEqual(
    flags.filter((flag) => flag.startsWith("--allow")),
    ["--allow-env", "--allow-sys", "--allow-net", "--allow-read", "--allow-write"],
  );
  for (const [name, { command }] of Object.entries(TASKS)) {
    const [, run] = /--allow-run=(\S+) src\//.exec(command) ?? [];
    assert.equal(run, undefined, name);
  }
  await using at = await createFixture({ LIVE: "off" });
  await using server = await startServer(at.env, { flags: ["--no-prompt"] });
  await until(() => server.demoKey !== undefined);
  const response = await fetch(`${server.base}api/groupa/members?apikey=${server.demoKey}`);
  assert.equal(response.status, 200);
  await response.body?.cancel();
  await server.stop();
  assert.equal((await server.process.status).code, 0);
  assert.doesNotMatch(server.printed.err, /NotCapable|Requires|at file:/);
});
