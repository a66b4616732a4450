import type { KeyRecord } from "../../access/records/key_store.ts";
import {
  type CommandArguments,
  type CommandDeps,
  CommandError,
  commandsOf,
  found,
  notFound,
} from "../../admin/command/command.ts";
import { instant, listCommand, listTimestamp } from "../../admin/commands/table.ts";
import type { Store } from "../../store/store.ts";
import { shownOf, type WebhookRecord } from "./record.ts";
import { createWebhookSeal, createWebhookStore } from "./store.ts";

/** `webhook …` */
export const WEBHOOK_COMMANDS = commandsOf("webhook", {
  list: listCommand({
    description: "Shows all webhooks; of each address only the host",
    at: "GET webhooks",
    options: { key: { valueName: "id", description: "only those of this key" } },
    rows: listWebhooks,
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
        json: rowOf(store, off, await store.keys.find(off.keyId)),
        lines: [`Webhook ${subject} of key ${off.keyId} is off.`],
      };
    },
  },
});

/** A webhook as programs see it: of its address, the host and the last four characters. */
interface ShownWebhook {
  readonly id: string;
  readonly key_id: string;
  readonly owner: string | null;
  /** Null if its address cannot be opened. */
  readonly host: string | null;
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

/** Those of the key that is asked for, or all. @throws {CommandError} if there is no such key */
async function listWebhooks(
  { store }: CommandDeps,
  input: CommandArguments,
): Promise<ShownWebhook[]> {
  const webhooks = createWebhookStore(store.kv);
  const wanted = input.text("key");
  if (wanted !== undefined) {
    const key = await store.keys.find(wanted);
    if (key === undefined) throw notFound("key", wanted);
    return (await webhooks.listOf(wanted)).map((record) => rowOf(store, record, key));
  }
  const keys = new Map((await store.keys.list()).map((key) => [key.id, key]));
  return (await webhooks.list()).map((record) => rowOf(store, record, keys.get(record.keyId)));
}

function rowOf(
  { pepper, random }: Store,
  { id, keyId, sealed, format, mention, types, groups, members, ...record }: WebhookRecord,
  key: KeyRecord | undefined,
): ShownWebhook {
  const url = createWebhookSeal(pepper, random).open(id, sealed)?.url;
  return {
    id,
    key_id: keyId,
    owner: key?.owner ?? null,
    ...(url === undefined ? { host: null, hint: null } : shownOf(url)),
    format,
    mention: mention ?? null,
    types,
    groups,
    members,
    state: record.offAt === undefined ? "on" : "off",
    off_reason: record.offReason ?? null,
    created_at: listTimestamp(record.createdAt),
    off_at: listTimestamp(record.offAt),
  };
}
