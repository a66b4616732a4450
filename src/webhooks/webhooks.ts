/**
 * This room tells callers' webhooks what has happened: who registers one, and what it is sent.
 *
 * @module
 */

import type { KeyRecord } from "../access/records/key_store.ts";
import { errorMessage } from "../platform/log.ts";
import type { OutboundFetch } from "../platform/outbound_fetch.ts";
import { lazily } from "../toolbox/lazily.ts";
import type { WebhookRequest } from "./own_webhooks.ts";
import {
  type AttemptOutcome,
  type DeliveryAttempt,
  type OffReason,
  type OpenWebhook,
  viewOf,
  type WebhookFormat,
  type WebhookView,
} from "./records/webhook_record.ts";
import type { EventSender, EventSenderDeps } from "./send/event_sender.ts";
import type { PostEvent, PostEventDeps } from "./send/post_event.ts";
import { createWebhookContext, type WebhookContext, type WebhooksDeps } from "./webhook_context.ts";

/** The webhooks of all keys. */
export interface Webhooks {
  /**
   * Registers an address that proves that it wants to be told.
   *
   * @throws {HttpError} `LIMIT_REACHED`, `WEBHOOK_UNVERIFIED`, `RATE_LIMITED`
   */
  register(key: KeyRecord, request: WebhookRequest): Promise<{ id: string; secret: string }>;
  /** A key's webhooks, oldest first. */
  list(key: KeyRecord): Promise<WebhookView[]>;
  /** @throws {HttpError} `NOT_FOUND` */
  remove(key: KeyRecord, id: string): Promise<void>;
  /**
   * Sends a test at once, which is not repeated.
   *
   * @throws {HttpError} `NOT_FOUND`, `RATE_LIMITED`
   */
  test(key: KeyRecord, id: string): Promise<DeliveryAttempt>;
  /**
   * The last 50 attempts, latest first.
   *
   * @throws {HttpError} `NOT_FOUND`
   */
  deliveries(key: KeyRecord, id: string): Promise<DeliveryAttempt[]>;
  /** There may be something to tell: credentials were loaded, a timer may have slept. */
  wake(): void;
  /** Ends within about 4 s. */
  close(): Promise<void>;
}

/** Opens the webhooks of a store, and begins to tell them what the log holds. */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const context = createWebhookContext(deps, () => sender.wake());
  const { table, outbound } = context;
  const sender = createLazySender({
    ...deps,
    outbound,
    webhooks: table.webhooks,
    switchOff: (webhook, reason) => void switchOff(context, webhook, reason),
  });
  return {
    register: async (key, request) => (await own()).registerOwnWebhook(context, key, request),
    list: async (key) => (await own()).listOwnWebhooks(context, key),
    remove: async (key, id) => (await own()).removeOwnWebhook(context, key, id),
    test: async (key, id) => (await own()).testOwnWebhook(context, key, id),
    deliveries: async (key, id) => (await own()).listOwnDeliveries(context, key, id),
    wake: sender.wake,
    close() {
      table.close();
      return sender.close();
    },
  };
}

/** What owners ask for. */
const own = lazily(() => import("./own_webhooks.ts"));

/** Switches a webhook off once, and tells its owner. Never rejects. */
async function switchOff(
  { deps, store, table }: WebhookContext,
  webhook: OpenWebhook,
  reason: OffReason,
): Promise<void> {
  const { record } = webhook;
  try {
    if (!await store.switchOff(record, reason, deps.clock.now())) return;
    deps.log.info("A webhook is off", { webhook: record.id, reason });
    await table.refresh();
    const key = deps.keyOf(record.keyId);
    if (key !== undefined) await deps.notifyDisabled(key, viewOf(webhook), reason);
  } catch (error) {
    const fields = { webhook: record.id, error: errorMessage(error) };
    deps.log.warn("Cannot switch a webhook off", fields);
  }
}

/** What the sender is loaded and works with. */
interface LazySenderDeps extends Omit<EventSenderDeps, "postEvent"> {
  readonly outbound: OutboundFetch;
  readonly groupOf: PostEventDeps["groupOf"];
  /** Called with what came of each attempt to tell an event. */
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
}

/** Creates a sender that is loaded with the first webhook: most services have none. */
function createLazySender(deps: LazySenderDeps): Pick<EventSender, "wake" | "close"> {
  let sender: EventSender | undefined;
  let hasClosed = false;

  async function wake(): Promise<void> {
    if (hasClosed || (sender === undefined && deps.webhooks().size === 0)) return;
    const { EventSender } = await loadEventSender();
    if (hasClosed) return;
    sender ??= new EventSender({ ...deps, postEvent: postInFormat(deps) });
    sender.wake();
  }

  return {
    wake: () =>
      void wake().catch((error) =>
        deps.log.warn("Cannot load the sender of webhooks", { error: errorMessage(error) })
      ),
    async close() {
      hasClosed = true;
      await sender?.close();
    },
  };
}

const loadEventSender = lazily(() => import("./send/event_sender.ts"));
const loadPostEvent = lazily(() => import("./send/post_event.ts"));
const loadDiscord = lazily(() => import("./send/discord.ts"));
const loadNtfy = lazily(() => import("./send/ntfy.ts"));

/** Posts in the format that a webhook was registered with. */
function postInFormat(deps: LazySenderDeps): PostEvent {
  return async (webhook, event, signal) => {
    const post = await loadPost(webhook.record.format);
    const posted = await post(deps, webhook, event, signal);
    deps.onAttempt?.(posted.outcome);
    return posted;
  };
}

async function loadPost(format: WebhookFormat) {
  if (format === "standard") return (await loadPostEvent()).postSigned;
  return format === "ntfy" ? (await loadNtfy()).postNtfy : (await loadDiscord()).postDiscord;
}
