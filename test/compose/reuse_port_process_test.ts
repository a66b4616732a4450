import assert from "node:assert/strict";
import { createFixture } from "../support/server_fixture.ts";
import { startServer } from "../support/server.ts";

Deno.test("with REUSE_PORT two servers share one port, and without it the second one is refused", async () => {
  await using at = await createFixture({ LIVE: "off", REUSE_PORT: "on" });
  await using first = await startServer(at.env);
  const PORT = new URL(first.base).port;
  await assert.rejects(startServer({ ...at.env, PORT, REUSE_PORT: "off" }), /another program does/);
  await using second = await startServer({ ...at.env, PORT });
  assert.equal(second.base, first.base);
  await first.stop();
  const response = await fetch(`${second.base}healthz`, { headers: { connection: "close" } });
  assert.equal((await response.json()).status, "ok");
});
