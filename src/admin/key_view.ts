import { isLive, type KeyRecord } from "../access/key_record.ts";
import { table } from "./table.ts";

/** A key as programs see it: nothing of its digest. */
export function keyView(key: KeyRecord): Record<string, unknown> {
  return {
    id: key.id,
    hint: key.hint,
    owner: key.owner,
    email: key.email,
    plan: key.plan,
    groups: key.groups,
    ips: key.ips,
    created_at: timestamp(key.createdAt),
    expires_at: timestamp(key.expiresAt),
    revoked_at: timestamp(key.revokedAt),
  };
}

/** Keys as people see them. */
export function keyLines(keys: readonly KeyRecord[], now: number): string[] {
  if (keys.length === 0) return ['There are no keys yet; "key issue" makes one.'];
  const rows = keys.map((key) => [
    key.id,
    key.hint,
    key.owner,
    key.plan,
    key.groups.join(",") || "all",
    key.ips.join(","),
    timestamp(key.expiresAt)?.slice(0, 10) ?? "never",
    stateOf(key, now),
  ]);
  return table(["id", "key", "owner", "plan", "groups", "addresses", "expires", "state"], rows);
}

function stateOf(key: KeyRecord, now: number): string {
  if (key.revokedAt !== undefined) return "revoked";
  return isLive(key, now) ? "live" : "expired";
}

function timestamp(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : new Date(epochMs).toISOString();
}
