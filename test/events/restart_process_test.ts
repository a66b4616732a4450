import assert from "node:assert/strict";
import { EventSource } from "eventsource";
import { EVENT_KINDS } from "../../src/events/event.ts";
import { sleep, systemClock } from "../../src/platform/clock.ts";
import { eventsOf, listen } from "../support/heard_events.ts";
import { restartUnder, type StreamFollower } from "./restarted_server.ts";
import { sizeOf } from "../support/size.ts";
import { until, untilAnswered } from "../support/until.ts";

const ROUNDS = sizeOf({ default: 2, full: 20 });

Deno.test("a server that restarts between connect and first event loses nothing for an EventSource of npm, nor for a program that reads by itself", async () => {
  const { events, missed } = await restartUnder({ eventSource, program }, ROUNDS);
  console.log(`${ROUNDS} restarts, ${events} events, missed: ${JSON.stringify(missed)}`);
  assert.ok(events >= ROUNDS);
  assert.deepEqual(missed, { eventSource: 0, program: 0 });
});

function eventSource(base: string, key: string): StreamFollower {
  const heard: string[] = [];
  const source = new EventSource(`${base}v1/events/stream`, {
    fetch: (address, { headers, ...init }) =>
      // An EventSource gives up for good at a 503, which a busy machine answers until its store does.
      untilAnswered(() =>
        fetch(address, { ...init, headers: { ...headers, "x-api-key": key } } as RequestInit)
      ),
  });
  for (const kind of [...EVENT_KINDS, "gap", "message"]) {
    source.addEventListener(kind, ({ lastEventId }) => void heard.push(`${lastEventId} ${kind}`));
  }
  return {
    isOpen: () => source.readyState === source.OPEN,
    heard: () => heard,
    close: () => source.close(),
  };
}

/** Reads lines, keeps the last id, and connects again a second after whatever ended the stream. */
function program(base: string, key: string): StreamFollower {
  const ending = new AbortController();
  const earlier: string[] = [];
  let client: ReturnType<typeof listen> | undefined;
  let lastId = "";
  // Of a block that was cut off nothing counts.
  const idsOf = (text: string) =>
    [...text.matchAll(/^id: (\d+)\n(?:.+\n)*\n/gm)].map(([, id]) => id!);
  const heardOf = (text: string) => eventsOf(text).map(({ id, event }) => `${id} ${event}`);
  const done = (async () => {
    while (!ending.signal.aborted) {
      const headers = { "x-api-key": key, ...(lastId && { "last-event-id": lastId }) };
      const response = await fetch(`${base}v1/events/stream`, { headers, signal: ending.signal })
        .catch(() => undefined);
      if (response?.status === 200) {
        client = listen(response);
        await until(() => client!.closed(), Infinity);
        earlier.push(...heardOf(client.text()));
        lastId = idsOf(client.text()).at(-1) ?? lastId;
        client = undefined;
      } else await response?.body?.cancel();
      await sleep(systemClock, 1_000, ending.signal);
    }
  })();
  return {
    isOpen: () => client !== undefined && idsOf(client.text()).length > 0,
    heard: () => [...earlier, ...heardOf(client?.text() ?? "")],
    async close() {
      ending.abort();
      await done;
    },
  };
}
