/**
 * This room sends callers' webhooks what has happened: who registers one, and what it is sent.
 *
 * @module
 */

import type { KeyRecord } from "../access/records/key_store.ts";
import type { AddressList } from "../address/ip_address.ts";
import type { EventReader } from "../events/event.ts";
import type { Env } from "../platform/env.ts";
import { errorMessage } from "../platform/log.ts";
import type { DirectNet } from "../platform/net.ts";
import { createOutboundFetch, type OutboundFetch } from "../platform/outbound_fetch.ts";
import { lazily } from "../toolbox/lazily.ts";
import { createGuardedNet } from "./guarded_net.ts";
import {
  type AttemptOutcome,
  type OffReason,
  type OpenWebhook,
  viewOf,
  type WebhookFormat,
  type WebhookView,
} from "./records/webhook_record.ts";
import {
  createSeal,
  createWebhookStore,
  followWebhooks,
  type OpenWebhooks,
} from "./records/webhook_store.ts";
import type { EventSender } from "./send/event_sender.ts";
import type { FormatClient, PostEvent } from "./send/post_event.ts";
import type { OwnWebhooks, WebhookRequest } from "./own_webhooks.ts";
import type { SpokenGroup } from "./words/words.ts";

/** An attempt, whole: shorter than a claim, so that no other process posts the same meanwhile. */
const ATTEMPT_MS = 10_000;
const VERIFY_MS = 5_000;
const MAX_ANSWER_BYTES = 65_536;

interface WebhooksDeps extends Env {
  readonly net: DirectNet;
  readonly pepper: string | Uint8Array;
  readonly eventLog: EventReader;
  /** WEBHOOK_ALLOW */
  readonly allowed: AddressList;
  readonly pollMs: number;
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
  /** A group as messages name it, by slug; "" is all groups together. */
  groupOf(slug: string): SpokenGroup;
  /** The key as it is now; undefined if it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  maxWebhooks(key: KeyRecord): number;
  notifyDisabled(key: KeyRecord, webhook: WebhookView, reason: OffReason): Promise<void>;
}

/** The webhooks of all keys. */
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Opens the webhooks of a store, and begins to send them what the log holds. */
export function createWebhooks(deps: WebhooksDeps) {
  const { kv, clock, random, net, allowed, log } = deps;
  const store = createWebhookStore(kv);
  const seal = createSeal(deps.pepper, random);
  const guarded = { net: createGuardedNet({ net, allowed }), clock };
  const bounds = { maxBytes: MAX_ANSWER_BYTES, excess: "truncate" } as const;
  const outbound = createOutboundFetch(guarded, { ...bounds, timeoutMs: ATTEMPT_MS });
  const sender = createLazySender({
    ...deps,
    outbound,
    switchOff: (webhook, reason) => void switchOff(webhook, reason),
  });
  const followed = followWebhooks({ ...deps, store, seal }, sender.update);
  let own: OwnWebhooks | undefined;

  /** What owners ask for, loaded with the first request. */
  async function ownWebhooks(): Promise<OwnWebhooks> {
    const { createOwnWebhooks } = await loadOwnWebhooks();
    return own ??= createOwnWebhooks({
      ...deps,
      store,
      seal,
      outbound,
      asking: createOutboundFetch(guarded, { ...bounds, timeoutMs: VERIFY_MS }),
      clientOf,
      refresh: followed.refresh,
    });
  }

  /** Switches a webhook off once, and writes to its owner. Never rejects. */
  async function switchOff(webhook: OpenWebhook, reason: OffReason): Promise<void> {
    const { record } = webhook;
    try {
      if (!await store.switchOff(record, reason, clock.now())) return;
      log.info("A webhook is off", { webhook: record.id, reason });
      await followed.refresh();
      const key = deps.keyOf(record.keyId);
      if (key !== undefined) await deps.notifyDisabled(key, viewOf(webhook), reason);
    } catch (error) {
      log.warn("Cannot switch a webhook off", { webhook: record.id, error: errorMessage(error) });
    }
  }

  return {
    /**
     * Registers an address that proves that it wants events.
     *
     * @throws {HttpError} `LIMIT_REACHED`, `WEBHOOK_UNVERIFIED`, `RATE_LIMITED`
     */
    register: async (key: KeyRecord, request: WebhookRequest) =>
      await (await ownWebhooks()).register(key, request),
    /** A key's webhooks, oldest first. */
    list: async (key: KeyRecord) => await (await ownWebhooks()).list(key),
    /** @throws {HttpError} `NOT_FOUND` */
    remove: async (key: KeyRecord, id: string) => await (await ownWebhooks()).remove(key, id),
    /**
     * Sends a test at once, which is not repeated.
     *
     * @throws {HttpError} `NOT_FOUND`, `RATE_LIMITED`
     */
    test: async (key: KeyRecord, id: string) => await (await ownWebhooks()).test(key, id),
    /**
     * The last 50 attempts, latest first.
     *
     * @throws {HttpError} `NOT_FOUND`
     */
    deliveries: async (key: KeyRecord, id: string) =>
      await (await ownWebhooks()).deliveries(key, id),
    /** There may be something to send: credentials were loaded, a timer may have slept. */
    wake: sender.wake,
    /** Ends within about 4 s. */
    async close() {
      followed.close();
      await sender.close();
    },
  };
}

const loadOwnWebhooks = lazily(() => import("./own_webhooks.ts"));
const loadStandard = lazily(() => import("./send/post_event.ts"));
const loadDiscord = lazily(() => import("./send/discord.ts"));

const FORMAT_CLIENTS: Readonly<Record<WebhookFormat, () => Promise<FormatClient>>> = {
  standard: async () => (await loadStandard()).standardFormat,
  discord: async () => (await loadDiscord()).discordFormat,
};

function clientOf(format: WebhookFormat): Promise<FormatClient> {
  return FORMAT_CLIENTS[format]();
}

const loadEventSender = lazily(() => import("./send/event_sender.ts"));

/** Creates a sender that is loaded with the first webhook: most services have none. */
function createLazySender(
  deps: WebhooksDeps & {
    readonly outbound: OutboundFetch;
    switchOff(webhook: OpenWebhook, reason: OffReason): void;
  },
) {
  let sender: EventSender | undefined;
  let webhooks: OpenWebhooks = new Map();
  let hasClosed = false;

  /** Posts in the format that a webhook was registered with. */
  const postEvent: PostEvent = async (webhook, event, signal) => {
    const client = await clientOf(webhook.record.format);
    const posted = await client.post(deps, webhook, event, signal);
    deps.onAttempt?.(posted.outcome);
    return posted;
  };

  async function loadAndWake(): Promise<void> {
    if (hasClosed || (sender === undefined && webhooks.size === 0)) return;
    const { EventSender } = await loadEventSender();
    if (hasClosed) return;
    sender ??= new EventSender({ ...deps, postEvent, webhooks: () => webhooks });
    sender.wake();
  }

  function wake(): void {
    loadAndWake().catch((error) =>
      deps.log.warn("Cannot load the sender of webhooks", { error: errorMessage(error) })
    );
  }

  return {
    wake,
    update(now: OpenWebhooks): void {
      webhooks = now;
      wake();
    },
    async close() {
      hasClosed = true;
      await sender?.close();
    },
  };
}
