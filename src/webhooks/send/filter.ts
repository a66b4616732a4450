import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import type { LoggedEvent } from "../../events/event.ts";
import type { WebhookRecord } from "../records/webhook_record.ts";

/** Whether a webhook asked for an event. How much a build changed is no message for people unless asked for. */
export function isWanted(webhook: WebhookRecord, event: LoggedEvent): boolean {
  const { format, types, groups, members } = webhook;
  if (types.length === 0 && event.type === "content.changed" && format !== "standard") return false;
  return isAmong(types, event.type) && (event.group === "" || isAmong(groups, event.group)) &&
    (members.length === 0 || event.members.some((member) => members.includes(member)));
}

/** Whether the key of a webhook may be told anything now; a webhook whose key may not waits. */
export function isTold(key: KeyRecord | undefined, now: number): key is KeyRecord {
  return key !== undefined && isLive(key, now);
}

/** Whether a key may read what an event is about. */
export function mayBeTold({ groups }: KeyRecord, { group }: LoggedEvent): boolean {
  return group === "" || isAmong(groups, group);
}

/** An empty list is everything. */
function isAmong(list: readonly string[], one: string): boolean {
  return list.length === 0 || list.includes(one);
}
