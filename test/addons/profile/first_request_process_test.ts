import assert from "node:assert/strict";
import { createFixture } from "../../support/server_fixture.ts";
import { startServer } from "../../support/server.ts";

const TOKEN = "a-long-metrics-token";

Deno.test("a key in the path of the very first request is in no log and no figure", async () => {
  await using fixture = await createFixture({
    ...{ LIVE: "off", ACCESS_LOG: "on", LOG: "json", METRICS_TOKEN: TOKEN },
  });
  await using server = await startServer(fixture.env);
  const key = server.demoKey!;
  const first = await fetch(`${server.base}api/check/${key}`);
  assert.equal(first.status, 200);
  assert.ok(!(await first.text()).includes(key));
  const headers = { authorization: `Bearer ${TOKEN}` };
  const figures = await (await fetch(`${server.base}metrics`, { headers })).text();
  assert.match(figures, /route="own-key"/);
  await server.stop();
  // The demo key itself is printed for whoever started the server.
  const { out, err } = server.printed;
  const lines = out.split("\n").filter((line) => !line.includes(`apikey=${key}`));
  const requests = lines.filter((line) => line.includes('"request"'));
  assert.equal(requests.length, 2, out);
  assert.match(requests[0]!, /"path":"\/v1\/key"/);
  for (const text of [figures, err, ...lines]) assert.ok(!text.includes(key), text);
});
