import { parseAddress } from "../../address/ip_address.ts";
import { HttpError, tooMany } from "../../http/http_error.ts";
import { areOwnHosts, isLoopback, type ParsedRequest, type Query } from "../../http/request.ts";
import type { Clock } from "../../platform/clock.ts";
import { createNetworkThrottle } from "../limits/network_throttle.ts";
import type { Gate } from "./gate.ts";

/** How often a network may ask in a minute without a credential. */
export const OPEN_CALLS = 60;

const NO_QUERY: Query = new Map();

/**
 * Creates the gate of assistants: that of data, by headers alone. A caller without a credential is let
 * in, and kept to {@linkcode OPEN_CALLS}.
 */
export function createAssistantGate(data: Gate, { clock, baseUrl }: {
  readonly clock: Clock;
  /** Callers on this machine may also name its host. */
  readonly baseUrl: () => string;
}): Gate {
  const calls = createNetworkThrottle(clock, OPEN_CALLS);
  return {
    identify: (request, access, isEarly) =>
      foreignHost(request, baseUrl) ?? data.identify(byHeaders(request), access, isEarly),
    charge(caller, request, access) {
      if (caller.kind !== "anyone") return data.charge(caller, request, access);
      const { retryAfterMs } = calls.attempt(parseAddress(request.address));
      return retryAfterMs > 0 ? tooMany(retryAfterMs) : caller;
    },
    settle: data.settle,
    noteRefused: (request, access, status) => data.noteRefused(byHeaders(request), access, status),
  };
}

/** The same request, as if nothing were in its query and body. */
function byHeaders(request: ParsedRequest): ParsedRequest {
  const { address, isSecure, requestId, method, headers, target } = request;
  return { address, isSecure, requestId, method, headers, target, query: NO_QUERY, body: {} };
}

/**
 * The refusal of a request on loopback that names a foreign host, or comes from a page of one: a web
 * page whose own name leads here (DNS rebinding) would ask with the browser of this machine.
 */
function foreignHost(
  { address, isSecure, headers }: ParsedRequest,
  baseUrl: () => string,
): HttpError | undefined {
  if (isSecure || !isLoopback(address)) return undefined;
  const host = headers.get("host");
  const origin = headers.get("origin");
  const named = [
    ...(host === null ? [] : [host]),
    ...(origin === null ? [] : [URL.parse(origin)?.host ?? ""]),
  ];
  return areOwnHosts(named, baseUrl) ? undefined : FOREIGN_HOST;
}

const FOREIGN_HOST = Object.freeze(
  new HttpError("INVALID_CREDENTIALS", {
    message: "This host is not known here",
    after: { hint: "On this machine Host and Origin name localhost, 127.0.0.1, [::1] or base_url" },
    isKept: true,
  }),
);
