import type { LogEntry } from "../events/event.ts";
import type { LiveType } from "../model/platforms.ts";
import type { KvWrite } from "../platform/kv.ts";
import type { OnAirBroadcast } from "./broadcast.ts";
import type { PollResult } from "./platforms/upstream.ts";

/** A poll that has succeeded, as add-ons read it. */
export interface FinishedPoll {
  readonly type: LiveType;
  readonly result: PollResult;
  readonly onAir: readonly OnAirBroadcast[];
  /** Epoch ms. */
  readonly now: number;
  /** Ends what is asked besides. */
  readonly signal: AbortSignal;
}

/** What an add-on has read in a poll: stored in the poll's own commit, small. */
export interface PollReading {
  /** What it keeps of the platform from poll to poll; plain data. */
  readonly kept?: unknown;
  readonly entries?: readonly LogEntry[];
  readonly writes?: readonly KvWrite[];
}

/** An add-on that reads what polls find besides who is on air. */
export interface PollReader {
  readonly name: string;
  /**
   * `before`: what it keeps of the platform, undefined at first. Where it rejects, as if the store is
   * unreachable, what it has kept stays.
   */
  read(poll: FinishedPoll, before: unknown): Promise<PollReading>;
}
