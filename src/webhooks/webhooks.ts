/**
 * This room tells callers' webhooks what has happened: who registers one, and what it is sent.
 *
 * @module
 */

import type { KeyRecord } from "../access/records/key_store.ts";
import { errorMessage } from "../platform/log.ts";
import { lazily } from "../toolbox/lazily.ts";
import { createLazySender } from "./lazy_sender.ts";
import { createWebhookContext, type WebhookContext, type WebhooksDeps } from "./webhook_context.ts";
import type { WebhookRequest } from "./own_webhooks.ts";
import type { DeliveryAttempt } from "./records/attempts.ts";
import type { OffReason, OpenWebhook } from "./records/webhook_record.ts";
import { viewOf, type WebhookView } from "./webhook_view.ts";

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
    ...{ ...deps, outbound, webhooks: table.webhooks },
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
    if (key !== undefined) await deps.tellOff(key, viewOf(webhook), reason);
  } catch (error) {
    const fields = { webhook: record.id, error: errorMessage(error) };
    deps.log.warn("Cannot switch a webhook off", fields);
  }
}
