import { sleep } from "../../platform/clock.ts";
import { localDay } from "../../time/local_day.ts";
import type { Account } from "./account.ts";
import { createPen, type PenDeps } from "./pen.ts";
import { periodAt } from "./period.ts";

const ATTEMPTS = 8;
const RETRY_MS = 250;

/**
 * Adds `units` (a positive integer) to what the account's present period allows.
 *
 * Each credit has a holder's name of its own: a holder may have one ticket under way at a time.
 *
 * @throws {RangeError} for another number, or an unlimited plan; Error where the store cannot be
 * reached, or its answer was lost for good: the credit may then have been given.
 */
export async function addCredit(deps: PenDeps, account: Account, units: number): Promise<void> {
  if (!Number.isSafeInteger(units) || units < 1) {
    throw new RangeError(`Cannot credit units: expected a positive integer, got ${units}`);
  }
  const { quota } = account;
  if (quota === "unlimited") throw new RangeError("Cannot credit units: the plan is unlimited");
  const { clock } = deps;
  const at = clock.now();
  const period = periodAt(quota, at);
  const holder = `${deps.holder}c${deps.nextNumber()}`;
  const sheet = { account: account.id, period: period.id };
  const pen = createPen({ ...deps, holder }, sheet, period.endsAt);
  await pen.read();
  const day = localDay(at, quota.timezone);
  pen.begin({ want: 0, limit: quota.requests, at, day, done: true, credit: units });
  for (let attempt = 1;; attempt++) {
    try {
      if (await pen.settle() !== "unknown") return;
      throw new Error("Cannot tell whether the credit was given: look at the key's limit");
    } catch (error) {
      if (attempt === ATTEMPTS || pen.unsettled === undefined) throw error;
      await sleep(clock, RETRY_MS);
    }
  }
}
