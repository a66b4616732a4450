import assert from "node:assert/strict";
import { idnItem } from "../../build/demo/scene.ts";
import { eventsOf } from "../support/heard_events.ts";
import { createLiveFixture, type LiveFixture } from "./live_fixture.ts";
import { bodyOf, connectStream, type StreamClient } from "../support/stream_client.ts";
import { type StreamServer } from "./rss_server.ts";
import { until } from "../support/until.ts";
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
