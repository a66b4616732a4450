import "../../src/webhooks/send/discord.ts";
// The sender is imported when it is first needed, which a manual clock would not wait for.
import "../../src/webhooks/send/event_sender.ts";
import { createAddressList } from "../../src/address/ip_address.ts";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import type { LoggedEvent } from "../../src/events/event.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { type DirectNet, systemNet } from "../../src/platform/net.ts";
import type { Random } from "../../src/platform/random.ts";
import { systemRandom } from "../../src/platform/random.ts";
import type { OffReason } from "../../src/webhooks/records/webhook_record.ts";
import type { WebhookRequest } from "../../src/webhooks/own_webhooks.ts";
import { createWebhooks, type Webhooks } from "../../src/webhooks/webhooks.ts";
import type { SpokenGroup } from "../../src/webhooks/words/words.ts";
import type { FaultyKv } from "../support/faulty_kv.ts";
import { createManualClock, type ManualClock, settle } from "../support/manual_clock.ts";
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
  /** Starts another process; it may see the store, and the log in it, through another `kv`. */
  start(random?: Random, kv?: Kv): Webhooks;
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

/** How the groups are named, and what they speak. */
export const GROUPS: Readonly<Record<string, SpokenGroup>> = {
  groupa: { name: "Serambi Bintang", language: "id", timezone: "Asia/Jakarta" },
  groupb: { name: "Kelip_Senja", language: "en", timezone: "Asia/Kuala_Lumpur" },
};

/** What is asked for where a test does not say. */
export const REQUEST: WebhookRequest = {
  url: "https://one.example/hook",
  format: "standard",
  types: [],
  groups: [],
  members: [],
};

/** With `isReal` requests go over the real network, loopback included, and the clock waits for them. */
export function createWebhookHarness(
  { kv: given, pollMs = 2_000, isReal = false }: {
    readonly kv?: Kv;
    readonly pollMs?: number;
    readonly isReal?: boolean;
  } = {},
): WebhookHarness {
  const real = createWatchedNet();
  const start = Date.parse("2026-07-04T12:00:00Z");
  const clock = createManualClock(start, isReal ? real.settle : undefined);
  const kv = given ?? createMemoryKv(clock);
  const received: Received[] = [];
  const answerers = new Map<string, Answerer>();
  const addresses = new Map<string, string>();
  const keys = new Map([[KEY.id, KEY]]);
  const letters: { key: string; reason: OffReason }[] = [];
  const eventLog = createStoredEventLog(kv);
  const processes: { readonly webhooks: Webhooks; readonly seen: Kv | FaultyKv }[] = [];
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
    start(random = systemRandom, seen = kv) {
      const webhooks = createWebhooks({
        ...{ kv: seen, clock, random, log: createQuietLog(), pepper: "pepper" },
        eventLog: { ...createStoredEventLog(seen), watch: eventLog.watch },
        net: isReal ? real.net : direct,
        allowed: createAddressList(isReal ? ["127.0.0.0/8"] : []),
        groupOf: (slug) => GROUPS[slug] ?? { name: slug, language: "en", timezone: "UTC" },
        pollMs,
        keyOf: (id) => keys.get(id),
        maxWebhooks: ({ plan }) => plan === "standard" ? 10 : 2,
        notifyDisabled: (key, _webhook, reason) =>
          Promise.resolve(void letters.push({ key: key.id, reason })),
      });
      processes.push({ webhooks, seen });
      return webhooks;
    },
    write: (...events) => eventLog.write(events.map(toEvent)),
    told: (host) =>
      received.filter(({ url, body }) =>
        new URL(url).host === host && !body.includes("webhook.verify")
      ),
    async close() {
      // A process that has crashed would never end.
      const alive = processes.filter(({ seen }) => !("crashed" in seen && seen.crashed));
      const closing = Promise.all(alive.map(({ webhooks }) => webhooks.close()));
      await clock.advance(10_000);
      await closing;
    },
  };
}

/** The real network, and how to wait until nothing is under way in it. */
function createWatchedNet() {
  let underWay = 0;
  const net: DirectNet = {
    resolve: systemNet.resolve,
    async fetchFrom(address, url, init) {
      underWay++;
      try {
        const response = await systemNet.fetchFrom(address, url, init);
        const body = await response.arrayBuffer();
        return new Response(body.byteLength > 0 ? body : null, response);
      } finally {
        underWay--;
      }
    },
  };
  return {
    net,
    async settle() {
      await settle();
      while (underWay > 0) await settle();
      await settle();
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
