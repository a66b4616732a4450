import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import { OverlapError, type Rotated } from "../../access/records/rotation.ts";
import { type Command, commandName } from "../../admin/command/command.ts";
import { runOnRecord } from "../../admin/trail/trail.ts";
import { OWNER } from "../../audit/entries.ts";
import { type KvCheck, setUntil } from "../../platform/kv.ts";
import { usedLinkKey } from "../../platform/credential_keys.ts";
import { LINK_MS } from "./links.ts";
import { rotateOnRecord, storeOfOwner } from "../../admin/owner/owner.ts";

import type { SignupDeps } from "./sign_up.ts";

/** The key of an open management, if it still opens something. */
export async function managedKey(deps: SignupDeps, id: string): Promise<KeyRecord | undefined> {
  const key = await deps.store.keys.find(id);
  return key !== undefined && isLive(key, deps.commandDeps.clock.now()) ? key : undefined;
}

/** Notes that a link was used; false if it was used before, in whichever process. */
export async function claimLink(
  { store: { kv }, commandDeps }: SignupDeps,
  digest: string,
): Promise<boolean> {
  const check: KvCheck = { key: usedLinkKey(digest), version: null };
  const now = commandDeps.clock.now();
  const write = setUntil(check.key, {}, now + 2 * LINK_MS, now);
  return await kv.commit([check], [write]) !== null;
}

/** Puts these addresses in the place of those that a key may be used from; undefined if it has ended. */
export async function setAddresses(
  deps: SignupDeps,
  id: string,
  ips: readonly string[],
  address: string,
): Promise<KeyRecord | undefined> {
  const store = storeOfOwner(deps, address, "key allow-ip");
  const record = await store.keys.update(id, (key) => {
    return key.revokedAt === undefined ? { ...key, ips } : key;
  });
  await learn(deps);
  return record?.revokedAt === undefined ? record : undefined;
}

/**
 * Gives a key another secret at the wish of its owner; undefined if it has ended, "open" while the former
 * secret of an earlier rotation goes on.
 */
export async function rotateByOwner(
  deps: SignupDeps,
  id: string,
  { isNow, address }: { isNow: boolean; address: string },
): Promise<Rotated | "open" | undefined> {
  try {
    const rotated = await rotateOnRecord(deps, id, address, isNow);
    await learn(deps);
    if (rotated !== undefined) deps.rotated();
    return rotated;
  } catch (error) {
    if (error instanceof OverlapError) return "open";
    throw error;
  }
}

/** Forgets the owner of a key, as operators do; the key ends. */
export async function deleteByOwner(
  deps: SignupDeps,
  commands: readonly Command[],
  id: string,
  address: string,
): Promise<void> {
  const command = commands.find((one) => commandName(one) === "key forget")!;
  const input = { subject: id, values: new Map() };
  await runOnRecord(command, deps.commandDeps, input, { by: OWNER, ip: address });
  await deps.credentials.refresh();
}

/** Every server learns it in a moment, this one at once. */
async function learn(deps: SignupDeps): Promise<void> {
  deps.commandDeps.recorded?.();
  await deps.credentials.refresh();
}
