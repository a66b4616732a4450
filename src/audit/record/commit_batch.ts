import { type Clock, sleep } from "../../platform/clock.ts";
import { deadline } from "../../platform/deadline.ts";
import { errorMessage, type Log } from "../../platform/log.ts";
import type { Random } from "../../platform/random.ts";
import { type BackOff, halfJitterMs } from "../../toolbox/back_off.ts";
import type { Appender, Batch } from "./appender.ts";

/** A commit without an answer for so long is tried again; it may still land, which does no harm. */
const ATTEMPT_MS = 5_000;
const RETRY: BackOff = { firstMs: 10, maxMs: 2_000 };

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
      await sleep(clock, halfJitterMs(RETRY, failures, random.fraction()));
    }
  }
}

function logFailure(log: Log, error: unknown): void {
  log.warn("Cannot put uses of priority tokens on record, trying again", {
    error: errorMessage(error),
  });
}
