import type { KeyRecord } from "../../../src/access/records/key_store.ts";
import { OWN_WEBHOOKS } from "../../../src/addons/webhooks/routes.ts";
import { openWebhooks } from "../../../src/addons/webhooks/open.ts";
import type { OwnWebhooks, WebhookRequest } from "../../../src/addons/webhooks/own.ts";
import type { Opened } from "../../../src/core/addon.ts";
import type { Core } from "../../../src/core/core.ts";
import { ServiceTable } from "../../../src/core/service_key.ts";
import { createOutbox } from "../../../src/delivery/outbox.ts";
import { EVENT_LIFE_MS, type LogEntry } from "../../../src/events/event.ts";
import { createFeed } from "../../../src/events/feed.ts";
import { openLog } from "../../../src/events/entry_log.ts";
import type { Mail } from "../../../src/mail/mail.ts";
import type { Clock } from "../../../src/platform/clock.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import type { Log } from "../../../src/platform/log.ts";
import { type DirectNet, systemNet } from "../../../src/platform/net.ts";
import { type Random, systemRandom } from "../../../src/platform/random.ts";
import type { FaultyKv } from "../../support/faulty_kv.ts";
import { createManualClock, type ManualClock, settle } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createQuietLog } from "../../support/quiet_log.ts";

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

/** What owners do with their webhooks at one process. */
export interface WebhookProcess extends OwnWebhooks {
  close(): Promise<void>;
}

/** Processes over one store, and the addresses that they tell. */
export interface WebhookHarness extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly kv: Kv;
  readonly received: Received[];
  readonly keys: Map<string, KeyRecord>;
  readonly letters: Mail[];
  /** What the addresses of a host answer from now on. */
  answer(host: string, answerer: Answerer): void;
  /** Where a name leads from now on, "": nowhere; to a public address before. */
  lead(host: string, address: string): void;
  /** Starts another process; it may see the store, and the log in it, through another `kv`. */
  start(random?: Random, kv?: Kv): WebhookProcess;
  /** Appends events one by one; the numbers of the last. */
  write(...events: Partial<LogEntry>[]): Promise<number>;
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
export const GROUPS = {
  groupa: { slug: "groupa", name: "Serambi Bintang", language: "id" },
  groupb: { slug: "groupb", name: "Kelip_Senja", language: "en" },
};

const INDEX = {
  groups: Object.values(GROUPS),
  site: { title: "Oshibase", contact: "ops@fans.example", base_url: "https://fans.example" },
  plans: { standard: {}, small: { webhooks: 2 } },
};

/** What one process is made of. */
export interface ProcessParts {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly direct: DirectNet;
  readonly allow: readonly string[];
  readonly pollMs: number;
  keyOf(id: string): KeyRecord | undefined;
  letter?(mail: Mail): void;
}

/** Opens the add-on in a process of its own: log, feed and outbox over the store, and nothing else. */
export function openProcess({ kv, direct, keyOf, ...parts }: ProcessParts): WebhookProcess {
  const { clock, log, pollMs } = parts;
  const env = { ...parts, kv };
  const events = openLog<LogEntry>(env, { name: "event", lifeMs: EVENT_LIFE_MS });
  const feed = createFeed({ clock, log, events, pollMs });
  const services = new ServiceTable();
  const outbox = createOutbox(env, () => opened.endpoints!());
  const core = {
    platform: { ...parts, direct },
    store: { kv, pepper: PEPPER },
    settings: { WEBHOOK_ALLOW: parts.allow },
    access: { credentials: { keys: { byId: keyOf } } },
    events: { log: events, feed },
    counting: { reporter: () => () => {} },
    mailer: {
      send(mail: Mail) {
        parts.letter?.(mail);
        return Promise.resolve({ state: "sent" });
      },
    },
    index: () => INDEX,
    baseUrl: () => INDEX.site.base_url,
    ...{ outbox, services, pollMs },
  };
  const opened: Opened = openWebhooks(core as unknown as Core);
  return {
    ...services.get(OWN_WEBHOOKS),
    async close() {
      await outbox.close();
      await opened.close?.();
      await feed.stop();
    },
  };
}

export const PEPPER = "pepper";

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
  const letters: Mail[] = [];
  const env = { kv, clock, random: systemRandom };
  const eventLog = openLog<LogEntry>(env, { name: "event", lifeMs: EVENT_LIFE_MS });
  const processes: { readonly webhooks: WebhookProcess; readonly seen: Kv | FaultyKv }[] = [];
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
  const harness: WebhookHarness = {
    ...{ clock, kv, received, keys, letters },
    answer: (host, answerer) => void answerers.set(host, answerer),
    lead: (host, address) => void addresses.set(host, address),
    start(random = systemRandom, seen = kv) {
      const webhooks = openProcess({
        ...{ kv: seen, clock, random, log: createQuietLog(), pollMs },
        direct: isReal ? real.net : direct,
        allow: isReal ? ["127.0.0.0/8"] : [],
        keyOf: (id) => keys.get(id),
        letter: (mail) => void letters.push(mail),
      });
      processes.push({ webhooks, seen });
      return webhooks;
    },
    async write(...events) {
      const at = new Date(clock.now()).toISOString();
      return (await eventLog.append(events.map((event) => toEvent({ at, ...event }))))!;
    },
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
    [Symbol.asyncDispose]: () => harness.close(),
  };
  return harness;
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

function toEvent(event: Partial<LogEntry>): LogEntry {
  return {
    ...{ type: "live.started", group: "groupa", at: "", data: {} },
    ...{ subject: "idn-1", members: [] },
    ...event,
  };
}

/** Why a webhook is off that has answered 410. */
export const GONE = "it answered 410, which asks for that";

/** Whom letters went to, and why their webhooks are off. */
export function whyOff(letters: readonly Mail[]): string[] {
  return letters.map(({ to, text }) => `${to}: ${/: (.*)\.\n/.exec(text)?.[1]}`);
}
