import {
  type FeedTokenRecord,
  isFeedTokenOf,
  MAX_FEED_TOKENS,
} from "../../access/records/feed_token_store.ts";
import { isLive, type KeyRecord, mayRead } from "../../access/records/key_store.ts";
import { feedAddress } from "../../model/feed_address.ts";
import type { Store } from "../../store/store.ts";
import { createSeal, createWebhookStore } from "../../webhooks/records/webhook_store.ts";
import type { WebhookRecord } from "../../webhooks/records/webhook_record.ts";
import {
  type CommandArguments,
  CommandError,
  commandsOf,
  found,
  notFound,
} from "../command/command.ts";
import { findKey, refuseRevoked } from "./keys.ts";
import { instant, listCommand, listTimestamp, secretOutcome } from "./table.ts";

/** The option of a list that narrows it to what belongs to one key. */
const OF_KEY = { key: { valueName: "id", description: "only those of this key" } };

/**
 * Of records that belong to keys, those of the key that is asked for, or all; each with its key.
 *
 * @throws {CommandError} if there is no such key
 */
async function recordsOfKey<R extends { readonly keyId: string }>(
  { keys }: Store,
  input: CommandArguments,
  { list, listOf }: {
    list(): Promise<readonly R[]>;
    listOf(keyId: string): Promise<readonly R[]>;
  },
): Promise<(readonly [record: R, key: KeyRecord | undefined])[]> {
  const wanted = input.text("key");
  if (wanted !== undefined) {
    const key = await keys.find(wanted);
    if (key === undefined) throw notFound("key", wanted);
    return (await listOf(wanted)).map((record) => [record, key]);
  }
  const byId = new Map((await keys.list()).map((key) => [key.id, key]));
  return (await list()).map((record) => [record, byId.get(record.keyId)]);
}

/** `feed …`: tokens that open the calendars and feeds of a key. */
export const FEED_COMMANDS = commandsOf("feed", {
  issue: {
    subject: "key",
    description:
      "Makes a token that opens the calendars and feeds of a key, and nothing else; shows it, this once",
    at: "POST feeds",
    async run(deps, input) {
      const { site, groups } = deps.content();
      const key = await findKey(deps, input);
      refuseRevoked(key);
      const issued = await deps.store.feeds.issue(key, deps.clock.now());
      if (issued === "full") {
        throw refused(key, `it has ${MAX_FEED_TOKENS} already; end one of them`);
      }
      if (issued === "ended") throw refused(key, 'it has expired; see "key extend"');
      const { record: { id }, secret } = issued;
      const group = groups.find(({ slug }) => mayRead(key, slug))?.slug;
      const url = feedAddress(site.base_url, group, secret);
      const { lines } = secretOutcome(`Feed token ${id} of key ${key.id}:`, id, secret);
      return { json: { id, secret, url }, lines: [...lines, `An address to subscribe to: ${url}`] };
    },
  },
  list: listCommand({
    description: "Shows all feed tokens",
    at: "GET feeds",
    options: OF_KEY,
    rows: async ({ store, clock }, input) =>
      (await recordsOfKey(store, input, store.feeds))
        .map(([token, key]) => feedView(token, key, clock.now())),
    none: 'There are no feed tokens yet; "feed issue" makes one.',
    columns: {
      id: ({ id }) => id,
      token: ({ hint }) => hint,
      key: ({ key_id }) => key_id,
      owner: ({ owner }) => owner ?? "",
      created: ({ created_at }) => instant(Date.parse(created_at!)),
      state: ({ is_active }) => is_active ? "live" : "ended with its key",
    },
  }),
  revoke: {
    subject: "id",
    description: "Ends a feed token; it is refused everywhere within 3 seconds",
    at: "POST feeds/{}/revoke",
    async run({ store, clock }, { subject }) {
      const record = found(await store.feeds.revoke(subject), "feed token", subject, "feed list");
      const { id, keyId } = record;
      const view = feedView(record, await store.keys.find(keyId), clock.now());
      return {
        json: { ...view, is_active: false },
        lines: [`Feed token ${id} of key ${keyId} is revoked.`],
      };
    },
  },
});

/** What programs see of a feed token. */
export type FeedView = ReturnType<typeof feedView>;

function feedView(token: FeedTokenRecord, key: KeyRecord | undefined, now: number) {
  const { id, hint, keyId, createdAt } = token;
  return {
    id,
    hint,
    key_id: keyId,
    owner: key?.owner ?? null,
    created_at: listTimestamp(createdAt),
    // False if its key has ended, or got another secret at once.
    is_active: key !== undefined && isFeedTokenOf(token, key) && isLive(key, now),
  };
}

function refused({ id }: KeyRecord, why: string): CommandError {
  return new CommandError(`Cannot make a feed token of key ${id}: ${why}`, "conflict");
}

/** `webhook …` */
export const WEBHOOK_COMMANDS = commandsOf("webhook", {
  list: listCommand({
    description: "Shows all webhooks; of each address only the host",
    at: "GET webhooks",
    options: OF_KEY,
    rows: async ({ store }, input) =>
      (await recordsOfKey(store, input, createWebhookStore(store.kv)))
        .map(([record, key]) => webhookView(store, record, key)),
    none: "There are no webhooks yet; callers register them.",
    columns: {
      id: ({ id }) => id,
      key: ({ key_id }) => key_id,
      owner: ({ owner }) => owner ?? "",
      host: ({ host }) => host ?? "cannot be opened",
      format: ({ format }) => format,
      made: ({ created_at }) => created_at === null ? "" : instant(Date.parse(created_at)),
      state: ({ state, off_reason }) => off_reason === null ? state : `${state}: ${off_reason}`,
    },
  }),
  disable: {
    subject: "id",
    description: "Switches a webhook off: it gets no more events",
    at: "POST webhooks/{}/disable",
    async run({ store, clock }, { subject }) {
      const webhooks = createWebhookStore(store.kv);
      const find = async () => (await webhooks.list()).find(({ id }) => id === subject);
      const record = found(await find(), "webhook", subject);
      if (!await webhooks.switchOff(record, "operator", clock.now())) {
        throw new CommandError(`Cannot disable webhook ${subject}: it is off`, "conflict");
      }
      const off = await find() ?? record;
      return {
        json: webhookView(store, off, await store.keys.find(off.keyId)),
        lines: [`Webhook ${subject} of key ${off.keyId} is off.`],
      };
    },
  },
});

/** What programs see of a webhook. */
export type WebhookView = ReturnType<typeof webhookView>;

function webhookView(store: Store, record: WebhookRecord, key: KeyRecord | undefined) {
  const { id, keyId, format, mention, types, groups, members, offAt, offReason } = record;
  const url = createSeal(store.pepper, store.random).open(id, record.sealed)?.url;
  return {
    id,
    key_id: keyId,
    owner: key?.owner ?? null,
    host: url === undefined ? null : new URL(url).host,
    hint: url?.slice(-4) ?? null,
    format,
    mention: mention ?? null,
    types,
    groups,
    members,
    state: offAt === undefined ? "on" : "off",
    off_reason: offReason ?? null,
    created_at: listTimestamp(record.createdAt),
    off_at: listTimestamp(offAt),
  };
}
