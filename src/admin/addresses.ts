import { isIP } from "node:net";
import { CommandError } from "./command.ts";

/** Most entries a key's list may have: its record must fit into one entry of the store. */
const MOST = 500;

/** Addresses and CIDR ranges, as they are kept. */
export function readAddresses(texts: readonly string[]): string[] {
  if (texts.length > MOST) {
    throw new CommandError(`Cannot keep more than ${MOST} addresses for one key`);
  }
  return texts.map((text) => {
    const [address = "", prefix, ...others] = text.trim().toLowerCase().split("/");
    const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const isRange = prefix === undefined || /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
    if (bits > 0 && isRange && others.length === 0 && !address.includes("%")) {
      return prefix === undefined ? address : `${address}/${Number(prefix)}`;
    }
    throw new CommandError(
      `Cannot use the address "${text}": expected one such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48`,
    );
  });
}
