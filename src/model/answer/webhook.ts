import { z } from "zod";
import type { ItemOf } from "../item/item_of.ts";

const id = z.string().describe("Names the webhook where it is listed or ended.");

/** A webhook that was registered just now. */
export const newWebhookItem = z.strictObject({
  id,
  secret: z.string().describe(
    "What deliveries are signed with (Standard Webhooks); it is not shown again.",
  ),
}).describe("A webhook, whose secret is shown this once.");

/** The webhooks of a key. */
export const webhookListItem = z.strictObject({
  total: z.int().nonnegative(),
  data: z.strictObject({
    id,
    host: z.string().describe("The host of its address."),
    hint: z.string().describe("The last four characters of its address."),
    format: z.enum(["standard", "discord", "ntfy"]),
    types: z.string().array().describe(
      "What it is sent; empty: everything, but content.changed in the format standard alone.",
    ),
    groups: z.string().array().describe("Of which groups; empty: all that the key may read."),
    members: z.string().array().describe("Of which members, by slug; empty: all."),
    mention: z.string().optional().describe("The Discord role that its messages ping."),
    state: z.enum(["on", "off"]),
    off_reason: z.enum(["failed", "gone", "operator"]).optional().describe(
      "failed: nothing was delivered for 3 days; gone: the address answered 410; operator: the " +
        "service's operator switched it off.",
    ),
    created_at: z.string().describe("In UTC."),
  }).array(),
}).describe("The webhooks of a key, oldest first.");

/** One attempt to deliver something to a webhook. */
export const deliveryItem = z.strictObject({
  id: z.string().describe("The webhook-id: the same for every attempt of one event."),
  event: z.string().describe("The type of the event."),
  attempt: z.int().positive().describe("Counted from 1."),
  at: z.string().describe("In UTC."),
  ms: z.int().nonnegative().describe("How long it took."),
  outcome: z.enum(["delivered", "address not allowed", "no answer", "wrong answer"]),
  next_at: z.string().nullable().describe("When the next attempt is due; null: there is none."),
}).describe("An attempt to deliver an event.");

/** The last attempts of a webhook. */
export const deliveryListItem = z.strictObject({
  total: z.int().nonnegative(),
  data: deliveryItem.array(),
}).describe("The last 50 attempts, latest first.");

/** A webhook that was ended. */
export const endedWebhookItem = z.strictObject({ id }).describe("The webhook that was ended.");

export type NewWebhook = ItemOf<typeof newWebhookItem>;
export type WebhookList = ItemOf<typeof webhookListItem>;
export type DeliveryItem = ItemOf<typeof deliveryItem>;
export type EndedWebhook = ItemOf<typeof endedWebhookItem>;
