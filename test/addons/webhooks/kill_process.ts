/**
 * A process that tells the webhooks of a store what its log holds: `kill_process.ts <kv file>`.
 */
import { createAddressList } from "../../../src/address/ip_address.ts";
import type { EventReader } from "../../../src/events/event.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { openKv } from "../../support/open_kv.ts";
import { stderrLog } from "../../../src/platform/log.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createWebhooks } from "../../../src/webhooks/webhooks.ts";
import { createStoredEventLog } from "../../support/stored_event_log.ts";
import { loadKey, PEPPER } from "./kill_load.ts";

const kv = await openKv(Deno.args[0]);
const stored = createStoredEventLog(kv);
/** It learns of what other processes have written by looking. */
const eventLog: EventReader = {
  ...stored,
  watch(listener) {
    let lastId = "0";
    const timer = setInterval(async () => {
      const id = await stored.lastId();
      if (id !== lastId) listener();
      lastId = id;
    }, 500);
    return () => clearInterval(timer);
  },
};
createWebhooks({
  ...{ kv, clock: systemClock, random: systemRandom, log: stderrLog, net: systemNet },
  ...{ pepper: PEPPER, eventLog, pollMs: 2_000 },
  allowed: createAddressList(["127.0.0.0/8"]),
  keyOf: loadKey,
  groupOf: (name) => ({ name, language: "en", timezone: "UTC" }),
  maxWebhooks: () => 10,
  notifyDisabled: () => Promise.resolve(),
});
