import type { Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Lease } from "./lease.ts";
import { type Period, periodAt } from "../tickets/period.ts";

/** The leases of one process: one for each account that asks, and those that are giving back. */
export interface OpenLeases {
  /** The account's lease for the period of `now` (epoch ms); opens it where there is none. */
  leaseFor(accountId: string, quota: Quota, now: number): Lease;
  /** The lease that the account used last, whatever its period. */
  find(accountId: string): Lease | undefined;
  /** Gives back all unspent units, within 4 s. */
  close(): Promise<void>;
}

export interface OpenLeasesDeps {
  readonly clock: Clock;
  readonly log: Log;
  open(accountId: string, period: Period, quota: Quota): Lease;
}

interface OpenLease {
  readonly lease: Lease;
  readonly quota: Quota;
  /** An instant in its period: the earliest that the clock showed since the lease was looked up. */
  readonly since: number;
}

const CLOSE_MS = 4_000;
const RETURNS_AT_ONCE = 64;
/** Leases looked at, whether their period is over, each time one is opened. */
const SWEEP = 4;

export function createOpenLeases({ clock, log, open }: OpenLeasesDeps): OpenLeases {
  /** By account; the one that was looked up longest ago is first. */
  const leases = new Map<string, OpenLease>();
  const ending = new Set<Lease>();

  function leaseFor(accountId: string, quota: Quota, now: number): Lease {
    const known = leases.get(accountId);
    if (known?.quota === quota && isWithin(known, now)) return known.lease;
    const period = periodAt(quota, now);
    const lease = known !== undefined && isSame(known.lease.period, period)
      ? known.lease
      : replace(known?.lease, open(accountId, period, quota));
    leases.delete(accountId);
    leases.set(accountId, { lease, quota, since: now });
    return lease;
  }

  function replace(old: Lease | undefined, lease: Lease): Lease {
    if (old !== undefined) void end(old);
    sweep();
    return lease;
  }

  /** Leases of keys that are not used any more would stay in memory. */
  function sweep(): void {
    let looked = 0;
    for (const [id, { lease }] of leases) {
      if (++looked > SWEEP) return;
      if (clock.now() < lease.period.endsAt) continue;
      leases.delete(id);
      void end(lease);
    }
  }

  function end(lease: Lease): Promise<void> {
    ending.add(lease);
    return lease.end().then(() => void ending.delete(lease));
  }

  async function close(): Promise<void> {
    const all = [...leases.values()].map(({ lease }) => lease)
      .toSorted((a, b) => b.unspent - a.unspent);
    const cancel = clock.after(CLOSE_MS, () => abandon([...all, ...ending]));
    const left = all.values();
    const worker = async () => {
      for (const lease of left) await end(lease);
    };
    await Promise.all(Array.from({ length: Math.min(RETURNS_AT_ONCE, all.length) }, worker));
    await Promise.all([...ending].map((lease) => lease.end()));
    cancel();
  }

  function abandon(all: readonly Lease[]): void {
    log.warn("Leased units could not be given back in time: they are lost to their keys");
    for (const lease of all) lease.abandon();
  }

  return { leaseFor, find: (accountId) => leases.get(accountId)?.lease, close };
}

/** A clock that was set back may show a day before the one that the lease is of. */
function isWithin({ lease, since }: OpenLease, now: number): boolean {
  return now >= since && now < lease.period.endsAt;
}

function isSame(one: Period, other: Period): boolean {
  return one.id === other.id && one.endsAt === other.endsAt;
}
