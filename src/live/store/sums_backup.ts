import type { Kv, KvWrite } from "../../platform/kv.ts";
import { listAll } from "../../platform/kv.ts";
import {
  BROADCAST_SUMS,
  memberSumsKey,
  RECENT_BROADCASTS,
  SUMS_HEAD,
} from "../../platform/live_keys.ts";
import { type DaySum, readDays, writeDays, type YearSums } from "../records/day_sums.ts";
import type { StoredSumsHead } from "./sums.ts";

/** A member's sums of a year, as a backup has them. */
export interface SumsBackup {
  readonly year: number;
  readonly group: string;
  /** The slug of the member; "" is the group itself. */
  readonly member: string;
  readonly platforms: Readonly<Record<string, readonly DaySum[]>>;
}

/** Rows of one commit, each of which takes 44 KB at most. */
const ROWS_A_COMMIT = 10;

/** All sums of broadcasts of a store. */
export async function takeSums(kv: Kv): Promise<SumsBackup[]> {
  const rows: SumsBackup[] = [];
  for await (const { key, value } of listAll<YearSums>(kv, BROADCAST_SUMS)) {
    if (value === null) continue;
    const [year, group, member] = key.slice(-3);
    const platforms = Object.entries(value).map(([type, bytes]) => [type, readDays(bytes)]);
    rows.push({
      year: Number(year),
      group: String(group),
      member: String(member),
      platforms: Object.fromEntries(platforms),
    });
  }
  return rows;
}

/**
 * Puts sums into a store that has neither sums nor records of broadcasts: elsewhere the same broadcast might
 * count twice. Returns whether it has done so.
 */
export async function restoreSums(kv: Kv, rows: readonly SumsBackup[]): Promise<boolean> {
  const head = await kv.get<StoredSumsHead>(SUMS_HEAD);
  const hasSums = Object.keys(head.value?.years ?? {}).length > 0;
  if (hasSums || (await kv.list(RECENT_BROADCASTS, { limit: 1 })).length > 0) return false;
  const years = Object.fromEntries(rows.map(({ year }) => [year, 1]));
  const writes = rows.map(({ platforms, ...place }): KvWrite => ({
    set: memberSumsKey(place),
    value: Object.fromEntries(
      Object.entries(platforms).map(([type, days]) => [type, writeDays(days)]),
    ) satisfies YearSums,
  }));
  for (let at = 0; at < writes.length; at += ROWS_A_COMMIT) {
    await kv.commit([], writes.slice(at, at + ROWS_A_COMMIT));
  }
  // The head comes last: a server that has added something meanwhile keeps its own.
  const value: StoredSumsHead = { years, isWhole: true };
  return await kv.commit([{ key: SUMS_HEAD, version: head.version }], [
    { set: SUMS_HEAD, value },
  ]) !== null;
}
