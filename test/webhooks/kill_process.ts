/**
 * A process that tells the webhooks of a store what its log holds: `kill_process.ts <kv file>`.
 */
import { createAddressList } from "../../src/address/ip_address.ts";
import type { EventRecord } from "../../src/events/event.ts";
import { createEventLog } from "../../src/events/event_log.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { openKv } from "../../src/store/open_kv.ts";
import { stderrLog } from "../../src/platform/log.ts";
import { systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createWebhooks } from "../../src/webhooks/webhooks.ts";
import { createStoredEventLog } from "../support/stored_event_log.ts";
import { loadKey, PEPPER } from "./kill_load.ts";

const kv = await openKv(Deno.args[0]);
const stored = createStoredEventLog(kv);
let lastSeq = 0;
/** The log in memory, as servers have it: it learns of what other processes have written by looking. */
const eventLog = createEventLog<EventRecord>({
  clock: systemClock,
  log: stderrLog,
  keptMs: 7 * 86_400_000,
  source: {
    async read(after) {
      const events = await stored.after(String(after), 1_000);
      return events.map((entry) => ({ seq: Number(entry.id), entry }));
    },
    async sync() {
      lastSeq = Number(await stored.lastId());
    },
    seq: () => lastSeq,
    subscribe(onRecords) {
      const timer = setInterval(async () => {
        const seq = Number(await stored.lastId());
        if (seq > lastSeq) onRecords(null);
        lastSeq = seq;
      }, 500);
      return () => clearInterval(timer);
    },
    entryOf: ({ entry }) => entry,
  },
});
createWebhooks({
  ...{ kv, clock: systemClock, random: systemRandom, log: stderrLog, net: systemNet },
  ...{ pepper: PEPPER, eventLog, pollMs: 2_000 },
  allowed: createAddressList(["127.0.0.0/8"]),
  keyOf: loadKey,
  groupOf: (name) => ({ name, language: "en", timezone: "UTC" }),
  maxWebhooks: () => 10,
  notifyDisabled: () => Promise.resolve(),
});
