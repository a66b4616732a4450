import type { KeyEnd, KeyRecord } from "../../access/records/key_store.ts";
import type { CommitExtra } from "../../access/records/records.ts";
import type { Kv } from "../../platform/kv.ts";
import { REVISION } from "./record.ts";
import { createWebhookStore, removal } from "./store.ts";

/**
 * What the commit that ends a key does about its webhooks: they pause while it is revoked, and go with all
 * that belongs to them when it is forgotten, as their addresses are its owner's.
 */
export async function webhooksOnKeyEnd(
  kv: Kv,
  { id }: Pick<KeyRecord, "id">,
  how: KeyEnd,
): Promise<CommitExtra> {
  if (how === "revoked") return {};
  const { version } = await kv.get(REVISION);
  const webhooks = await createWebhookStore(kv).listOf(id);
  // One that is registered meanwhile is seen by the check.
  const checks = [{ key: REVISION, version }];
  return { checks, writes: webhooks.length === 0 ? [] : await removal(kv, webhooks) };
}
