import type { Env } from "../../platform/env.ts";
import { WEBHOOK_REVISION } from "../../platform/store_keys.ts";
import { follow } from "../../shared_state/follow.ts";
import type { Seal } from "./seal.ts";
import type { OpenWebhook, WebhookRecord } from "./webhook_record.ts";
import type { WebhookStore } from "./webhook_store.ts";

/** What the table works with. */
export interface WebhookTableDeps extends Pick<Env, "kv" | "clock" | "log"> {
  readonly store: WebhookStore;
  readonly seal: Seal;
  /** How often the revision is looked at, besides being watched. */
  readonly pollMs: number;
  /** Called after each change. */
  changed(): void;
}

/** All webhooks that are on, by id, and the version of the revision at which they were read. */
interface KnownWebhooks {
  readonly version: string | null;
  readonly open: ReadonlyMap<string, OpenWebhook>;
}

const NONE: KnownWebhooks = { version: null, open: new Map() };

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
  const { kv, store, pollMs } = deps;
  const followed = follow<KnownWebhooks>(deps, {
    watch: (changed) => kv.watch([WEBHOOK_REVISION], changed),
    pollMs: () => pollMs,
    outage: { away: "Webhooks: the store is out of reach" },
    async load(before = NONE) {
      const { version } = await kv.get(WEBHOOK_REVISION);
      if (version === before.version) return before;
      return { version, open: openAll(deps, await store.list()) };
    },
  });
  followed.subscribe((now) => {
    if (now !== NONE) deps.changed();
  });
  void followed.sync();

  return {
    webhooks: () => (followed.value ?? NONE).open,
    refresh: () => followed.sync(),
    close: () => followed.close(),
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
