import { type AddressRange, readAddressRange } from "../../address/ip_range_list.ts";
import { CommandError } from "../command/command.ts";

/** Most entries a key's list may have: its record must fit into one entry of the store. */
const MOST = 500;

/**
 * Addresses and CIDR ranges, each in its one spelling.
 *
 * @throws {CommandError} that names the first one that is neither
 */
export function readAddresses(texts: readonly string[]): string[] {
  return texts.map((text) => {
    try {
      return spell(readAddressRange(text.trim()));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new CommandError(error.message);
    }
  });
}

/** A key's list. */
export function toList(addresses: readonly string[]): string[] {
  const list = [...new Set(addresses)];
  if (list.length <= MOST) return list;
  throw new CommandError(`Cannot keep more than ${MOST} addresses for one key`);
}

function spell({ base, prefix }: AddressRange): string {
  const isOne = prefix === (base.version === 4 ? 32 : 128);
  return isOne ? base.text : `${base.text}/${prefix}`;
}
