import type { Clock } from "../../platform/clock.ts";
import type { Kv } from "../../platform/kv.ts";
import { createOutageLog, type Log } from "../../platform/log.ts";
import { WEBHOOK_REVISION } from "../../platform/store_keys.ts";
import { createReconciler } from "../../toolbox/reconciler.ts";
import type { Seal } from "./seal.ts";
import type { OpenWebhook, WebhookRecord } from "./webhook_record.ts";
import type { WebhookStore } from "./webhook_store.ts";

/** What the table works with. */
export interface WebhookTableDeps {
  readonly kv: Kv;
  readonly store: WebhookStore;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly log: Log;
  /** How often the revision is looked at, besides being watched. */
  readonly pollMs: number;
  /** Called after each change. */
  changed(): void;
}

/** The webhooks of the store in memory, those that are off left out. */
export interface WebhookTable {
  /** By id; another Map after each change. */
  webhooks(): ReadonlyMap<string, OpenWebhook>;
  /** Looks whether there is a change. Never rejects. */
  refresh(): Promise<void>;
  close(): void;
}

/** Creates the table and begins to follow the store. */
export function createWebhookTable(deps: WebhookTableDeps): WebhookTable {
  const { kv, store, clock, log, pollMs } = deps;
  const outage = createOutageLog(log, { away: "Webhooks: the store is out of reach" });
  let webhooks: ReadonlyMap<string, OpenWebhook> = new Map();
  let known: string | null = null;

  async function look(): Promise<void> {
    const { version } = await kv.get(WEBHOOK_REVISION);
    if (version === known) return;
    webhooks = openAll(deps, await store.list());
    known = version;
    deps.changed();
  }

  const reconciler = createReconciler({ clock, outage, look, waitMs: () => pollMs });
  const unwatch = kv.watch([WEBHOOK_REVISION], () => void reconciler.look());
  void reconciler.look();

  return {
    webhooks: () => webhooks,
    refresh: reconciler.look,
    close() {
      reconciler.close();
      unwatch();
    },
  };
}

function openAll(
  { seal, log }: WebhookTableDeps,
  records: readonly WebhookRecord[],
): ReadonlyMap<string, OpenWebhook> {
  const open = new Map<string, OpenWebhook>();
  for (const record of records) {
    if (record.offAt !== undefined) continue;
    const target = seal.open(record.id, record.sealed);
    if (target !== undefined) open.set(record.id, { record, target });
    else log.error("A webhook cannot be opened: it was sealed otherwise", { webhook: record.id });
  }
  return open;
}
