import assert from "node:assert/strict";
import { issueKey, issueToken } from "../support/issue.ts";
import { createPrng } from "../support/prng.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { connectStream, type StreamClient } from "../support/stream_client.ts";
import { noteFigure } from "./figures.ts";

const KEYS = 30;
const SSE_LIMIT = Math.max(100, sizeOf({ default: 200, full: 2_000 }));
/** What the plan allows a key: all keys together may have three times what there is. */
const OF_KEY = SSE_LIMIT / 10;
/** What each wants at once: together half as much again as there is. */
const WANTED = Math.ceil(1.5 * SSE_LIMIT / KEYS);
/** For so long a stream is held at most, and half as long one who was refused waits, in ms. */
const HELD_MS = Math.max(1_000, 3 * SSE_LIMIT);
const SECONDS = Math.max(5, sizeOf({ default: 8, full: 60 }));
/** Half of the tenth that is kept for tokens: a server learns of a closed stream a moment later. */
const OF_TOKEN = SSE_LIMIT / 20;
const TOKEN_LANES = 4;
const STREAM = "/v1/events/stream";
const DATA = "api/bunga/members";

/** What one caller was answered. */
type Statuses = Record<string, number>;

Deno.test(`${KEYS} keys that fight for ${SSE_LIMIT} streams all have some, and tokens are served always`, async () => {
  const prng = createPrng(testSeed());
  const ample = `{ rate: unlimited, quota: unlimited, streams: ${OF_KEY} }`;
  await using fixture = await createServerFixture({ standard: ample }, {
    SSE_LIMIT: String(SSE_LIMIT),
  });
  const secrets = await Promise.all(
    Array.from({ length: KEYS }, async () => (await issueKey(fixture.store)).secret),
  );
  const token = { "x-priority-token": (await issueToken(fixture.store)).secret };
  await using server = await fixture.start();
  const endAt = Date.now() + SECONDS * 1_000;

  /** Wants one stream again and again, and holds it for a while. */
  async function fight(secret: string, statuses: Statuses): Promise<void> {
    // Not all at once: a listener has room for so many connections that it has not accepted yet.
    await pause(prng.between(0, HELD_MS));
    while (Date.now() < endAt) {
      const client = await connectStream(server.base, STREAM, { "x-api-key": secret });
      const status = await statusOf(client);
      count(statuses, status);
      const most = status === "200" ? HELD_MS : HELD_MS / 2;
      await pause(prng.between(most / 10, most));
      client.close();
    }
  }

  async function useToken(statuses: Statuses): Promise<void> {
    const held: StreamClient[] = [];
    while (Date.now() < endAt) {
      const client = await connectStream(server.base, STREAM, token);
      count(statuses, `stream ${await statusOf(client)}`);
      held.push(client);
      if (held.length > OF_TOKEN / TOKEN_LANES) held.shift()!.close();
      const answer = await fetch(server.base + DATA, { headers: token });
      await answer.body?.cancel();
      count(statuses, `data ${answer.status}`);
      await pause(20);
    }
    for (const client of held) client.close();
  }

  const ofKeys: Statuses[] = secrets.map(() => ({}));
  const ofToken: Statuses = {};
  await Promise.all([
    ...secrets.flatMap((secret, n) =>
      Array.from({ length: WANTED }, () => fight(secret, ofKeys[n]!))
    ),
    ...Array.from({ length: TOKEN_LANES }, () => useToken(ofToken)),
  ]);
  const all: Statuses = {};
  for (const statuses of ofKeys) {
    for (const [status, times] of Object.entries(statuses)) count(all, status, times);
  }
  const least = Math.min(...ofKeys.map((statuses) => statuses["200"] ?? 0));
  noteFigure(
    `${KEYS} keys fight for ${SSE_LIMIT} streams for ${SECONDS} s`,
    `keys ${JSON.stringify(all)}, the least lucky ${least}; token ${JSON.stringify(ofToken)}`,
  );
  assert.deepEqual(Object.keys(ofToken).sort(), ["data 200", "stream 200"]);
  assert.deepEqual(Object.keys(all).sort(), ["200", "503"]);
  assert.ok(least > 0);
});

async function statusOf(client: StreamClient): Promise<string> {
  await client.until("\r\n");
  return /^HTTP\/1\.1 (\d{3})/.exec(client.text())![1]!;
}

function count(statuses: Statuses, status: string, times = 1): void {
  statuses[status] = (statuses[status] ?? 0) + times;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
