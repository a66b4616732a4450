import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import type { Plans } from "../../model/plans.ts";
import type { QuotaStatus } from "../../quota/usage.ts";
import { localDay } from "../../time/local_day.ts";
import { dayEnd } from "../../time/wall_clock.ts";
import {
  type CommandArguments,
  type CommandDeps,
  CommandError,
  type CommandOutcome,
  found,
} from "../command/command.ts";
import { details, instant, listTimestamp, rowLines } from "./table.ts";
import { planZone } from "./options.ts";

/** A key and its quota's state; undefined: its plan has no quota, or it was not read. */
export interface MeteredKey {
  readonly key: KeyRecord;
  readonly quotaStatus: QuotaStatus | undefined;
}

/** What programs see of a key. */
export type KeyView = ReturnType<typeof keyView>;

/** A key as programs see it: nothing of its digest. */
export function keyView({ key, quotaStatus }: MeteredKey, plans: Plans) {
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
    ...(!Object.hasOwn(plans, key.plan) && { plan_unknown: true }),
    ...(key.signup !== undefined && { signup: true }),
    ...(key.note !== undefined && { note: key.note }),
  };
}

/** One key as people see it. */
function keyDetails({ key, quotaStatus }: MeteredKey, plans: Plans, now: number): string[] {
  return details([
    ["id", key.id],
    ["key", key.hint],
    ["owner", key.owner],
    ["e-mail", key.email],
    ["plan", planMark(key, plans)],
    ["groups", key.groups.join(", ") || "all"],
    ["addresses", key.ips.join(", ") || "none: it does not open the wrapped family"],
    ["signed up", key.signup === undefined ? "" : "by e-mail"],
    ["builds", key.note ?? ""],
    ["created", instant(key.createdAt)],
    ["expires", endOf(key, plans)],
    ["revoked", instant(key.revokedAt)],
    ["state", stateOf(key, now)],
    ["used", quotaStatus ? `${quotaStatus.used} of ${quotaStatus.limit}` : "not counted"],
    ["resets at", instant(quotaStatus?.resetsAt)],
  ]);
}

/** Keys as people see them. */
export function keyLines(keys: readonly MeteredKey[], plans: Plans, now: number): string[] {
  return rowLines<MeteredKey>(
    {
      id: ({ key }) => key.id,
      key: ({ key }) => key.hint,
      owner: ({ key }) => key.owner,
      plan: ({ key }) => planMark(key, plans),
      groups: ({ key }) => key.groups.join(",") || "all",
      addresses: ({ key }) => shortList(key.ips),
      expires: ({ key }) => endOf(key, plans),
      used: ({ quotaStatus }) => quotaStatus ? `${quotaStatus.used}/${quotaStatus.limit}` : "",
      state: ({ key }) => stateOf(key, now),
    },
    keys,
    'There is no such key; "key issue" makes one.',
  );
}

/** The plan of a key; a key whose plan is gone opens nothing. */
function planMark({ plan }: KeyRecord, plans: Plans): string {
  return Object.hasOwn(plans, plan) ? plan : `${plan} (not in plans.yaml)`;
}

/** The last day it holds, with the zone that counts it; else the instant at which it ends. */
export function endOf({ expiresAt, plan }: KeyRecord, plans: Plans): string {
  if (expiresAt === undefined) return "never";
  const zone = planZone(plans, plan);
  const day = lastDay(expiresAt, zone);
  return day === undefined ? instant(expiresAt) : `${day} (${zone})`;
}

/** The day of a zone that ends at an instant (epoch ms); undefined if none does. */
export function lastDay(endsAt: number, zone: string): string | undefined {
  const day = localDay(endsAt - 1, zone);
  return dayEnd(day, zone) === endsAt ? day : undefined;
}

function shortList(ips: readonly string[]): string {
  return ips.length > 3 ? `${ips.slice(0, 2).join(",")},+${ips.length - 2}` : ips.join(",");
}

/** Whether a key opens anything, and why not. */
export const KEY_STATES = ["live", "expired", "revoked"] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** The state of a key at an instant, epoch ms. */
export function stateOf(key: KeyRecord, now: number): KeyState {
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
  const { plans } = content();
  return { json: keyView(metered, plans), lines: keyDetails(metered, plans, clock.now()) };
}

/** Forbids to change a key that opens nothing any more. */
export function refuseRevoked(key: KeyRecord): void {
  if (key.revokedAt === undefined) return;
  throw new CommandError(`Cannot change key ${key.id}: it is revoked; issue another`, "conflict");
}
