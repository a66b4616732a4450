import type { Clock } from "../../platform/clock.ts";
import { deadline } from "../../platform/deadline.ts";
import type { Settings } from "../../platform/settings.ts";
import { StartError } from "../../platform/start_error.ts";
import { DEFAULT_KV_FILE, kvFileOf } from "../../store/kv_file.ts";
import { MAX_STORE_WAIT_MS, noAnswer, storeTrouble } from "../../store/store_trouble.ts";

/**
 * Creates what waits for the store on behalf of a start. It rejects with a `StartError` where the store
 * fails, or does not answer for {@linkcode MAX_STORE_WAIT_MS}.
 */
export function createStoreWait(
  { KV_PATH: path = DEFAULT_KV_FILE }: Pick<Settings, "KV_PATH">,
  clock: Clock,
): <T>(work: Promise<T>) => Promise<T> {
  const late = () => noAnswer(kvFileOf(path) !== undefined);
  return async (work) => {
    try {
      return await deadline(clock, MAX_STORE_WAIT_MS, work, late);
    } catch (error) {
      const trouble = storeTrouble(error, path);
      throw trouble === undefined ? error : new StartError(trouble);
    }
  };
}
