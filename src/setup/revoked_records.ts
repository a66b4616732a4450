import type { Platform } from "../platform/platform.ts";
import type { Settings } from "../platform/settings.ts";
import type { Store } from "../store/store.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const EVERY_MS = 6 * 60 * MINUTE_MS;

/**
 * Empties what says who a person is in records that were revoked AUDIT_RETENTION_DAYS ago, soon after the
 * start and every 6 hours. The returned function ends it.
 */
export function keepEmptyingRevoked(
  { clock, random, log }: Pick<Platform, "clock" | "random" | "log">,
  { AUDIT_RETENTION_DAYS: days }: Pick<Settings, "AUDIT_RETENTION_DAYS">,
  store: Store,
): () => void {
  let isClosed = false;
  let cancel = clock.after(MINUTE_MS * (1 + random.fraction()), look);

  function look(): void {
    empty().then(
      (emptied) => emptied > 0 && log.info("Revoked records name nobody any more", { emptied }),
      () => log.warn("Cannot empty revoked records, trying again later"),
    ).finally(() => {
      if (!isClosed) cancel = clock.after(EVERY_MS * (0.9 + 0.2 * random.fraction()), look);
    });
  }

  async function empty(): Promise<number> {
    const { emptyRevoked } = await import("../admin/commands/forget/empty_revoked.ts");
    const now = clock.now();
    return await emptyRevoked(store, now - days * DAY_MS, now);
  }

  return () => {
    isClosed = true;
    cancel();
  };
}
