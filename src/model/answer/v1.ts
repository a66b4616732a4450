import { z } from "zod";
import { CHANGE_KINDS, QUOTA_PERIODS, SEARCH_KINDS } from "../enums.ts";
import { type ItemOf, number, optionalText, text } from "../item/item_of.ts";

/** A key's plan and use; null if there is none. */
export const ownKeyItem = z.strictObject({
  plan: z.string().nullable().describe(
    "The name of the key's plan; null for a caller without a key.",
  ),
  used: z.number().nullable().describe(
    "Requests charged in this period; null if they are not counted: under an unlimited plan, and without a key.",
  ),
  limit: z.number().nullable().describe(
    "Requests allowed in this period: the plan's, and what an operator added; null if they are not counted.",
  ),
  remaining: z.number().nullable().describe(
    "Requests left in this period; null if they are not counted.",
  ),
  resets_at: z.string().nullable().describe(
    "When the next period begins, in UTC; null if requests are not counted.",
  ),
  period: z.enum(QUOTA_PERIODS).nullable().describe(
    "How long a period is; null if requests are not counted.",
  ),
  rate: z.strictObject({
    per_second: number("Requests a second in the long run."),
    burst: number("Requests that may come at once."),
  }).nullable().describe("How fast requests may come; null if the plan sets no rate."),
}).describe("A key's plan and use; null: there is none.");

export type OwnKeyItem = ItemOf<typeof ownKeyItem>;

/** What a key used, by days. */
export const keyUsageItem = z.strictObject({
  total: z.int().nonnegative().describe("How many days `data` holds."),
  data: z.strictObject({
    day: text("The day, in the time zone of the plan's quota."),
    used: z.int().nonnegative().describe(
      "Requests charged on it; what servers have leased ahead counts as used.",
    ),
  }).array().describe("One entry for each day, today last."),
}).describe("What a key used on each of the last days.");

export type KeyUsage = ItemOf<typeof keyUsageItem>;

/** A key with another secret. */
export const rotatedKeyItem = z.strictObject({
  id: text("Names the key; it stays."),
  secret: text("The new secret; it is not shown again. Every server knows it within 3 seconds."),
}).describe("The new secret of a key, shown this once.");

export type RotatedKey = ItemOf<typeof rotatedKeyItem>;

export const feedTokenItem = z.strictObject({
  secret: text("The token itself: the same one until the feed tokens of the key are ended."),
  url: text(
    "The theater calendar of the first group that the key may read, with the token: an address to " +
      "subscribe to.",
  ),
}).describe("A feed token of a key.");

export type FeedToken = ItemOf<typeof feedTokenItem>;

export const endedFeedTokensItem = z.strictObject({
  id: text("Names the key."),
}).describe("A key whose feed tokens were ended.");

export type EndedFeedTokens = ItemOf<typeof endedFeedTokensItem>;

const webhookId = text("Names the webhook where it is listed or ended.");

/** A webhook that was registered just now. */
export const newWebhookItem = z.strictObject({
  id: webhookId,
  secret: text(
    "What deliveries in the format `standard` are signed with (Standard Webhooks); other formats are not signed. It is not shown again.",
  ),
}).describe("A webhook, whose secret is shown this once.");

export const webhookListItem = z.strictObject({
  total: z.int().nonnegative().describe("How many items `data` holds."),
  data: z.strictObject({
    id: webhookId,
    host: text("The host of its address, with the port if it is not the usual one."),
    hint: text("The last four characters of its address."),
    format: z.enum(["standard", "discord"]).describe("Whose messages it is sent."),
    types: z.string().array().describe(
      "What it is sent; empty: everything, but content.changed in the format standard alone.",
    ),
    groups: z.string().array().describe("Of which groups; empty: all that the key may read."),
    members: z.string().array().describe("Of which members, by slug; empty: all."),
    mention: optionalText("The Discord role that its messages ping."),
    state: z.enum(["on", "off"]).describe("Whether events are sent to it."),
    off_reason: z.enum(["failed", "gone", "operator"]).optional().describe(
      "`failed`: every attempt of 3 days failed; `gone`: the address answered 410; `operator`: the " +
        "service's operator switched it off.",
    ),
    created_at: text("When it was made, in UTC."),
  }).array().describe("The webhooks, oldest first."),
}).describe("The webhooks of a key, oldest first.");

/** One attempt to deliver something to a webhook. */
export const deliveryItem = z.strictObject({
  id: text("The webhook-id: the same for every attempt of one event."),
  event: text("The type of the event; `webhook.test` for a test."),
  attempt: z.int().positive().describe("Counted from 1."),
  at: text("When it was made, in UTC."),
  ms: z.int().nonnegative().describe("How long it took, in milliseconds."),
  outcome: z.enum(["delivered", "address not allowed", "no answer", "wrong answer"]).describe(
    "What became of it: `wrong answer` is any status but 2xx, `no answer` a connection that failed or took too long.",
  ),
  next_at: z.string().nullable().describe("When the next attempt is due; null: there is none."),
}).describe("An attempt to deliver an event.");

/** The last attempts of a webhook. */
export const deliveryListItem = z.strictObject({
  total: z.int().nonnegative().describe("How many items `data` holds."),
  data: deliveryItem.array().describe("The attempts, latest first."),
}).describe("The last 50 attempts, latest first.");

/** A webhook that was ended. */
export const endedWebhookItem = z.strictObject({ id: webhookId }).describe(
  "The webhook that was ended.",
);

export type NewWebhook = ItemOf<typeof newWebhookItem>;
export type WebhookList = ItemOf<typeof webhookListItem>;
export type DeliveryItem = ItemOf<typeof deliveryItem>;
export type EndedWebhook = ItemOf<typeof endedWebhookItem>;

const change = z.strictObject({
  group: text("The group's name in addresses."),
  kind: text(
    "What it is: member, show, news, event, release, videocall, setlist, or a kind still to come.",
  ),
  id: text(
    "Names the item, as lists do; of `videocall` the file's name, of `setlist` the setlist's name.",
  ),
  change: z.enum(CHANGE_KINDS).describe("What became of it."),
  fields: z.string().array().describe(
    "The fields of a changed item that builds have changed, as files of the content call them. There " +
      "may also be `id`, `start_at` (the instant that day, time and zone make) and `content` (an " +
      "article's text). A " +
      "removal and a return add no fields, although any field may have another value then.",
  ),
  former_id: optionalText("The id that it had before, if that changed."),
});

/** What changed from one cursor to another. */
export const changesItem = z.strictObject({
  cursor: text("Where this answer ends: ask with it the next time."),
  from: text("Where this answer begins."),
  total: z.int().nonnegative().describe("How many items `data` holds."),
  data: change.array().describe("One change for each item, by group, kind and id."),
}).describe("Which items changed, each listed once.");

export type ChangesItem = ItemOf<typeof changesItem>;

const searchHit = z.strictObject({
  kind: z.enum(SEARCH_KINDS).describe("What was found."),
  group: text("The group's name in addresses."),
  id: text(
    "Names the item, as lists do; of a setlist the id that `setlists/{slug}` takes, of a song an id made of its title, which no endpoint takes.",
  ),
  title: text("Its title, or a member's name."),
  matched: text(
    "The name, nickname or title that answers the search; of an article, or a member whose hobby or description is found, the sentence.",
  ),
  url: text(
    "The path of its public page, if its group and kind have pages; else that of its detail here, of a release that of the list. Of a song that of its setlist: the one that is next on stage, or was last; of a song without a setlist that of the releases.",
  ),
});

export const searchItem = z.strictObject({
  total: z.int().nonnegative().describe(
    "How many items were found in all; `data` has no more of them than `limit` asks for.",
  ),
  data: searchHit.array().describe("The best of them, best first."),
}).describe("What a search found, best first.");

export type SearchAnswer = ItemOf<typeof searchItem>;
