import type { AddressList } from "./address_list.ts";
import { type Address, parseAddress } from "./parse_address.ts";

/** What stands for an address that cannot be read. It is in no list. */
export const UNKNOWN_ADDRESS = "unknown";

/**
 * Who calls: the address of the socket, or, when the socket is a trusted proxy, the right-most entry of
 * `X-Forwarded-For` (all its lines, joined by commas) that is not one. Everything left of that entry may
 * be made up by the caller and is not looked at. Where every entry is a trusted proxy, the left-most
 * one is the caller.
 *
 * Undefined when the entry is not an address in strict notation: it may have neither port, nor
 * brackets, nor zone (CONTRACT, part 5).
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | null | undefined,
  trusted: AddressList,
): Address | undefined {
  const socket = parseAddress(socketAddress);
  if (trusted.size === 0 || !forwardedFor || !trusted.has(socket)) return socket;
  const entries = forwardedFor.split(",");
  let caller = socket;
  while (entries.length > 0 && trusted.has(caller)) {
    caller = parseAddress(trimSpace(entries.pop()!));
  }
  return caller;
}

/**
 * Without the optional white space of a list in a header (RFC 9110, section 5.6.1). A run of it is
 * looked at once, from its beginning: the caller may have written a long one.
 */
function trimSpace(entry: string): string {
  return entry.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, "");
}
