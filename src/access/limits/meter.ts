import type { Plans } from "../../model/plans.ts";
import type { Ledger } from "../../quota/ledger.ts";
import type { Account } from "../../quota/account.ts";
import type { DayUsage, QuotaStatus } from "../../quota/usage.ts";
import { accountNameOf, accountOf, type KeyRecord } from "../records/key_store.ts";

/** What keys have used, and what they may use still. */
export type Meter = ReturnType<typeof createMeter>;

/** Creates a meter that reads the ledger by the plans that are served now. */
export function createMeter(
  ledger: Pick<Ledger, "status" | "statuses" | "usage" | "credit">,
  plans: () => Plans,
) {
  const orUnmetered = (key: KeyRecord): Account =>
    accountOf(key, plans()) ??
      { id: accountNameOf(key), quota: "unlimited" };

  return {
    /** Undefined for a plan without a quota, and for one that is not (or no longer) there. */
    async quotaStatus(key: KeyRecord): Promise<QuotaStatus | undefined> {
      const account = accountOf(key, plans());
      return account && await ledger.status(account);
    },
    /** The same of many keys, in their order. */
    async quotaStatuses(keys: readonly KeyRecord[]): Promise<(QuotaStatus | undefined)[]> {
      const statuses = await ledger.statuses(keys.map(orUnmetered));
      return keys.map((key) => statuses.get(accountNameOf(key)));
    },
    /** The last `days` days, today last. */
    usage: (key: KeyRecord, days: number): Promise<DayUsage[]> =>
      ledger.usage(orUnmetered(key), days),
    /**
     * Adds `units` to the limit of the present period.
     *
     * @throws {RangeError} if the plan has no quota to add to
     */
    credit: (key: KeyRecord, units: number): Promise<void> =>
      ledger.credit(orUnmetered(key), units),
  };
}
