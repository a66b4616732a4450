import assert from "node:assert/strict";
import { EventSource } from "eventsource";
import { EVENT_KINDS } from "../../src/events/event.ts";
import { restartUnder, type StreamFollower } from "../support/restarted_server.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { loadClient } from "./package.ts";

const ROUNDS = sizeOf({ default: 2, full: 20 });

await using folder = await temporaryFolder();
const { createClient } = await loadClient(folder.path);

Deno.test("a server that restarts between connect and first event loses nothing for the client, nor for an EventSource of npm", async () => {
  const { events, missed } = await restartUnder({ client, eventSource }, ROUNDS);
  console.log(`${ROUNDS} restarts, ${events} events, missed: ${JSON.stringify(missed)}`);
  assert.ok(events >= ROUNDS);
  assert.deepEqual(missed, { client: 0, eventSource: 0 });
});

function client(baseUrl: string, key: string): StreamFollower {
  const leave = new AbortController();
  const heard: string[] = [];
  let isOpen = false;
  const onResponse = () => void (isOpen = true);
  const follow = async () => {
    const options = { signal: leave.signal, onResponse };
    for await (
      const { id, event } of createClient({ baseUrl, key }).v1().eventStream({}, options)
    ) {
      heard.push(`${id} ${event}`);
    }
  };
  const following = follow().catch(() => {});
  return {
    isOpen: () => isOpen,
    heard: () => heard,
    close() {
      leave.abort();
      return following;
    },
  };
}

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
