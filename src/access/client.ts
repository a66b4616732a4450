import type { AddressList } from "./address/address_list.ts";
import { clientAddress, UNKNOWN_ADDRESS } from "./address/client_address.ts";
import { parseAddress } from "./address/parse_address.ts";

/** Whom a request is from. */
export interface Client {
  /** In canonical form, or "unknown". */
  readonly address: string;
  /** Whether the client itself came over https. */
  readonly isSecure: boolean;
}

/**
 * Finds out who sent a request. What a forwarding header says counts only when a trusted proxy wrote
 * it: anybody can send one.
 */
export function clientOf(request: Request, socketAddress: string, trusted: AddressList): Client {
  const { headers, url } = request;
  const isSecure = url.startsWith("https:");
  if (trusted.size === 0) return { address: canonical(socketAddress), isSecure };
  const address = clientAddress(socketAddress, headers.get("x-forwarded-for"), trusted);
  const isForwardedSecure = trusted.has(parseAddress(socketAddress)) &&
    headers.get("x-forwarded-proto")?.split(",").at(-1)?.trim() === "https";
  return { address: address?.text ?? UNKNOWN_ADDRESS, isSecure: isSecure || isForwardedSecure };
}

/** A client that keeps its connection asks many times in a row. */
let last = { given: "", text: UNKNOWN_ADDRESS };

function canonical(given: string): string {
  if (given !== last.given) last = { given, text: parseAddress(given)?.text ?? UNKNOWN_ADDRESS };
  return last.text;
}
