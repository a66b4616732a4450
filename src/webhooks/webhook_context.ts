import type { KeyRecord } from "../access/records/key_store.ts";
import { createRateLimiter } from "../access/limits/rate_limiter.ts";
import type { AddressList } from "../address/ip_range_list.ts";
import { createGuardedNet } from "./guarded_net.ts";
import type { EventLog } from "../events/event.ts";
import type { Env } from "../platform/env.ts";
import type { DirectNet } from "../platform/net.ts";
import { createOutboundFetch } from "../platform/outbound_fetch.ts";
import type { AttemptOutcome, OffReason, WebhookView } from "./records/webhook_record.ts";
import { createSeal } from "./records/seal.ts";
import { createWebhookStore } from "./records/webhook_store.ts";
import { createWebhookTable } from "./records/webhook_table.ts";
import type { SpokenGroup } from "./words/words.ts";

/** An attempt, whole: shorter than a claim, so that no other process posts the same meanwhile. */
const ATTEMPT_MS = 10_000;
const VERIFY_MS = 5_000;
const MAX_ANSWER_BYTES = 65_536;

/** What webhooks work with. */
export interface WebhooksDeps extends Env {
  readonly net: DirectNet;
  readonly pepper: string | Uint8Array;
  readonly eventLog: EventLog;
  /** WEBHOOK_ALLOW */
  readonly allowed: AddressList;
  /** How often the store is looked at for changes of webhooks. */
  readonly pollMs: number;
  /** Called with what came of each attempt to send an event. */
  readonly onAttempt?: (outcome: AttemptOutcome) => void;
  /** A group as messages name it, by slug; "" is all groups together. */
  groupOf(slug: string): SpokenGroup;
  /** The key as it is now; undefined where it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  /** How many webhooks the plan of a key allows. */
  maxWebhooks(key: KeyRecord): number;
  /** Writes to the owner of a key that a webhook of it is off. */
  notifyDisabled(key: KeyRecord, webhook: WebhookView, reason: OffReason): Promise<void>;
}

/** What webhooks work with once they are open. */
export type WebhookContext = ReturnType<typeof createWebhookContext>;

/** Opens the webhooks of a store; `changed` is called after each change of them. */
export function createWebhookContext(deps: WebhooksDeps, changed: () => void) {
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
    table: createWebhookTable({ ...deps, store, seal, changed }),
  };
}
