import type { Quota } from "../model/plans.ts";
import type { Kv } from "../platform/kv.ts";
import { type QuotaStatus, quotaStatusFrom } from "./quota_status.ts";
import type { Account } from "./tickets/account.ts";
import type { LogInspection } from "./tickets/inspection.ts";
import { readManyLogs } from "./tickets/many_logs.ts";
import { type Period, periodAt } from "./tickets/period.ts";

/** The instant (epoch ms), and what this process knows of a log that it leases from. */
export interface QuotaStatusesQuery {
  readonly now: number;
  inspect(account: Account): Promise<LogInspection | undefined>;
}

/** A metered account and its present period. */
interface PresentAccount {
  readonly account: Account;
  readonly quota: Quota;
  readonly period: Period;
}

/** Reads what many accounts have used in their present periods, by id. */
export async function readQuotaStatuses(
  kv: Kv,
  accounts: readonly Account[],
  { now, inspect }: QuotaStatusesQuery,
): Promise<Map<string, QuotaStatus>> {
  const present = presentAccounts(accounts, now);
  const logs = present.map(({ account: { id }, period }) => ({ account: id, period: period.id }));
  const totals = await readManyLogs(kv, logs);
  const statuses = new Map<string, QuotaStatus>();
  for (const { account, quota, period } of present) {
    const inspected = await inspect(account);
    const known = inspected?.period === period.id
      ? inspected
      : { totals: totals.get(account.id)!, unspent: 0 };
    statuses.set(account.id, quotaStatusFrom(known, quota, period));
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
