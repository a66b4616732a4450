import type { Address } from "./ip_address.ts";
import { createAddressList } from "./ip_range_list.ts";

/**
 * The addresses that are not for everybody to reach: the IANA registries of special-purpose addresses
 * (RFC 6890 and its updates), and multicast. Of IPv6, global unicast is 2000::/3 alone (RFC 4291, 2.4),
 * so that NAT64 (64:ff9b::/96), unique-local, link-local and the like need no line here.
 */
const SPECIAL = createAddressList([
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carriers' NAT
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local: metadata of cloud machines
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
  "2001::/23", // protocol assignments: Teredo, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which holds an IPv4 address
  "3fff::/20", // documentation
]);

/** Whether an address is a public unicast address. */
export function isPublicAddress(address: Address): boolean {
  if (address.version === 6 && address.words[0]! >> 13 !== 1) return false;
  return !SPECIAL.has(address);
}
