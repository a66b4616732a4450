import assert from "node:assert/strict";
import { EventSource } from "eventsource";
import { EVENT_KINDS } from "../../src/events/event.ts";
import { restartUnder, type StreamFollower } from "../support/restarted_server.ts";
import { sizeOf } from "../support/size.ts";

const ROUNDS = sizeOf({ default: 2, full: 20 });

Deno.test("a server that restarts between connect and first event loses nothing for an EventSource of npm", async () => {
  const { events, missed } = await restartUnder({ eventSource }, ROUNDS);
  console.log(`${ROUNDS} restarts, ${events} events, missed: ${JSON.stringify(missed)}`);
  assert.ok(events >= ROUNDS);
  assert.deepEqual(missed, { eventSource: 0 });
});

function eventSource(base: string, key: string): StreamFollower {
  const heard: string[] = [];
  const source = new EventSource(`${base}v1/events/stream`, {
    fetch: (address, { headers, ...init }) =>
      fetch(address, { ...init, headers: { ...headers, "x-api-key": key } } as RequestInit),
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
