/**
 * This room sends callers' webhooks what has happened: who registers one, and what it is sent.
 *
 * @module
 */

import type { KeyRecord } from "../access/records/key_store.ts";
import { createRateLimiter } from "../access/limits/rate_limiter.ts";
import type { AddressList } from "../address/ip_range_list.ts";
import type { EventLog } from "../events/event.ts";
import type { Env } from "../platform/env.ts";
import { errorMessage } from "../platform/log.ts";
import type { DirectNet } from "../platform/net.ts";
import { createOutboundFetch } from "../platform/outbound_fetch.ts";
import { lazily } from "../toolbox/lazily.ts";
import { createGuardedNet } from "./guarded_net.ts";
import {
  type AttemptOutcome,
  type OffReason,
  type OpenWebhook,
  viewOf,
  type WebhookFormat,
  type WebhookRecord,
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
import type { SpokenGroup } from "./words/words.ts";

/** An attempt, whole: shorter than a claim, so that no other process posts the same meanwhile. */
const ATTEMPT_MS = 10_000;
const VERIFY_MS = 5_000;
const MAX_ANSWER_BYTES = 65_536;

/** What webhooks work with. */
interface WebhooksDeps extends Env {
  readonly net: DirectNet;
  readonly pepper: string | Uint8Array;
  readonly eventLog: EventLog;
  /** WEBHOOK_ALLOW */
  readonly allowed: AddressList;
  /** How often the store is checked for changes of webhooks. */
  readonly pollMs: number;
  /** Called with what came of each attempt to send an event. */
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
  /** A group as messages name it, by slug; "" is all groups together. */
  groupOf(slug: string): SpokenGroup;
  /** The key as it is now; undefined if it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  /** How many webhooks the plan of a key allows. */
  maxWebhooks(key: KeyRecord): number;
  /** Writes to the owner of a key that a webhook of it is off. */
  notifyDisabled(key: KeyRecord, webhook: WebhookView, reason: OffReason): Promise<void>;
}

/** What webhooks work with once they are open. */
export type WebhookContext = ReturnType<typeof createContext>;

/** What is asked for when a webhook is registered. */
export type WebhookRequest =
  & Pick<WebhookRecord, "format" | "mention" | "types" | "groups" | "members">
  & { readonly url: string };

/** The webhooks of all keys. */
export type Webhooks = ReturnType<typeof createWebhooks>;

/** Opens the webhooks of a store, and begins to send them what the log holds. */
export function createWebhooks(deps: WebhooksDeps) {
  const context = createContext(deps, (webhooks) => sender.update(webhooks));
  const sender = createLazySender(context);
  return {
    /**
     * Registers an address that proves that it wants events.
     *
     * @throws {HttpError} `LIMIT_REACHED`, `WEBHOOK_UNVERIFIED`, `RATE_LIMITED`
     */
    register: async (key: KeyRecord, request: WebhookRequest) =>
      await (await own()).registerOwnWebhook(context, key, request),
    /** A key's webhooks, oldest first. */
    list: async (key: KeyRecord) => await (await own()).listOwnWebhooks(context, key),
    /** @throws {HttpError} `NOT_FOUND` */
    remove: async (key: KeyRecord, id: string) =>
      await (await own()).removeOwnWebhook(context, key, id),
    /**
     * Sends a test at once, which is not repeated.
     *
     * @throws {HttpError} `NOT_FOUND`, `RATE_LIMITED`
     */
    test: async (key: KeyRecord, id: string) =>
      await (await own()).testOwnWebhook(context, key, id),
    /**
     * The last 50 attempts, latest first.
     *
     * @throws {HttpError} `NOT_FOUND`
     */
    deliveries: async (key: KeyRecord, id: string) =>
      await (await own()).listOwnDeliveries(context, key, id),
    /** There may be something to send: credentials were loaded, a timer may have slept. */
    wake: sender.wake,
    /** Ends within about 4 s. */
    async close() {
      context.followed.close();
      await sender.close();
    },
  };
}

/** What owners ask for. */
const own = lazily(() => import("./own_webhooks.ts"));

const loadStandard = lazily(() => import("./send/post_event.ts"));
const loadDiscord = lazily(() => import("./send/discord.ts"));
const loadNtfy = lazily(() => import("./send/ntfy.ts"));

const FORMAT_CLIENTS: Readonly<Record<WebhookFormat, () => Promise<FormatClient>>> = {
  standard: async () => (await loadStandard()).standardFormat,
  discord: async () => (await loadDiscord()).discordFormat,
  ntfy: async () => (await loadNtfy()).ntfyFormat,
};

/** Opens the webhooks of a store; `changed` receives those that are on after each change. */
function createContext(deps: WebhooksDeps, changed: (webhooks: OpenWebhooks) => void) {
  const { kv, clock, random, net, allowed } = deps;
  const store = createWebhookStore(kv);
  const seal = createSeal(deps.pepper, random);
  const guarded = { net: createGuardedNet({ net, allowed }), clock };
  const bounds = { maxBytes: MAX_ANSWER_BYTES, excess: "truncate" } as const;
  return {
    deps,
    store,
    seal,
    rates: createRateLimiter(clock),
    outbound: createOutboundFetch(guarded, { ...bounds, timeoutMs: ATTEMPT_MS }),
    asking: createOutboundFetch(guarded, { ...bounds, timeoutMs: VERIFY_MS }),
    followed: followWebhooks({ ...deps, store, seal }, changed),
    clientOf: (format: WebhookFormat) => FORMAT_CLIENTS[format](),
  };
}

const loadEventSender = lazily(() => import("./send/event_sender.ts"));

/** Creates a sender that is loaded with the first webhook: most services have none. */
function createLazySender(context: WebhookContext) {
  const { deps, outbound, clientOf } = context;
  let sender: EventSender | undefined;
  let webhooks: OpenWebhooks = new Map();
  let hasClosed = false;
  const posting = { ...deps, outbound };

  /** Posts in the format that a webhook was registered with. */
  const postEvent: PostEvent = async (webhook, event, signal) => {
    const client = await clientOf(webhook.record.format);
    const posted = await client.post(posting, webhook, event, signal);
    deps.onAttempt?.(posted.outcome);
    return posted;
  };

  async function loadAndWake(): Promise<void> {
    if (hasClosed || (sender === undefined && webhooks.size === 0)) return;
    const { EventSender } = await loadEventSender();
    if (hasClosed) return;
    sender ??= new EventSender({
      ...deps,
      postEvent,
      webhooks: () => webhooks,
      switchOff: (webhook, reason) => void switchOff(context, webhook, reason),
    });
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

/** Switches a webhook off once, and writes to its owner. Never rejects. */
async function switchOff(
  { deps, store, followed }: WebhookContext,
  webhook: OpenWebhook,
  reason: OffReason,
): Promise<void> {
  const { record } = webhook;
  try {
    if (!await store.switchOff(record, reason, deps.clock.now())) return;
    deps.log.info("A webhook is off", { webhook: record.id, reason });
    await followed.refresh();
    const key = deps.keyOf(record.keyId);
    if (key !== undefined) await deps.notifyDisabled(key, viewOf(webhook), reason);
  } catch (error) {
    const fields = { webhook: record.id, error: errorMessage(error) };
    deps.log.warn("Cannot switch a webhook off", fields);
  }
}
