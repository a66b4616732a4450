import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import { connectKeepAlive } from "../support/keep_alive.ts";
import { createLiveFixture, createServerFixture } from "../support/server_fixture.ts";
import { connectStream } from "../support/stream_client.ts";
import { until, untilAnswered } from "../support/until.ts";
import { dayPlan } from "../support/small_content.ts";

/** Long enough that a test decides when it ends. */
const LONG_DRAIN = { DRAIN_MS: "60000" };

Deno.test("while it drains a server is alive, not ready, takes connections and says that it closes them", async () => {
  await using fixture = await createServerFixture();
  const server = await fixture.start(LONG_DRAIN);
  using before = await connectKeepAlive(server.base);
  const ready = await untilAnswered(async () => (await before.get("/readyz"))!);
  assert.equal(ready.status, 200);
  const { build, ...rest } = JSON.parse(ready.body);
  assert.deepEqual(rest, { status: "ok", store: "ok" });
  assert.equal(ready.headers.has("connection"), false);

  server.process.kill("SIGTERM");
  await until(async () => (await before.get("/readyz"))!.status === 503);
  using after = await connectKeepAlive(server.base);
  const [draining, alive, members] = [
    (await after.get("/readyz"))!,
    (await after.get("/healthz"))!,
    (await after.get("/api/bunga/members"))!,
  ];
  assert.deepEqual(JSON.parse(draining.body), { status: "draining", store: "ok", build });
  assert.deepEqual(JSON.parse(alive.body), { status: "ok", build });
  assert.deepEqual([draining.status, alive.status, members.status], [503, 200, 403]);
  for (const { headers } of [draining, alive, members]) {
    assert.equal(headers.get("connection"), "close");
  }

  await server.stop("SIGINT");
  assert.equal((await server.process.status).code, 0);
  await assert.rejects(connectKeepAlive(server.base));
});

Deno.test("SIGINT ends a server at once, whatever the drain", async () => {
  await using fixture = await createServerFixture();
  const server = await fixture.start(LONG_DRAIN);
  await server.stop("SIGINT");
  assert.equal((await server.process.status).code, 0);
  assert.match(server.printed.err, / info Stopped by SIGINT\n$/);
  const other = await fixture.start({ DRAIN_MS: "0" });
  await other.stop("SIGTERM");
  assert.equal(other.printed.err.match(/Stopped by SIGTERM$/mg)?.length, 1);
});

Deno.test("a body that was on its way when the server was told to end is answered", async () => {
  await using fixture = await createServerFixture();
  const { secret } = await issueKey(fixture.store);
  const server = await fixture.start();
  using client = await connectKeepAlive(server.base);
  const body = JSON.stringify({ apikey: secret });
  const { host } = new URL(server.base);
  await client.send(
    `POST /v1/birthdays HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n{`,
  );
  // An answer to somebody else: what was sent before has arrived.
  using other = await connectKeepAlive(server.base);
  await untilAnswered(async () => (await other.get("/readyz"))!);
  const stopped = server.stop("SIGTERM");
  await until(async () => (await other.get("/readyz"))?.status !== 200);
  await client.send(body.slice(1));
  const reply = await client.receive();
  assert.equal(reply?.status, 200);
  assert.equal(reply.headers.get("connection"), "close");
  await stopped;
  assert.equal((await server.process.status).code, 0);
});

Deno.test("while a server drains its streams go on and new ones are sent elsewhere", async () => {
  await using fixture = await createLiveFixture();
  const server = await fixture.start(LONG_DRAIN);
  const path = "/api/kota/live/stream";
  const headers = { "x-api-key": fixture.secrets.key };
  const stream = await connectStream(server.base, path, headers);
  await stream.until("event: snapshot");
  using client = await connectKeepAlive(server.base);
  await untilAnswered(async () => (await client.get("/readyz"))!);
  server.process.kill("SIGTERM");
  await until(async () => (await client.get("/readyz"))!.status === 503);
  for (const credential of [headers, { "x-priority-token": fixture.secrets.token }]) {
    const refused = (await client.get(path, credential))!;
    assert.equal(refused.status, 503);
    assert.equal(JSON.parse(refused.body).type, "TRY_AGAIN");
    assert.equal(refused.headers.get("retry-after"), "1");
  }
  assert.doesNotMatch(stream.text(), /\r\n0\r\n\r\n$/);
  const stopped = server.stop("SIGINT");
  assert.match(await stream.ended(), /\r\n0\r\n\r\n$/);
  stream.close();
  await stopped;
});

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
