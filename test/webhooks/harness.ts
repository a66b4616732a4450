import "../../src/webhooks/discord/post_discord.ts";
// The sender is imported when it is first needed, which a manual clock would not wait for.
import "../../src/webhooks/send/event_sender.ts";
import { createAddressList } from "../../src/address/ip_range_list.ts";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import type { LoggedEvent } from "../../src/events/event.ts";
import type { Kv } from "../../src/platform/kv.ts";
import type { Random } from "../../src/platform/random.ts";
import { systemRandom } from "../../src/platform/random.ts";
import type { OffReason } from "../../src/webhooks/records/webhook_record.ts";
import type { WebhookRequest } from "../../src/webhooks/own_webhooks.ts";
import { createWebhooks, type Webhooks } from "../../src/webhooks/webhooks.ts";
import { createManualClock, type ManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { createStoredEventLog } from "../support/stored_event_log.ts";

/** A request that came to an address. */
export interface Received {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
  readonly at: number;
}

/** How an address answers; the challenge of a verification is answered unless it says otherwise. */
export type Answerer = (request: Received) => Response | Promise<Response>;

/** Processes over one store, and the addresses that they tell. */
export interface WebhookHarness {
  readonly clock: ManualClock;
  readonly kv: Kv;
  readonly received: Received[];
  readonly keys: Map<string, KeyRecord>;
  readonly letters: { key: string; reason: OffReason }[];
  /** What the addresses of a host answer from now on. */
  answer(host: string, answerer: Answerer): void;
  /** Where a name leads from now on, "": nowhere; to a public address before. */
  lead(host: string, address: string): void;
  /** Starts another process. */
  start(random?: Random): Webhooks;
  write(...events: Partial<LoggedEvent>[]): Promise<string[]>;
  /** What came to a host but verifications. */
  told(host: string): Received[];
  close(): Promise<void>;
}

/** Where every name leads. */
const PUBLIC = "93.184.215.14";

export const KEY: KeyRecord = {
  ...{ id: "k_1", digest: "d1", hint: "J-…1", owner: "Sari", email: "sari@fans.example" },
  ...{ plan: "standard", groups: [], ips: [], createdAt: 0 },
};

/** What is asked for where a test does not say. */
export const REQUEST: WebhookRequest = {
  url: "https://one.example/hook",
  format: "standard",
  types: [],
  groups: [],
  members: [],
};

export function createWebhookHarness(
  { kv: given, pollMs = 2_000 }: { kv?: Kv; pollMs?: number } = {},
): WebhookHarness {
  const clock = createManualClock(Date.parse("2026-07-04T12:00:00Z"));
  const kv = given ?? createMemoryKv(clock);
  const received: Received[] = [];
  const answerers = new Map<string, Answerer>();
  const addresses = new Map<string, string>();
  const keys = new Map([[KEY.id, KEY]]);
  const letters: { key: string; reason: OffReason }[] = [];
  const eventLog = createStoredEventLog(kv);
  const processes: Webhooks[] = [];
  const direct = {
    resolve(name: string) {
      const address = addresses.get(name) ?? PUBLIC;
      return address === ""
        ? Promise.reject(new Error("No such name"))
        : Promise.resolve([address]);
    },
    async fetchFrom(_address: string, url: string, init: RequestInit = {}) {
      const request = {
        ...{ url, method: init.method ?? "GET", headers: new Headers(init.headers) },
        ...{ body: String(init.body ?? ""), at: clock.now() },
      };
      received.push(request);
      const answerer = answerers.get(new URL(url).host);
      return await (answerer?.(request) ?? answerWell(request));
    },
  };
  return {
    ...{ clock, kv, received, keys, letters },
    answer: (host, answerer) => void answerers.set(host, answerer),
    lead: (host, address) => void addresses.set(host, address),
    start(random = systemRandom) {
      const webhooks = createWebhooks({
        ...{ kv, clock, random, log: createQuietLog(), net: direct, pepper: "pepper", eventLog },
        allowed: createAddressList([]),
        ...{ pollMs, followMs: 500 },
        keyOf: (id) => keys.get(id),
        maxWebhooks: ({ plan }) => plan === "standard" ? 10 : 2,
        tellOff: (key, _webhook, reason) =>
          Promise.resolve(void letters.push({ key: key.id, reason })),
      });
      processes.push(webhooks);
      return webhooks;
    },
    write: (...events) => eventLog.write(events.map(toEvent)),
    told: (host) =>
      received.filter(({ url, body }) =>
        new URL(url).host === host && !body.includes("webhook.verify")
      ),
    async close() {
      const closing = Promise.all(processes.map((process) => process.close()));
      await clock.advance(10_000);
      await closing;
    },
  };
}

/** Answers a challenge with itself, and anything else with 204. */
export function answerWell({ body }: Received): Response {
  const { data } = body === "" ? { data: {} } : JSON.parse(body);
  return data?.challenge === undefined
    ? new Response(null, { status: 204 })
    : new Response(data.challenge);
}

function toEvent(event: Partial<LoggedEvent>): Omit<LoggedEvent, "id"> {
  return {
    ...{ type: "live.started", group: "groupa", at: "2026-07-04T12:00:00.000Z", data: {} },
    ...{ subject: "idn-1", members: [] },
    ...event,
  };
}
