import assert from "node:assert/strict";
import { EVENT_KINDS } from "../../src/events/event.ts";
import { type OpenFollower, restartUnder } from "../events/restarted_server.ts";
import { sizeOf } from "../support/size.ts";
import { startBrowser } from "./browser.ts";

const ROUNDS = sizeOf({ default: 2, full: 20 });

/** What a page of any origin does with the address of a stream. */
const FOLLOW = (address: string) =>
  `globalThis.heard = [];
   globalThis.source = new EventSource(${JSON.stringify(address)});
   for (const kind of ${JSON.stringify([...EVENT_KINDS, "gap", "message"])}) {
     source.addEventListener(kind, ({ lastEventId }) => heard.push(lastEventId + " " + kind));
   }
   undefined;`;

Deno.test("a server that restarts between connect and first event loses nothing for a browser", async () => {
  await using browser = await startBrowser();
  const page: OpenFollower = async (base, key) => {
    const page = await browser.newPage();
    await page.evaluate(FOLLOW(`${base}v1/events/stream?apikey=${key}`));
    return {
      isOpen: () => page.evaluate("source.readyState === EventSource.OPEN"),
      heard: () => page.evaluate("heard"),
      close: () => page.close(),
    };
  };
  const { events, missed } = await restartUnder({ page }, ROUNDS);
  console.log(`${ROUNDS} restarts, ${events} events, missed: ${JSON.stringify(missed)}`);
  assert.ok(events >= ROUNDS);
  assert.deepEqual(missed, { page: 0 });
});
