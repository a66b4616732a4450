import type { Quota } from "../model/plans.ts";
import type { Kv } from "../platform/kv.ts";
import { type Account, type Period, periodAt } from "./tickets/account.ts";
import type { LogInspection } from "./tickets/inspection.ts";
import { readManyLogs, readTicketLog } from "./tickets/ticket_log.ts";

/** What an account has used and has left. Units that other processes hold unspent count as used. */
export interface QuotaStatus {
  readonly period: string;
  readonly used: number;
  /** The quota with the operator's credits. */
  readonly limit: number;
  readonly remaining: number;
  /** Epoch ms. */
  readonly resetsAt: number;
}

/** The account's plan and present period, and what this process knows of its own log, if any. */
export interface QuotaStatusQuery {
  readonly quota: Quota;
  readonly period: Period;
  readonly inspected: LogInspection | undefined;
}

/** Reads what `account` has used in `period`: from the inspection, else from the store. */
export async function readQuotaStatus(
  kv: Kv,
  account: string,
  { quota, period, inspected }: QuotaStatusQuery,
): Promise<QuotaStatus> {
  const { totals, unspent } = inspected?.period === period.id
    ? inspected
    : { totals: (await readTicketLog(kv, { account, period: period.id })).totals, unspent: 0 };
  return quotaStatusFrom({ totals, unspent }, quota, period);
}

/** The state that the totals of an account's present period come to. */
export function quotaStatusFrom(
  { totals, unspent }: Pick<LogInspection, "totals" | "unspent">,
  quota: Quota,
  period: Period,
): QuotaStatus {
  const used = totals.taken - unspent;
  const limit = quota.requests + totals.credited;
  const remaining = Math.max(0, limit - used);
  return { period: period.id, used, limit, remaining, resetsAt: period.endsAt };
}

/** What the statuses are read by. */
export interface QuotaStatusesQuery {
  /** The present instant, epoch ms. */
  now(): number;
  /** What this process knows of the log of this period; undefined where it does not lease from it. */
  inspect(account: Account, period: string): Promise<LogInspection | undefined> | undefined;
  /** Reads one account alone. */
  readOne(account: Account): Promise<QuotaStatus | undefined>;
}

/** A metered account and its present period. */
interface PresentAccount {
  readonly account: Account;
  readonly quota: Quota;
  readonly period: Period;
}

/**
 * Reads what many accounts have used in their present periods, by id.
 *
 * An account whose period ends while the logs are read is read again alone: of the period that is over
 * this process may know no more what of its units is unspent.
 */
export async function readQuotaStatuses(
  kv: Kv,
  accounts: readonly Account[],
  { now, inspect, readOne }: QuotaStatusesQuery,
): Promise<Map<string, QuotaStatus>> {
  const present = presentAccounts(accounts, now());
  const logs = present.map(({ account: { id }, period }) => ({ account: id, period: period.id }));
  const totals = await readManyLogs(kv, logs);
  const statuses = new Map<string, QuotaStatus>();
  for (const { account, quota, period } of present) {
    const isOver = now() >= period.endsAt;
    const known = isOver ? undefined : await inspect(account, period.id);
    const status = isOver
      ? (await readOne(account))!
      : quotaStatusFrom(known ?? { totals: totals.get(account.id)!, unspent: 0 }, quota, period);
    statuses.set(account.id, status);
  }
  return statuses;
}

/** A plan's period is found once: it costs more than a look at the store. */
function presentAccounts(accounts: readonly Account[], now: number): PresentAccount[] {
  const periods = new Map<Quota, Period>();
  return accounts.flatMap((account) => {
    const { quota } = account;
    if (quota === "unlimited") return [];
    const period = periods.get(quota) ?? periodAt(quota, now);
    periods.set(quota, period);
    return [{ account, quota, period }];
  });
}
