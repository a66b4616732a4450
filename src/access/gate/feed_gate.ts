import { parseAddress } from "../../address/ip_address.ts";
import { type HttpError, tooMany } from "../../http/http_error.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Clock } from "../../platform/clock.ts";
import type { NetworkThrottle } from "../limits/network_throttle.ts";
import type { RateLimiter } from "../limits/rate_limiter.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import { isLive, mayRead } from "../records/key_store.ts";
import { type AccessRequest, ANYONE, type Caller } from "./access_request.ts";
import { readFeedToken } from "./credentials.ts";
import { isDemoAtHome } from "./key_gate.ts";

/** How fast a feed token may ask: calendars ask once an hour, and again where a person does. */
const FEED_RATE = { per_second: 1, burst: 20 };

/** How often a network may ask for public feeds in a minute. */
export const PUBLIC_FEED_REQUESTS = 60;

type FeedCaller = Extract<Caller, { kind: "feed" }>;

/** Lets callers of calendars and feeds in who have no other credential. */
export interface FeedGate {
  /** The caller by a feed token that opens the feed; undefined: other credentials may. */
  identify(request: ParsedRequest, access: AccessRequest): MaybeAsync<Caller | undefined>;
  /** Whether the request for a feed brings a feed token, be it unknown. */
  carriesToken(request: ParsedRequest, access: AccessRequest): boolean;
  /** Keeps a feed token to its rate. */
  charge(caller: FeedCaller): Caller | HttpError;
  /** Keeps a network to its requests for public feeds. */
  chargeNetwork(request: ParsedRequest): Caller | HttpError;
}

export interface FeedGateDeps {
  readonly credentials: Pick<CredentialTable, "findFeedToken">;
  readonly rates: RateLimiter;
  /** Counts the requests of each network for public feeds, up to {@linkcode PUBLIC_FEED_REQUESTS}. */
  readonly requests: NetworkThrottle;
  readonly clock: Clock;
}

/**
 * Makes the gate of feeds. A feed token opens them with GET and HEAD alone, whatever the whitelist of
 * its key, and uses nothing up. Public feeds are open to who brings no credential; one that is there has
 * to be good.
 */
export function createFeedGate(
  { credentials, rates, requests, clock }: FeedGateDeps,
): FeedGate {
  const tokenIn = (request: ParsedRequest) =>
    isReading(request) ? readFeedToken(request) : undefined;
  return {
    identify(request, { group }) {
      const secret = tokenIn(request);
      if (secret === undefined) return undefined;
      return andThen(credentials.findFeedToken(secret), (found) => {
        if (found === undefined) return undefined;
        const { token, key } = found;
        const opens = isLive(key, clock.now()) && isDemoAtHome(key, request) &&
          group !== undefined && mayRead(key, group);
        return opens ? { kind: "feed", token, key } : undefined;
      });
    },
    carriesToken: (request, { feed }) => feed !== undefined && tokenIn(request) !== undefined,
    charge(caller) {
      const waitMs = rates.take(caller.token.id, FEED_RATE);
      return waitMs > 0 ? tooMany(waitMs) : caller;
    },
    chargeNetwork({ address }) {
      const { retryAfterMs } = requests.attempt(parseAddress(address));
      return retryAfterMs > 0 ? tooMany(retryAfterMs) : ANYONE;
    },
  };
}

function isReading({ method }: ParsedRequest): boolean {
  return method === "GET" || method === "HEAD";
}
