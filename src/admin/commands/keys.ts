import {
  type CommandArguments,
  type CommandDeps,
  CommandError,
  type CommandOutcome,
  found,
  notFound,
} from "../command/command.ts";
import type { QuotaStatus } from "../../quota/tickets/usage.ts";
import { details, instant, listTimestamp, table } from "./table.ts";
import { planZone } from "./options.ts";
import type { Plans } from "../../model/plans.ts";
import { localDay } from "../../time/local_day.ts";
import { dayEnd } from "../../time/wall_clock.ts";
import { isLive, type KeyRecord } from "../../access/records/key_store.ts";

/** A key and its quota's state; undefined: its plan has no quota, or it was not read. */
export interface MeteredKey {
  readonly key: KeyRecord;
  readonly quotaStatus: QuotaStatus | undefined;
}

/** What programs see of a key. */
export type KeyView = ReturnType<typeof keyView>;

/** A key as programs see it: nothing of its digest. */
export function keyView({ key, quotaStatus }: MeteredKey) {
  return {
    id: key.id,
    hint: key.hint,
    owner: key.owner,
    email: key.email,
    plan: key.plan,
    groups: key.groups,
    ips: key.ips,
    created_at: listTimestamp(key.createdAt),
    expires_at: listTimestamp(key.expiresAt),
    revoked_at: listTimestamp(key.revokedAt),
    used: quotaStatus?.used ?? null,
    limit: quotaStatus?.limit ?? null,
  };
}

/** One key as people see it. */
function keyDetails(
  { key, quotaStatus }: MeteredKey,
  plans: Plans,
  now: number,
): string[] {
  return details([
    ["id", key.id],
    ["key", key.hint],
    ["owner", key.owner],
    ["e-mail", key.email],
    ["plan", key.plan],
    ["groups", key.groups.join(", ") || "all"],
    ["addresses", key.ips.join(", ") || "none: it does not open the wrapped family"],
    ["created", instant(key.createdAt)],
    ["expires", endOf(key, plans)],
    ["revoked", instant(key.revokedAt)],
    ["state", stateOf(key, now)],
    [
      "used",
      quotaStatus === undefined ? "not counted" : `${quotaStatus.used} of ${quotaStatus.limit}`,
    ],
    ["counts anew", instant(quotaStatus?.resetsAt)],
  ]);
}

const NONE = 'There is no such key; "key issue" makes one.';

/** Keys as people see them. */
export function keyLines(
  keys: readonly MeteredKey[],
  plans: Plans,
  now: number,
): string[] {
  if (keys.length === 0) return [NONE];
  const heads = ["id", "key", "owner", "plan", "groups", "addresses", "expires", "used", "state"];
  const rows = keys.map(({ key, quotaStatus }) => [
    key.id,
    key.hint,
    key.owner,
    key.plan,
    key.groups.join(",") || "all",
    addresses(key.ips),
    endOf(key, plans),
    quotaStatus === undefined ? "" : `${quotaStatus.used}/${quotaStatus.limit}`,
    stateOf(key, now),
  ]);
  return table(heads, rows);
}

/** The last day it holds, with the zone that counts it; else the instant at which it ends. */
function endOf({ expiresAt, plan }: KeyRecord, plans: Plans): string {
  if (expiresAt === undefined) return "never";
  const zone = planZone(plans, plan);
  const day = localDay(expiresAt - 1, zone);
  return dayEnd(day, zone) === expiresAt ? `${day} (${zone})` : instant(expiresAt);
}

function addresses(ips: readonly string[]): string {
  return ips.length > 3 ? `${ips.slice(0, 2).join(",")},+${ips.length - 2}` : ips.join(",");
}

function stateOf(key: KeyRecord, now: number): string {
  if (key.revokedAt !== undefined) return "revoked";
  return isLive(key, now) ? "live" : "expired";
}

/** The key that a command names. */
export async function findKey(
  { store }: CommandDeps,
  { subject }: CommandArguments,
): Promise<KeyRecord> {
  return found(await store.keys.find(subject), "key", subject);
}

/** Changes the key that a command names, unless it is revoked; what `alter` throws forbids it too. */
export async function changeKey(
  { store }: CommandDeps,
  { subject }: CommandArguments,
  alter: (key: KeyRecord) => KeyRecord,
): Promise<KeyRecord> {
  const changed = await store.keys.update(subject, (key) => {
    refuseRevoked(key);
    return alter(key);
  });
  return found(changed, "key", subject);
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
