import type { KvCheck, KvWrite } from "../../platform/kv.ts";
import { fold, type HolderState, inCommitOrder, type TicketLog, type Totals } from "./fold.ts";
import type { TicketSnapshot } from "./ticket_log.ts";
import { checkpointKey, ticketKey } from "../../platform/store_keys.ts";

/** Tickets taken into the checkpoint by one commit: their keys stay well below 80 KiB. */
const TICKETS_PER_COMMIT = 500;
/** When tickets are compacted, and when a checkpoint drops holders. */
export interface CheckpointLimits {
  /** Tickets beside the checkpoint from which on a holder compacts them; up to half as many more. */
  readonly compactAt: number;
  /** Up to this many holders a checkpoint drops none. */
  readonly fewHolders: number;
  /** It never names more. One takes about 60 bytes of the 64 KiB a value may have. */
  readonly mostHolders: number;
  /** Of more than a few, those that keep nothing and were silent this long are dropped. */
  readonly silenceMs: number;
}

export const CHECKPOINT_LIMITS: CheckpointLimits = {
  compactAt: 32,
  fewHolders: 200,
  mostHolders: 600,
  silenceMs: 600_000,
};

/** The instant (epoch ms), how long the checkpoint is to live, and the limits it keeps. */
export interface CompactionOptions {
  readonly now: number;
  readonly expireInMs: number;
  readonly limits: CheckpointLimits;
}

/** A commit that changes no grant. */
export interface Compaction {
  readonly checks: readonly KvCheck[];
  readonly writes: readonly KvWrite[];
}

/**
 * The commit that takes a snapshot's oldest tickets into the checkpoint and deletes them.
 *
 * It changes no grant: the tickets it takes are the first of the commit order, because any that the
 * reading does not show commits later; and what folds after them folds on the same sum. It checks
 * that the checkpoint is still the one that was read, so that of two compactions at once one fails;
 * and because every ticket is committed with a check on the checkpoint, a ticket whose holder was not
 * told of its commit cannot be written a second time after the first was taken in and deleted.
 */
export function compactionOf(
  log: TicketLog,
  snapshot: TicketSnapshot,
  { now, expireInMs, limits }: CompactionOptions,
): Compaction {
  const oldest = inCommitOrder(snapshot.tickets).slice(0, TICKETS_PER_COMMIT);
  const value = forgetHolders(fold(snapshot.base, oldest), now, limits);
  return {
    checks: [{ key: checkpointKey(log), version: snapshot.checkpointVersion }],
    writes: [
      { set: checkpointKey(log), value, expireInMs },
      ...oldest.map(({ name }): KvWrite => ({ delete: ticketKey(log, name) })),
    ],
  };
}

/**
 * Drops holders so that the checkpoint stays below 64 KiB, and counts them. A holder that was dropped
 * before it learned the fate of its last ticket sees the count and gives that ticket up: the customer
 * can lose a block by it, and never gains one.
 */
function forgetHolders(totals: Totals, now: number, limits: CheckpointLimits): Totals {
  const all = Object.entries(totals.holders);
  if (all.length <= limits.fewHolders) return totals;
  const kept = all.filter(([, state]) => !state.done || now - state.at < limits.silenceMs)
    .toSorted(([, a], [, b]) => b.at - a.at)
    .slice(0, limits.mostHolders);
  const holders: Record<string, HolderState> = Object.fromEntries(kept);
  return { ...totals, holders, forgotten: totals.forgotten + all.length - kept.length };
}
