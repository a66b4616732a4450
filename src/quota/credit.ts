import { type Clock, sleep } from "../platform/clock.ts";
import type { Quota } from "../model/plans.ts";
import { localDay } from "../time/local_day.ts";
import { type Account, periodAt } from "./tickets/account.ts";
import type { Ticket } from "./tickets/fold.ts";
import {
  createTicketWriter,
  type TicketWriter,
  type TicketWriterDeps,
} from "./tickets/ticket_writer.ts";

const ATTEMPTS = 8;
const RETRY_MS = 250;

/**
 * Adds `units` (a positive integer) to what the account's present period allows.
 *
 * Each credit is a ticket of a holder of its own, because a holder has one pending ticket at a time.
 *
 * @throws {RangeError} for another number, or an unlimited plan
 * @throws {Error} where the store cannot be reached, or its answer was lost: the credit may have been
 *   given
 */
export async function addCredit(
  deps: TicketWriterDeps,
  account: Account,
  units: number,
): Promise<void> {
  if (!Number.isSafeInteger(units) || units < 1) {
    throw new RangeError(`Cannot credit units: expected a positive integer, got ${units}`);
  }
  const { quota } = account;
  if (quota === "unlimited") throw new RangeError("Cannot credit units: the plan is unlimited");
  const ticket = creditTicket(quota, deps.clock.now(), units);
  const period = periodAt(quota, ticket.at);
  const holder = `${deps.holder}c${deps.nextNumber()}`;
  const log = { account: account.id, period: period.id };
  const writer = createTicketWriter({ ...deps, holder }, log, period.endsAt);
  await writer.read();
  writer.begin(ticket);
  await commitPersistently(writer, deps.clock);
}

function creditTicket(quota: Quota, at: number, credit: number): Ticket {
  const day = localDay(at, quota.timezone);
  return { want: 0, limit: quota.requests, at, day, done: true, credit };
}

async function commitPersistently(writer: TicketWriter, clock: Clock): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      if (await writer.commit() !== "unknown") return;
      throw new Error("Cannot tell whether the credit was given: look at the key's limit");
    } catch (error) {
      if (attempt === ATTEMPTS || writer.pending === undefined) throw error;
      await sleep(clock, RETRY_MS);
    }
  }
}
