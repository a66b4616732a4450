import type { Platform } from "../platform/env.ts";
import type { Settings } from "../platform/settings.ts";
import type { Store } from "../store/store.ts";
import { lazily } from "../toolbox/lazily.ts";

const loadEmptyRevoked = lazily(() => import("../admin/commands/forget.ts"));

const DAY_MS = 86_400_000;
const FIRST_MS = 90_000;
const EVERY_MS = 6 * 3_600_000;

/**
 * Empties what says who a person is in records that were revoked AUDIT_RETENTION_DAYS ago, soon after the
 * start and every 6 hours. The returned function ends it.
 */
export function keepEmptyingRevoked(
  { clock, log }: Pick<Platform, "clock" | "log">,
  { AUDIT_RETENTION_DAYS: days }: Pick<Settings, "AUDIT_RETENTION_DAYS">,
  store: Store,
): () => void {
  let isClosed = false;
  let cancel = clock.after(FIRST_MS, tick);

  function tick(): void {
    empty().then(
      (emptied) => emptied > 0 && log.info("Revoked records name nobody any more", { emptied }),
      () => log.warn("Cannot empty revoked records, trying again later"),
    ).finally(() => {
      if (!isClosed) cancel = clock.after(EVERY_MS, tick);
    });
  }

  async function empty(): Promise<number> {
    const { emptyRevoked } = await loadEmptyRevoked();
    const now = clock.now();
    return await emptyRevoked(store, now - days * DAY_MS, now);
  }

  return () => {
    isClosed = true;
    cancel();
  };
}
