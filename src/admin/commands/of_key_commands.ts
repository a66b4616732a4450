import type { KeyRecord } from "../../access/records/key_store.ts";
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
import { instant, listCommand, listTimestamp } from "./table.ts";

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
    forGood: true,
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
