import { UNKNOWN_ADDRESS } from "./client_address.ts";
import type { Address } from "./parse_address.ts";

/**
 * The network that one customer usually has: an IPv4 address by itself, or the /56 of an IPv6 address.
 * All unknown addresses are one network.
 */
export function networkOf(address: Address | undefined): string {
  if (address === undefined) return UNKNOWN_ADDRESS;
  if (address.version === 4) return address.text;
  const [a = 0, b = 0, c = 0, d = 0] = address.words;
  return `${[a, b, c, d & 0xff00].map((word) => word.toString(16)).join(":")}::/56`;
}
