import type { KeyRecord, KeyRequest } from "../../src/access/records/key_store.ts";
import { passwordDigest } from "../../src/access/records/user_store.ts";
import { type Random, systemRandom } from "../../src/platform/random.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { onKeyEnd } from "../../src/core/key_end.ts";
import { type Store, storeOnRecord } from "../../src/store/store.ts";
import { createMac } from "../../src/toolbox/mac.ts";

/** The pepper of all stores in memory. */
export const PEPPER = "a pepper for tests";

/** The records of a store in memory. */
export function storeOf(
  kv: Kv,
  random: Random = systemRandom,
  onEnd: Store["onKeyEnd"] = onKeyEnd,
): Store {
  const secretHash = createMac(PEPPER);
  const pepper = new TextEncoder().encode(PEPPER);
  const secrets = { secretHash, pepper, pepperFile: undefined };
  const bare = { kv, random, ...secrets, isFile: true, auditDays: 90, onKeyEnd: onEnd };
  const store = { ...bare, engine: "file" } as Store;
  return storeOnRecord(store, (_, checks, writes) => kv.commit(checks, writes));
}

/** A credential and what the store calls it. */
export interface IssuedSecret {
  readonly id: string;
  readonly secret: string;
}

/** A key of the plan `standard` that may be used from this machine, with what `request` changes. */
export async function issueKey(
  { keys }: Pick<Store, "keys">,
  request: Partial<KeyRequest> = {},
): Promise<IssuedSecret & { readonly record: KeyRecord }> {
  const usual = { owner: "Sari", email: "sari@fans.example", plan: "standard", groups: [] };
  const ips = ["127.0.0.0/8"];
  const { record, secret } = await keys.issue({ ...usual, ips, createdAt: 0, ...request });
  return { id: record.id, secret, record };
}

/** A priority token of an organization that has none yet. */
export async function issueToken(
  { tokens }: Pick<Store, "tokens">,
  organization = "Fanbase Satu",
): Promise<IssuedSecret> {
  const application = { organization, name: "Budi", email: "budi@fans.example", appliedAt: 0 };
  const { record } = await tokens.apply(application);
  const issued = await tokens.issue(record.id, (token) => ({ ...token, state: "approved" }));
  return { id: record.id, secret: issued!.secret };
}

/** How many passwords were given. */
let given = 0;

/** An administrator by a password of one's own, given at an instant of its own; one that is there gets it. */
export async function addAdmin(
  { users, secretHash }: Pick<Store, "users" | "secretHash">,
  username: string,
  password: string,
  changedAt?: number,
): Promise<void> {
  const digest = passwordDigest(secretHash, username, password);
  const at = changedAt ?? ++given;
  if (await users.add({ id: username, digest, createdAt: 0, changedAt: at })) return;
  await users.update(username, (user) => ({ ...user, digest, changedAt: at || user.changedAt }));
}

/** The keys that were signed up for. */
export async function signedUp({ keys }: Pick<Store, "keys">): Promise<KeyRecord[]> {
  return (await keys.list()).filter(({ signup }) => signup !== undefined);
}
