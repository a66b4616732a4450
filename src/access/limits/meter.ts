import type { Plans } from "../../model/plans.ts";
import { accountOf, type KeyRecord } from "../records/key_store.ts";
import type { Account } from "../../quota/tickets/account.ts";
import type { Ledger } from "../../quota/ledger.ts";
import type { QuotaStatus } from "../../quota/quota_status.ts";
import type { DayUsage } from "../../quota/tickets/usage.ts";

/** What keys have used, and what they may use still. */
export interface Meter {
  /** Undefined for a plan without a quota, and for one that is not (or no longer) there. */
  quotaStatus(key: KeyRecord): Promise<QuotaStatus | undefined>;
  /** The same of many keys, in their order. */
  quotaStatuses(keys: readonly KeyRecord[]): Promise<(QuotaStatus | undefined)[]>;
  /** The last `days` days, today last. */
  usage(key: KeyRecord, days: number): Promise<DayUsage[]>;
  /**
   * Adds `units` to the limit of the present period.
   *
   * @throws {RangeError} where the plan has no quota to add to
   */
  credit(key: KeyRecord, units: number): Promise<void>;
}

/** Reads the ledger by the plans that are served now. */
export function createMeter(
  ledger: Pick<Ledger, "quotaStatus" | "quotaStatuses" | "usage" | "credit">,
  plans: () => Plans,
): Meter {
  return {
    async quotaStatus(key) {
      const account = accountOf(key, plans());
      return account && await ledger.quotaStatus(account);
    },
    async quotaStatuses(keys) {
      const served = plans();
      const accounts = keys.flatMap((key) => accountOf(key, served) ?? []);
      const statuses = await ledger.quotaStatuses(accounts);
      return keys.map(({ id }) => statuses.get(id));
    },
    usage: (key, days) => ledger.usage(accountOf(key, plans()) ?? unmetered(key), days),
    credit: (key, units) => ledger.credit(accountOf(key, plans()) ?? unmetered(key), units),
  };
}

function unmetered(key: KeyRecord): Account {
  return { id: key.id, quota: "unlimited", ratePerSecond: "unlimited" };
}
