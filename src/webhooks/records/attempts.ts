import type { EventKind } from "../../events/event.ts";
import type { Kv } from "../../platform/kv.ts";
import { webhookAttemptsPrefix } from "../../platform/store_keys.ts";

/** What came of an attempt: nothing of what the address answered, but whether it was well. */
export type AttemptOutcome = "delivered" | "address not allowed" | "no answer" | "wrong answer";

/** One attempt to deliver one event to one webhook. */
export interface DeliveryAttempt {
  /** The `webhook-id`: the same for each attempt of one event. */
  readonly id: string;
  readonly event: EventKind | "webhook.test";
  /** Counted from 1. */
  readonly attempt: number;
  /** Epoch ms. */
  readonly at: number;
  /** How long it took. */
  readonly ms: number;
  readonly outcome: AttemptOutcome;
  /** When the next attempt is due, epoch ms; null: there is none. */
  readonly nextAt: number | null;
}

/** Slots in which the attempts of a webhook are kept; each holds at least one. */
export const ATTEMPT_SLOTS = 50;

/** The last 50 attempts, latest first. */
export async function readAttempts(kv: Kv, id: string): Promise<DeliveryAttempt[]> {
  const slots = await kv.list<DeliveryAttempt[]>(webhookAttemptsPrefix(id));
  return slots.flatMap(({ value }) => value ?? [])
    .sort((a, b) => b.at - a.at || b.attempt - a.attempt)
    .slice(0, ATTEMPT_SLOTS);
}
