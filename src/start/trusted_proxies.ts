import { type AddressList, createAddressList } from "../access/address/address_list.ts";
import { StartError } from "../open/start_error.ts";

/**
 * Reads `TRUSTED_PROXIES`.
 *
 * @throws {StartError} naming the entry that is no address
 */
export function readTrustedProxies(entries: readonly string[]): AddressList {
  try {
    return createAddressList(entries);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Cannot use TRUSTED_PROXIES: ${reason}`);
  }
}
