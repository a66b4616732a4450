/**
 * This room asks each platform and reads its answers as broadcasts.
 *
 * @module
 */

import type { LiveType } from "../../model/enums.ts";
import type { Broadcast, PolledBroadcast } from "../records/broadcast.ts";
import type { DropCounts } from "../records/claim.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { UpstreamFault } from "../records/upstream_error.ts";

/** What a poll knows beside the platform's answer. */
export interface PollContext {
  /** Ends the whole poll, however many requests it makes. */
  readonly signal: AbortSignal;
  readonly roster: LiveRoster;
  /** What is on air as far as is known, by id: details need not be asked for again. */
  readonly known: ReadonlyMap<string, Broadcast>;
  /** What the last poll, of any process, handed on. */
  readonly sourceState: unknown;
}

/** What one poll found. */
export interface PollResult {
  /** The roster's broadcasts that are on air, each once. */
  readonly broadcasts: readonly PolledBroadcast[];
  readonly dropped: DropCounts;
  /** The bytes of the lists that were read, decompressed; absent where none was due. */
  readonly bytes?: number;
  /** Why not all of the platform was read; what was not found may still be on air then. */
  readonly unfinished?: UpstreamFault;
  /** For the next poll, of any process; small plain data. */
  readonly sourceState?: unknown;
}

/** One platform. */
export interface LiveSource {
  readonly type: LiveType;
  /**
   * Asks the platform once what is on air.
   *
   * @throws {UpstreamError} where it cannot be asked or its answer as a whole is not usable.
   */
  poll(context: PollContext): Promise<PollResult>;
}

/** Counts what is left out. */
export interface DropCounter {
  drop(reason: string): void;
  counts(): DropCounts;
}

export function createDropCounter(): DropCounter {
  const counts: Record<string, number> = {};
  return {
    drop: (reason) => void (counts[reason] = (counts[reason] ?? 0) + 1),
    counts: () => counts,
  };
}
