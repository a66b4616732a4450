import type { DeliveryItem } from "../model/answer/v1.ts";

/** Reads the last 50 attempts for a webhook, latest first. */
export type ReadAttempts = (webhookId: string) => Promise<readonly DeliveryItem[]>;

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
