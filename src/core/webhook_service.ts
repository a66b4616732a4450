import type { EventKind } from "../events/event.ts";

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
  readonly ms: number;
  readonly outcome: AttemptOutcome;
  /** When the next attempt is due, epoch ms; null: there is none. */
  readonly nextAt: number | null;
}

/** Reads the last 50 attempts for a webhook, latest first. */
export type ReadAttempts = (webhookId: string) => Promise<readonly DeliveryAttempt[]>;

/** What programs see of a webhook, by the command that lists them. */
export interface WebhookRow {
  readonly id: string;
  readonly key_id: string;
  readonly owner: string | null;
  /** Null if its address cannot be opened. */
  readonly host: string | null;
  /** The last four characters of the address. */
  readonly hint: string | null;
  readonly format: string;
  readonly mention: string | null;
  readonly types: readonly string[];
  readonly groups: readonly string[];
  readonly members: readonly string[];
  readonly state: "on" | "off";
  readonly off_reason: string | null;
  readonly created_at: string | null;
  readonly off_at: string | null;
}
