import assert from "node:assert/strict";
import { idnItem } from "../../build/demo/scene.ts";
import { eventsOf } from "../support/heard_events.ts";
import type { RunningServer } from "../support/server.ts";
import { createLiveFixture, type LiveFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { bodyOf, connectStream, type StreamClient } from "../support/stream_client.ts";
import { until } from "../support/until.ts";

const PARTS = 4;
const LISTENERS = sizeOf({ default: 500, full: 2_000 });
const STREAM = "/api/kota/live/stream";

/** Opens streams, some at a time, and waits until each has begun. */
async function openAll(
  { secrets }: LiveFixture,
  { base }: RunningServer,
  paths: readonly string[],
): Promise<StreamClient[]> {
  const clients: StreamClient[] = [];
  while (clients.length < paths.length) {
    const batch = paths.slice(clients.length, clients.length + 50);
    clients.push(
      ...await Promise.all(batch.map(async (path) => {
        const client = await connectStream(base, path, { "x-priority-token": secrets.token });
        await client.until("retry: 3000");
        return client;
      })),
    );
  }
  return clients;
}

Deno.test("a client that resumes at another server misses and repeats nothing, after a SIGKILL too", async () => {
  await using fixture = await createLiveFixture();
  const { platforms: { scene }, secrets: { key } } = fixture;
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
    expected.slice(0, 2 * PARTS - 1),
  );
  const ids = seen.map((event) => Number(event.split(" ")[0]));
  assert.deepEqual(ids, ids.map((_, n) => ids[0]! + n), "no gap and no repetition");
});

Deno.test(`${LISTENERS} listeners hear each event once, and SIGTERM ends their streams whole`, async () => {
  await using fixture = await createLiveFixture();
  const server = await fixture.start({ SSE_LIMIT: String(2 * LISTENERS) });
  const paths = Array.from({ length: LISTENERS }, (_, n) => [STREAM, "/v1/events/stream"][n % 2]!);
  const clients = await openAll(fixture, server, paths);
  for (let round = 0; round < PARTS; round++) {
    fixture.platforms.scene.idn = [idnItem("kota_ani", `news-${round}`)];
    await Promise.all(clients.map((client) => client.until(`"slug":"news-${round}"`)));
  }
  const stopped = server.stop("SIGTERM");
  for (const client of clients) {
    const text = await client.ended();
    assert.equal(text.match(/^event: (live\.)?started$/gm)?.length, PARTS);
    assert.match(text, /\r\n0\r\n\r\n$/, "the last chunk says that it is the last");
    client.close();
  }
  await stopped;
  assert.equal((await server.process.status).code, 0);
});
