import { type AddressList, createAddressList } from "../../address/ip_range_list.ts";
import { errorMessage } from "../../platform/log.ts";
import type { Settings } from "../../platform/settings.ts";
import { StartError } from "../../platform/start_error.ts";

/**
 * Reads a setting that lists addresses and ranges of them.
 *
 * @throws {StartError} naming the setting and the entry that is no address
 */
export function readAddressSetting(
  settings: Settings,
  name: "TRUSTED_PROXIES" | "WEBHOOK_ALLOW",
): AddressList {
  try {
    return createAddressList(settings[name]);
  } catch (error) {
    throw new StartError(`Cannot use ${name}: ${errorMessage(error)}`);
  }
}
