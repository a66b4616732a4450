import type { KeyRecord } from "../../access/records/key_store.ts";
import { createSeal } from "../../webhooks/records/seal.ts";
import type { WebhookRecord } from "../../webhooks/records/webhook_record.ts";
import { createWebhookStore } from "../../webhooks/records/webhook_store.ts";
import { systemRandom } from "../../platform/random.ts";
import type { Store } from "../../store/store.ts";
import { type Command, CommandError, notFound } from "../command/command.ts";
import { OF_KEY, recordsOfKey } from "./named_key.ts";
import { instant, listTimestamp, table } from "./table.ts";

const list: Command = {
  noun: "webhook",
  verb: "list",
  description: "Shows all webhooks, of which no address is told but its host",
  at: { method: "GET", path: "webhooks" },
  showsPersonalData: true,
  options: OF_KEY,
  async run({ store }, input) {
    const { list } = createWebhookStore(store.kv);
    const views = (await recordsOfKey({ store }, input, list))
      .map(([record, key]) => viewOf(store, record, key));
    return { json: views, lines: linesOf(views) };
  },
};

const disable: Command = {
  noun: "webhook",
  verb: "disable",
  subject: "id",
  description: "Switches a webhook off: it is told nothing any more",
  at: { method: "POST", path: "webhooks/{}/disable" },
  options: {},
  async run({ store, clock }, { subject }) {
    const webhooks = createWebhookStore(store.kv);
    const find = async () => (await webhooks.list()).find(({ id }) => id === subject);
    const record = await find();
    if (record === undefined) throw notFound("webhook", subject);
    if (!await webhooks.switchOff(record, "operator", clock.now())) {
      throw new CommandError(`Cannot disable webhook ${subject}: it is off`, "conflict");
    }
    const off = await find() ?? record;
    return {
      json: viewOf(store, off, await store.keys.find(off.keyId)),
      lines: [`Webhook ${subject} of key ${off.keyId} is off.`],
    };
  },
};

/** `webhook …` */
export const WEBHOOK_COMMANDS: readonly Command[] = [list, disable];

type WebhookRow = ReturnType<typeof viewOf>;

/** A webhook as programs see it. */
function viewOf(store: Store, record: WebhookRecord, key: KeyRecord | undefined) {
  const { id, keyId, format, mention, types, groups, members, offAt, offReason } = record;
  const target = createSeal(store.pepper, systemRandom).open(id, record.sealed);
  const url = target?.url;
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

function linesOf(views: readonly WebhookRow[]): string[] {
  if (views.length === 0) return ["There are no webhooks yet; callers register them."];
  const rows = views.map((view) => [
    view.id,
    view.key_id,
    view.owner ?? "",
    view.host ?? "cannot be opened",
    view.format,
    view.created_at === null ? "" : instant(Date.parse(view.created_at)),
    view.off_reason === null ? view.state : `${view.state}: ${view.off_reason}`,
  ]);
  return table(["id", "key", "owner", "host", "format", "made", "state"], rows);
}
