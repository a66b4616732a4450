import {
  type Address,
  type AddressList,
  isPublicAddress,
  parseAddress,
} from "../../http/ip_address.ts";
import type { DirectNet, Net } from "../../platform/net.ts";
import { OutboundError } from "../../platform/outbound_fetch.ts";

interface GuardedNet extends Net {
  /** Whether every address of a URL's host is in the operator's own networks. */
  isOwn(url: string): Promise<boolean>;
}

/**
 * The network as callers may use it through this program: https to public unicast addresses, and
 * `allowed`, private networks of the operator's own (`WEBHOOK_ALLOW`), over http too. A name is resolved
 * for each request, all that it resolves to has to be allowed, and the connection is made to the very
 * address that was checked: a name that resolves otherwise a moment later leads nowhere else.
 *
 * `fetch` rejects with {@linkcode OutboundError} `forbidden` if an address is not allowed, and if a
 * name has none: the difference would show a caller the names of an internal network.
 */
export function createGuardedNet(net: DirectNet, allowed: AddressList): GuardedNet {
  return {
    async fetch(url, init = {}) {
      const { protocol } = new URL(url);
      const addresses = await addressesOf(url);
      if (!isEach(addresses, (one) => isAllowed(one, protocol))) {
        throw new OutboundError("forbidden", "The address is not allowed");
      }
      return await net.fetchFrom(addresses[0]!.text, url, init);
    },
    isOwn: async (url) => isEach(await addressesOf(url), (one) => allowed.has(one)),
  };

  /** A host that is no address by itself is a name; what it resolves to and cannot be read is forbidden. */
  async function addressesOf(url: string): Promise<Address[]> {
    const hostname = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
    const own = parseAddress(hostname);
    if (own !== undefined) return [own];
    const found = (await net.resolve(hostname).catch(() => [])).map(parseAddress);
    return found.every((address) => address !== undefined) ? found : [];
  }

  function isAllowed(address: Address, protocol: string): boolean {
    if (allowed.has(address)) return protocol === "https:" || protocol === "http:";
    return protocol === "https:" && isPublicAddress(address);
  }
}

function isEach(addresses: readonly Address[], is: (address: Address) => boolean): boolean {
  return addresses.length > 0 && addresses.every(is);
}
