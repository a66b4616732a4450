/**
 * A process that sends the webhooks of a store what its log holds: `kill_process.ts <kv file>`. Every key is
 * good.
 */
import { openWebhooks } from "../../../src/addons/webhooks/open.ts";
import type { Core } from "../../../src/core/core.ts";
import { ServiceTable } from "../../../src/core/service_key.ts";
import { createOutbox } from "../../../src/delivery/outbox.ts";
import { openLog } from "../../../src/events/entry_log.ts";
import { EVENT_LIFE_MS, type LogEntry } from "../../../src/events/event.ts";
import { createFeed } from "../../../src/events/feed.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { stderrLog } from "../../../src/platform/log.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { openKv } from "../../support/open_kv.ts";

const kv = await openKv(Deno.args[0]);
const env = { kv, clock: systemClock, random: systemRandom, log: stderrLog };
const pollMs = 500;
const events = openLog<LogEntry>(env, { name: "event", lifeMs: EVENT_LIFE_MS });
const outbox = createOutbox(env, () => opened.endpoints!());
const opened = openWebhooks(
  {
    platform: { ...env, direct: systemNet },
    store: { kv, pepper: "pepper" },
    settings: { WEBHOOK_ALLOW: ["127.0.0.0/8"] },
    access: { credentials: { keys: { byId: (id: string) => ({ id, groups: [] }) } } },
    events: { log: events, feed: createFeed({ ...env, events, pollMs }) },
    counting: { reporter: () => () => {} },
    services: new ServiceTable(),
    index: () => ({ groups: [], site: {} }),
    outbox,
    pollMs,
  } as unknown as Core,
);
