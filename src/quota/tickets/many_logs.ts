import type { Kv, KvEntry } from "../../platform/kv.ts";
import { TICKET_LOGS, ticketLogPrefix } from "../../platform/store_keys.ts";
import { EMPTY_TOTALS, type Totals } from "./fold.ts";
import type { TicketLog } from "./ticket.ts";
import { readTicketLog, totalsOf } from "./ticket_log.ts";

/** Entries read by one scan. */
const SCANNED = 1000;
/** A look-up costs about as much as so many entries that are passed over. */
const WORTH_PASSING = 5;
/** Logs looked up one by one before a scan is tried again, and how many at once. */
const LOOKED_UP = 512;
const AT_ONCE = 16;

/** The totals of logs by account. */
type TotalsByAccount = Map<string, Totals>;

/**
 * Reads what many logs, one of each account, come to. Accounts that follow each other are read by one
 * scan; where their older periods lie in between and are more than they are, each log is looked up.
 */
export async function readManyLogs(kv: Kv, logs: readonly TicketLog[]): Promise<TotalsByAccount> {
  const wanted = logs.toSorted((a, b) => a.account < b.account ? -1 : 1);
  const totals: TotalsByAccount = new Map(wanted.map(({ account }) => [account, EMPTY_TOTALS]));
  for (let next = 0; next < wanted.length;) {
    const { read, passed } = await scan(kv, wanted, next, totals);
    next += read;
    if (passed <= WORTH_PASSING * read) continue;
    await lookUp(kv, wanted.slice(next, next + LOOKED_UP), totals);
    next += LOOKED_UP;
  }
  return totals;
}

/** Reads on from the log `first`: how many logs were read, and how many entries of others passed over. */
async function scan(
  kv: Kv,
  wanted: readonly TicketLog[],
  first: number,
  totals: TotalsByAccount,
): Promise<{ read: number; passed: number }> {
  const entries = await kv.list(TICKET_LOGS, {
    after: ticketLogPrefix(wanted[first]!),
    limit: SCANNED,
  });
  const end = entries.length < SCANNED ? undefined : logOf(entries.at(-1)!);
  const byLog = Map.groupBy(entries, (entry) => nameOf(logOf(entry)));
  let next = first;
  let used = 0;
  for (; next < wanted.length && isBefore(wanted[next]!, end); next++) {
    const ofLog = byLog.get(nameOf(wanted[next]!)) ?? [];
    used += ofLog.length;
    if (ofLog.length > 0) totals.set(wanted[next]!.account, totalsOf(ofLog));
  }
  // The scan may have ended within this log: it is read as one snapshot.
  if (end !== undefined && wanted[next] !== undefined && isSame(wanted[next]!, end)) {
    await lookUp(kv, [wanted[next++]!], totals);
  }
  return { read: next - first, passed: entries.length - used };
}

async function lookUp(
  kv: Kv,
  logs: readonly TicketLog[],
  totals: TotalsByAccount,
): Promise<void> {
  const left = logs.values();
  const worker = async () => {
    for (const log of left) totals.set(log.account, (await readTicketLog(kv, log)).totals);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function logOf({ key }: KvEntry): TicketLog {
  return { account: String(key[1]), period: String(key[2]) };
}

function nameOf({ account, period }: TicketLog): string {
  return `${account} ${period}`;
}

/** Whether a log sorts before the one in which the scan ended; undefined: it came to the end. */
function isBefore(log: TicketLog, end: TicketLog | undefined): boolean {
  if (end === undefined || log.account < end.account) return true;
  return log.account === end.account && log.period < end.period;
}

function isSame(one: TicketLog, other: TicketLog): boolean {
  return one.account === other.account && one.period === other.period;
}
