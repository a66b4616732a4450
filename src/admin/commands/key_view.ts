import type { CommandOutcome } from "../command/command.ts";
import type { QuotaStatus } from "../../quota/quota_status.ts";
import { details, instant, listTimestamp, table } from "./table.ts";
import { planZone } from "./option_values.ts";
import type { Plans } from "../../model/plans.ts";
import { localDay } from "../../time/local_day.ts";
import { dayEnd } from "../../time/wall_clock.ts";
import { isLive, type KeyRecord } from "../../access/records/key_store.ts";

/** A key and its quota's state; undefined: its plan has no quota, or it was not read. */
export interface MeteredKey {
  readonly key: KeyRecord;
  readonly quotaStatus: QuotaStatus | undefined;
}

/** A key as programs see it: nothing of its digest. */
export function keyView({ key, quotaStatus: quotaStatus }: MeteredKey): Record<string, unknown> {
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
export function keyDetails(
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
  const rows = keys.map(({ key, quotaStatus: quotaStatus }) => [
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

/** The answer of every command that makes a secret. */
export function secretOutcome(what: string, id: string, secret: string): CommandOutcome {
  return {
    json: { id, secret },
    lines: [
      what,
      "",
      `  ${secret}`,
      "",
      "It is not shown again. Every server knows it within 3 seconds.",
    ],
  };
}
