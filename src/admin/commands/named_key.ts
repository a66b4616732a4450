import type { KeyRecord } from "../../access/records/key_store.ts";
import {
  type CommandArguments,
  type CommandDeps,
  CommandError,
  type CommandOutcome,
  notFound,
} from "../command/command.ts";
import { keyDetails, keyView, type MeteredKey } from "./key_view.ts";

/** The key that a command names. */
export async function findKey(
  { store }: CommandDeps,
  { subject }: CommandArguments,
): Promise<KeyRecord> {
  const key = await store.keys.find(subject);
  if (key === undefined) throw notFound("key", subject);
  return key;
}

/** Changes the key that a command names, unless it is revoked; what `alter` throws forbids it too. */
export async function changeKey(
  { store }: CommandDeps,
  { subject }: CommandArguments,
  alter: (key: KeyRecord) => KeyRecord,
): Promise<KeyRecord> {
  const key = await store.keys.update(subject, (key) => {
    refuseRevoked(key);
    return alter(key);
  });
  if (key === undefined) throw notFound("key", subject);
  return key;
}

/** Tells how a key is now. */
export async function keyOutcome(
  { meter, clock, content }: CommandDeps,
  key: KeyRecord,
): Promise<CommandOutcome> {
  const metered: MeteredKey = { key, quotaStatus: await meter.quotaStatus(key) };
  return { json: keyView(metered), lines: keyDetails(metered, content().plans, clock.now()) };
}

/** Forbids to change a key that opens nothing any more. */
export function refuseRevoked(key: KeyRecord): void {
  if (key.revokedAt === undefined) return;
  throw new CommandError(`Cannot change key ${key.id}: it is revoked; issue another`, "conflict");
}

/** The option of a list that narrows it to what belongs to one key. */
export const OF_KEY = { key: { valueName: "id", description: "only those of this key" } } as const;

/**
 * Of records that belong to keys, those of the key that is asked for, or all; each with its key.
 *
 * @throws {CommandError} where there is no such key
 */
export async function recordsOfKey<R extends { readonly keyId: string }>(
  { store }: Pick<CommandDeps, "store">,
  input: CommandArguments,
  records: () => Promise<readonly R[]>,
): Promise<(readonly [record: R, key: KeyRecord | undefined])[]> {
  const wanted = input.text("key");
  const keys = new Map((await store.keys.list()).map((key) => [key.id, key]));
  if (wanted !== undefined && !keys.has(wanted)) throw notFound("key", wanted);
  return (await records()).filter(({ keyId }) => wanted === undefined || keyId === wanted)
    .map((record) => [record, keys.get(record.keyId)] as const);
}
