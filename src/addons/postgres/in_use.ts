import { systemClock } from "../../platform/clock.ts";
import type { PostgresAddress } from "./address.ts";
import { connect } from "./connection.ts";

/** How long a session that was ended just now may take to go, in ms. */
const CLOSING_MS = 2_000;

/** Sessions of programs like this one; of other users none are seen. */
const OTHERS = `SELECT count(*)::integer AS others FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND application_name = current_setting('application_name')`;

/**
 * Whether a process has the store of a database open, on the first of its hosts that answers.
 *
 * @throws {StoreError} if none can be reached
 */
export async function isInUse(address: PostgresAddress): Promise<boolean> {
  const target = { ...address, clock: systemClock };
  let failure: unknown;
  for (const host of address.hosts) {
    try {
      const connection = await connect(target, host);
      try {
        const end = performance.now() + CLOSING_MS;
        while (true) {
          const [row] = await connection.query<{ others: number }>(OTHERS);
          if (Number(row!.others) === 0) return false;
          if (performance.now() > end) return true;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      } finally {
        connection.end();
      }
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}
