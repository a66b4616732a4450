import type { RecordedUse } from "./use.ts";

/** A recorded use as `audit tail` and `/api/admin/audit` print it (CONTRACT 7). */
export interface UseEntry {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly token_id: string;
  readonly name: string;
  readonly email: string;
  readonly ip: string;
  readonly method: string;
  readonly endpoint: string;
  readonly status: number;
}

/** The printed form of a use. */
export function useEntry(use: RecordedUse): UseEntry {
  const { seq, token_id, name, email, ip, method, endpoint, status } = use;
  return { seq, at: isoInstant(use.at), token_id, name, email, ip, method, endpoint, status };
}

/** The instant of `epochMs` as ISO 8601 in UTC; the epoch itself where it lies outside the calendar. */
export function isoInstant(epochMs: number): string {
  return new Date(Math.abs(epochMs) <= 8.64e15 ? epochMs : 0).toISOString();
}
