import assert from "node:assert/strict";
import { idnItem } from "../support/fake_platforms/scene.ts";
import { eventsOf } from "../support/heard_events.ts";
import { createLiveFixture, type LiveFixture } from "../support/live_fixture.ts";
import { bodyOf, connectStream, type StreamClient } from "../support/stream_client.ts";
import {
  type Memory,
  type RssServer,
  startRssServer,
  type StreamServer,
} from "../support/rss_server.ts";
import { until } from "../support/until.ts";

const CONNECTIONS = 2_000;
/** A tenth of all streams is kept for tokens. */
const SSE_LIMIT = 2 * CONNECTIONS;
/**
 * A heap that has neither shrunk nor grown for so long, in ms, holds what is needed: a server that has
 * just started loads the modules that it may need later.
 */
const SETTLED_AFTER_MS = 500;
const CUT = 1_000;
const PARTS = 4;
const INTERVAL_MS = 1_000;
const STREAM = "/api/kota/live/stream";

/** Opens streams, some at a time, and waits until each has its snapshot. */
async function openAll(
  { key }: LiveFixture,
  { base }: StreamServer,
  count: number,
): Promise<StreamClient[]> {
  const clients: StreamClient[] = [];
  while (clients.length < count) {
    const batch = Array.from({ length: Math.min(100, count - clients.length) }, async () => {
      const client = await connectStream(base, STREAM, { "x-api-key": key });
      await client.until("event: snapshot");
      return client;
    });
    clients.push(...await Promise.all(batch));
  }
  return clients;
}

function socketsOf({ process }: StreamServer): number {
  const folder = `/proc/${process.pid}/fd`;
  return [...Deno.readDirSync(folder)].filter(({ name }) => {
    try {
      return Deno.readLinkSync(`${folder}/${name}`).startsWith("socket:");
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}

/**
 * Memory of the server once its heap shrinks no more: the program hears of a closed socket later than
 * the system does, on a busy machine much later.
 */
async function settledMemory(server: RssServer): Promise<Memory> {
  let [settled, since] = [await server.memory(), performance.now()];
  await until(async () => {
    const now = await server.memory();
    const change = now.heap - settled.heap;
    if (Math.abs(change) > 0.01 * settled.heap) since = performance.now();
    if (change < 0 || change > 0.01 * settled.heap) settled = now;
    return performance.now() - since >= SETTLED_AFTER_MS;
  });
  return settled;
}

/**
 * Bytes of heap that each of `count` connections has left, once they are fewer than `enough`; what is
 * freed late is waited for.
 */
async function leftOfEach(
  server: RssServer,
  before: Memory,
  count: number,
  enough: number,
): Promise<number> {
  let left = Infinity;
  const isFreed = async () => {
    left = Math.round(((await server.memory()).heap - before.heap) / count);
    return left < enough;
  };
  await until(isFreed, 20_000).catch(() => {});
  return left;
}

Deno.test("connections that are cut before they are answered leave nothing behind", async () => {
  await using fixture = await createLiveFixture(INTERVAL_MS);
  await using server = await startRssServer({ ...fixture.env, SSE_LIMIT: String(SSE_LIMIT) });
  const credentials = [{ "x-priority-token": fixture.token }, {
    "x-api-key": fixture.key,
  }] as const;
  const cut = async (count: number) => {
    for (let n = 0; n < count; n++) {
      (await connectStream(server.base, STREAM, { ...credentials[n % 2] })).close();
    }
    await until(() => socketsOf(server) <= 20);
  };
  await cut(CUT);
  const before = await settledMemory(server);
  await cut(CUT);
  const left = await leftOfEach(server, before, CUT, 1_000);
  assert.ok(left < 1_000, `${left} bytes of heap left by each`);
});

Deno.test("a client that resumes at another server misses and repeats nothing, after a SIGKILL too", async () => {
  await using fixture = await createLiveFixture(INTERVAL_MS);
  const { platforms: { scene }, key } = fixture;
  let [one, other] = [await fixture.start(), await fixture.start()];
  const seen: string[] = [];
  let last = "";
  for (let n = 0; n < PARTS; n++) {
    const resume: Record<string, string> = last === "" ? {} : { "Last-Event-ID": last };
    const client = await connectStream(one.base, STREAM, { "x-api-key": key, ...resume });
    if (n === 0) await client.until("event: snapshot");
    scene.idn = [idnItem("kota_ani", `part-${n}`)];
    await client.until(`event: started\ndata: {"name":"Ani Sari"`);
    await client.until(`"id":"idn-part-${n}"`);
    const events = eventsOf(bodyOf(client.text())).filter(({ event }) => event !== "snapshot");
    seen.push(...events.map(({ id, event, data }) => `${id} ${event} ${data.id}`));
    last = String(events.at(-1)!.id);
    client.close();
    // What happens while nobody listens is told by the other one.
    scene.idn = [idnItem("kota_ani", `between-${n}`)];
    const shown = async () => (await fixture.ask(other, "api/kota/live")).body[0]?.slug;
    await until(async () => await shown() === `between-${n}`);
    if (n === 1) await one.stop("SIGKILL");
    [one, other] = [other, n === 1 ? await fixture.start() : one];
  }
  const expected = Array.from({ length: PARTS }, (_, n) => [`part-${n}`, `between-${n}`]).flat();
  const starts = seen.filter((event) => event.includes("started"));
  assert.deepEqual(
    starts.map((event) => event.replace(/^\d+ started idn-/, "")),
    expected.slice(0, starts.length),
  );
  assert.equal(starts.length, 2 * PARTS - 1);
  const ids = seen.map((event) => Number(event.split(" ")[0]));
  assert.deepEqual(ids, ids.map((_, n) => ids[0]! + n), "no gap and no repetition");
});

Deno.test("SIGTERM ends the streams whole, and then the server", async () => {
  await using fixture = await createLiveFixture(INTERVAL_MS);
  const server = await fixture.start();
  const clients = await openAll(fixture, server, 50);
  const begun = performance.now();
  const stopped = server.stop("SIGTERM");
  for (const client of clients) {
    assert.match(await client.ended(), /\r\n0\r\n\r\n$/, "the last chunk says that it is the last");
    client.close();
  }
  await stopped;
  assert.equal((await server.process.status).code, 0);
  assert.ok(performance.now() - begun < 5_000);
});
