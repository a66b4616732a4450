import { type Clock, sleep } from "../../platform/clock.ts";
import { deadline } from "../../platform/deadline.ts";
import type { Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import type { Appender, Batch } from "./appender.ts";

/** A commit without an answer for so long is tried again; it may still land, which does no harm. */
const ATTEMPT_MS = 5_000;
const MAX_RETRY_MS = 2_000;

/** What a commit works with. */
export interface CommitDeps {
  readonly appender: Appender;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Tries until the batch is on record. Never rejects. */
export async function commitBatch(deps: CommitDeps, batch: Batch): Promise<void> {
  const { appender, clock, random, log } = deps;
  for (let failures = 0;; failures++) {
    try {
      await deadline(clock, ATTEMPT_MS, appender.land(batch));
      return;
    } catch (error) {
      if (failures === 0) logFailure(log, error);
      await sleep(clock, retryDelayMs(failures) * (0.5 + random.fraction() / 2));
    }
  }
}

function retryDelayMs(failures: number): number {
  return Math.min(MAX_RETRY_MS, 10 * 2 ** Math.min(failures, 10));
}

function logFailure(log: Log, error: unknown): void {
  log.warn("Cannot put uses of priority tokens on record, trying again", {
    error: error instanceof Error ? error.message : String(error),
  });
}
