/**
 * This room reads IP addresses and ranges, and finds the address of a caller and the id of a request.
 *
 * @module
 */

import type { Log } from "../platform/log.ts";
import { type Address, type AddressList, parseAddress } from "./ip_address.ts";

/** The text in place of an address that cannot be read. It is in no list. */
const UNKNOWN_ADDRESS = "unknown";

/**
 * Finds the caller's address: that of the socket, or, when the socket is a trusted proxy, the
 * right-most entry of `X-Forwarded-For` (all its lines, joined by commas) that is not one. Everything
 * left of that entry may be made up by the caller and is not looked at. Where every entry is a
 * trusted proxy, the left-most one is the caller.
 *
 * Undefined when the entry is not an address in strict notation: it may have neither port, nor
 * brackets, nor zone.
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

/** The network that one customer can have: a /24 of IPv4, a /48 of IPv6. All unknown addresses are one. */
export function networkOf(address: Address | undefined): string {
  if (address?.version !== 4) return sourceOf(address);
  return `${address.text.slice(0, address.text.lastIndexOf("."))}.0/24`;
}

/** An IPv4 address by itself, which many may share, or the /48 of an IPv6 address. */
export function sourceOf(address: Address | undefined): string {
  if (address === undefined) return UNKNOWN_ADDRESS;
  if (address.version === 4) return address.text;
  const [a = 0, b = 0, c = 0] = address.words;
  return `${[a, b, c].map((word) => word.toString(16)).join(":")}::/48`;
}

/** How the end of a header looks, with 9 for each digit and a for each letter: a caller may have written any. */
function shapeOf(text: string): string {
  return text.slice(-60).replace(/\d/g, "9").replace(/[^9.,:[\]% ]/g, "a");
}

/** Who sent a request, and what the request is called. */
export interface Client {
  /** In canonical form, or "unknown". */
  readonly address: string;
  /** Whether the client itself came over https. */
  readonly isSecure: boolean;
  readonly requestId: string;
}

/** Finds out who sent a request that came from this address, and gives it its id. */
export type ReadClient = (request: Request, socketAddress: string) => Client;

/**
 * A forwarding header counts only when a trusted proxy wrote it, and the scheme in a URL only
 * on Deno Deploy: anybody can send `GET https://…` over plain http (RFC 9112, 3.2.2). On Deno Deploy
 * (`onDeploy`) the runtime itself speaks to clients over https, and says so in a request's URL.
 */
export function createReadClient({ trusted, onDeploy, log, requestIds }: {
  readonly trusted: AddressList;
  readonly onDeploy: boolean;
  readonly log: Log;
  readonly requestIds: RequestIds;
}): ReadClient {
  let hasWarned = onDeploy;

  function direct({ headers, url }: Request, socketAddress: string): Client {
    const requestId = requestIds();
    if (!hasWarned && (headers.has("x-forwarded-for") || headers.has("forwarded"))) {
      hasWarned = true;
      log.warn(
        "A forwarding header was passed over: name your proxies in TRUSTED_PROXIES, or all callers have their address",
        { socket: socketAddress, request_id: requestId },
      );
    }
    // Of IPv4 a socket says it in canonical form.
    const address = socketAddress.includes(":")
      ? parseAddress(socketAddress)?.text ?? UNKNOWN_ADDRESS
      : socketAddress;
    return { address, isSecure: onDeploy && url.startsWith("https:"), requestId };
  }

  function forwarded({ headers, url }: Request, socketAddress: string): Client {
    const forwardedFor = headers.get("x-forwarded-for");
    const address = clientAddress(socketAddress, forwardedFor, trusted);
    const isFromProxy = trusted.has(parseAddress(socketAddress));
    if (!hasWarned && isFromProxy && address === undefined) {
      hasWarned = true;
      log.warn(
        "A proxy writes no bare address into X-Forwarded-For, without port and brackets: its callers have none, and no whitelist lets them in",
        { socket: socketAddress, written: shapeOf(forwardedFor ?? "") },
      );
    }
    const isForwardedSecure = isFromProxy &&
      headers.get("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https";
    return {
      address: address?.text ?? UNKNOWN_ADDRESS,
      isSecure: isForwardedSecure || (onDeploy && url.startsWith("https:")),
      requestId: requestIds(isFromProxy ? headers.get("x-request-id") : null),
    };
  }

  return trusted.size === 0 ? direct : forwarded;
}

/** Makes the id of a request, of which a proxy may have made one: the value of its `X-Request-Id`. */
type RequestIds = (fromProxy?: string | null) => string;

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/** What all credentials of this program have in common: a caller may have put one into a wrong header. */
const CREDENTIAL_MARK = "-osb_";

/**
 * Numbers the requests of this process, whose name no other process has. An id of a proxy is kept where
 * it has 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
 */
export function createRequestIds(processName: string): RequestIds {
  let count = 0;
  return (fromProxy) => {
    if (fromProxy && WELL_FORMED.test(fromProxy) && !fromProxy.includes(CREDENTIAL_MARK)) {
      return fromProxy;
    }
    return `${processName}-${++count}`;
  };
}
