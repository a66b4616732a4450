import type { KeyRecord } from "../../access/records/key_store.ts";
import { command, CommandError, found } from "../../admin/command/command.ts";
import { TEXT } from "../../admin/commands/options.ts";
import { isoOrNull } from "../../admin/commands/outcomes.ts";
import type { Store } from "../../store/store.ts";
import { shownOf, type WebhookRecord } from "./record.ts";
import { createWebhookSeal, createWebhookStore } from "./store.ts";

/** `webhook …` */
export const WEBHOOK_COMMANDS = [
  command("webhook list", {
    description: "Shows all webhooks; of each address only the host",
    at: "GET webhooks",
    showsPersonalData: true,
    none: "There are no webhooks yet; callers register them.",
    options: {
      key: { valueName: "id", description: "only those of this key", reader: TEXT },
    },
    async run({ store }, _, { key: wanted }) {
      if (wanted !== undefined) found(await store.keys.find(wanted), "key", wanted);
      const keys = new Map((await store.keys.list()).map((key) => [key.id, key]));
      const all = await createWebhookStore(store.kv).list();
      const shown = all.filter(({ keyId }) => wanted === undefined || keyId === wanted);
      return { json: shown.map((record) => rowOf(store, record, keys.get(record.keyId))) };
    },
  }),
  command("webhook disable", {
    subject: "id",
    description: "Switches a webhook off: it gets no more events",
    at: "POST webhooks/{}/disable",
    forGood: true,
    async run({ store, clock, commit }, id) {
      const webhooks = createWebhookStore(store.kv, commit);
      const find = async () => (await webhooks.list()).find((one) => one.id === id);
      const record = found(await find(), "webhook", id);
      if (!await webhooks.switchOff(record, "operator", clock.now())) {
        throw new CommandError(`Cannot disable webhook ${id}: it is off`, "conflict");
      }
      const off = await find() ?? record;
      return { json: rowOf(store, off, await store.keys.find(off.keyId)) };
    },
  }),
];

/** A webhook as programs see it: of its address, the host and the last four characters. */
function rowOf(
  { pepper, random }: Store,
  { id, keyId, sealed, format, mention, types, groups, members, ...record }: WebhookRecord,
  key: KeyRecord | undefined,
) {
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
    created_at: isoOrNull(record.createdAt),
    off_at: isoOrNull(record.offAt),
  };
}
