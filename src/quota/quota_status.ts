import type { Quota } from "../model/plans.ts";
import type { Kv } from "../platform/kv.ts";
import type { LogInspection } from "./tickets/inspection.ts";
import type { Period } from "./tickets/period.ts";
import { readTicketLog } from "./tickets/ticket_log.ts";

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
