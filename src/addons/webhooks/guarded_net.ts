import {
  type Address,
  type AddressList,
  isPublicAddress,
  parseAddress,
} from "../../address/ip_address.ts";
import type { DirectNet, Net } from "../../platform/net.ts";
import { OutboundError } from "../../platform/outbound_fetch.ts";

interface GuardedNetDeps {
  readonly net: DirectNet;
  /** Private networks of the operator's own (`WEBHOOK_ALLOW`), which may be reached, over http too. */
  readonly allowed: AddressList;
}

/**
 * The network as callers may use it through this program: https to public unicast addresses, and what
 * the operator allows. A name is resolved for each request, all that it resolves to has to be allowed,
 * and the connection is made to the very address that was checked: a name that resolves otherwise a
 * moment later leads nowhere else.
 *
 * `fetch` rejects with {@linkcode OutboundError} `forbidden` if an address is not allowed, and if a
 * name has none: the difference would show a caller the names of an internal network.
 */
export function createGuardedNet({ net, allowed }: GuardedNetDeps): Net {
  return {
    async fetch(url, init = {}) {
      const { hostname, protocol } = new URL(url);
      const addresses = await addressesOf(hostname);
      const mayReach = addresses.length > 0 &&
        addresses.every((address) => isAllowed(address, protocol));
      if (!mayReach) throw new OutboundError("forbidden", "The address is not allowed");
      return await net.fetchFrom(addresses[0]!.text, url, init);
    },
  };

  /** What is no address by itself is a name; what it resolves to and cannot be read is forbidden. */
  async function addressesOf(hostname: string): Promise<Address[]> {
    const own = parseAddress(hostname.replace(/^\[(.*)\]$/, "$1"));
    if (own !== undefined) return [own];
    const found = (await net.resolve(hostname).catch(() => [])).map(parseAddress);
    return found.every((address) => address !== undefined) ? found : [];
  }

  function isAllowed(address: Address, protocol: string): boolean {
    if (allowed.has(address)) return protocol === "https:" || protocol === "http:";
    return protocol === "https:" && isPublicAddress(address);
  }
}

/** Whether every address of the URL's host is in the operator's own networks. */
export async function isOperatorsOwn(
  { net, allowed }: GuardedNetDeps,
  url: string,
): Promise<boolean> {
  const hostname = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
  const own = parseAddress(hostname);
  const addresses = own === undefined ? (await net.resolve(hostname)).map(parseAddress) : [own];
  return addresses.length > 0 && addresses.every((address) => allowed.has(address));
}
