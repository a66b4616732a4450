import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { dayPlan } from "../support/small_content.ts";

Deno.test("requests that never end keep no server from giving back what it has leased", async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(1000) });
  const { secret } = await issueKey(fixture.store);
  const headers = { "x-api-key": secret };
  const server = await fixture.start();
  for (let n = 0; n < 30; n++) {
    await (await fetch(`${server.base}api/bunga/members`, { headers })).arrayBuffer();
  }
  const { hostname, port } = new URL(server.base);
  const halves = [
    "GET /api/kebun/mem",
    "POST /v1/birthdays HTTP/1.1\r\nContent-Length: 9\r\n\r\n{",
  ];
  const open = await Promise.all(halves.map(async (half) => {
    const connection = await Deno.connect({ hostname, port: Number(port) });
    await connection.write(
      new TextEncoder().encode(half.replace("\r\n", "\r\nHost: localhost\r\n")),
    );
    return connection;
  }));
  // An answer to somebody else: what was sent before has arrived.
  await (await fetch(`${server.base}healthz`)).arrayBuffer();
  await server.stop("SIGTERM");
  for (const connection of open) connection.close();
  assert.equal((await server.process.status).code, 0);

  await using next = await fixture.start();
  const { used } = await (await fetch(`${next.base}v1/key`, { headers })).json();
  assert.equal(used, 30);
});
