import type { KeyRecord } from "../../access/records/key_store.ts";
import type { Plans } from "../../model/plans.ts";
import type { QuotaStatus } from "../../quota/usage.ts";
import { type CommandDeps, CommandError, type CommandOutcome, found } from "../command/command.ts";
import { isoOrNull } from "./outcomes.ts";

/** A key as programs see it: nothing of its digest. `status`: undefined if its plan has no quota. */
export function keyView(key: KeyRecord, status: QuotaStatus | undefined, plans: Plans) {
  return {
    id: key.id,
    hint: key.hint,
    owner: key.owner,
    email: key.email,
    plan: key.plan,
    groups: key.groups,
    ips: key.ips,
    created_at: isoOrNull(key.createdAt),
    expires_at: isoOrNull(key.expiresAt),
    revoked_at: isoOrNull(key.revokedAt),
    used: status?.used ?? null,
    limit: status?.limit ?? null,
    ...(!Object.hasOwn(plans, key.plan) && { plan_unknown: true }),
    ...(key.signup !== undefined && { signup: true }),
    ...(key.note !== undefined && { note: key.note }),
  };
}

/** The key that a command names. */
export async function findKey({ store }: CommandDeps, id: string): Promise<KeyRecord> {
  return found(await store.keys.find(id), "key", id);
}

/** Changes a key, unless it is revoked, and tells how it is then; what `alter` throws forbids it too. */
export async function changeKey(
  deps: CommandDeps,
  id: string,
  alter: (key: KeyRecord) => KeyRecord,
): Promise<CommandOutcome> {
  const changed = await deps.store.keys.update(id, (key) => {
    refuseRevoked(key);
    return alter(key);
  });
  return await keyOutcome(deps, found(changed, "key", id));
}

/** Tells how a key is now. */
export async function keyOutcome(
  { meter, content }: CommandDeps,
  key: KeyRecord,
): Promise<CommandOutcome> {
  return { json: keyView(key, await meter.quotaStatus(key), content().plans) };
}

/** Forbids to change a key that opens nothing any more. */
export function refuseRevoked(key: KeyRecord): void {
  if (key.revokedAt === undefined) return;
  throw new CommandError(`Cannot change key ${key.id}: it is revoked; issue another`, "conflict");
}
