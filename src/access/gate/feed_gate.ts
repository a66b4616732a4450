import { parseAddress } from "../../address/ip_address.ts";
import { tooMany } from "../../http/http_error.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { Clock } from "../../platform/clock.ts";
import type { NetworkThrottle } from "../limits/network_throttle.ts";
import type { RateLimiter } from "../limits/rate_limiter.ts";
import type { CredentialTable, KeyedFeedToken } from "../records/credential_table.ts";
import { isLive, mayRead } from "../records/key_store.ts";
import { type AccessRequest, ADMITTED_ANYONE, type GateOutcome } from "./access_request.ts";
import { readAdminPair } from "./admin_pair.ts";
import { PRIORITY_TOKEN, readCredential, readFeedToken, readKey } from "./credential_sources.ts";
import { isDemoAtHome } from "./whitelists.ts";

/** How fast a feed token may ask: calendars ask once an hour, and again where a person does. */
const FEED_RATE = { per_second: 1, burst: 20 };

/** How often a network may ask for public feeds in a minute. */
export const PUBLIC_FEED_REQUESTS = 60;

/** Lets callers of calendars and feeds in who have no other credential. */
export interface FeedGate {
  /**
   * Undefined where the request brings nothing that opens the feed: other credentials may. Refuses who
   * is too fast.
   */
  admit(request: ParsedRequest, access: AccessRequest): MaybeAsync<GateOutcome | undefined>;
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
export function createFeedGate(deps: FeedGateDeps): FeedGate {
  return {
    admit(request, access) {
      const secret = isReading(request) ? readFeedToken(request) : undefined;
      if (secret === undefined) return admitAnyone(deps, request, access);
      return andThen(
        deps.credentials.findFeedToken(secret),
        (found) => found && admitWithFeedToken(deps, found, request, access),
      );
    },
  };
}

function isReading({ method }: ParsedRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function admitWithFeedToken(
  { rates, clock }: FeedGateDeps,
  { token, key }: KeyedFeedToken,
  request: ParsedRequest,
  { group }: AccessRequest,
): GateOutcome | undefined {
  if (!isLive(key, clock.now()) || !isDemoAtHome(key, request)) return undefined;
  if (group === undefined || !mayRead(key, group)) return undefined;
  const waitMs = rates.take(token.id, FEED_RATE);
  if (waitMs > 0) return tooMany(waitMs);
  return {
    caller: { kind: "feed", token, key },
    mayRead: (group) => mayRead(key, group),
    headers: [],
    onResponse() {},
  };
}

function admitAnyone(
  { requests }: FeedGateDeps,
  request: ParsedRequest,
  { feed, family }: AccessRequest,
): GateOutcome | undefined {
  if (feed !== "public" || carriesCredential(request, family)) return undefined;
  const { retryAfterMs } = requests.attempt(parseAddress(request.address));
  if (retryAfterMs > 0) return tooMany(retryAfterMs);
  return ADMITTED_ANYONE;
}

function carriesCredential(request: ParsedRequest, family: AccessRequest["family"]): boolean {
  return readCredential(request, PRIORITY_TOKEN) !== undefined || readKey(request) !== undefined ||
    (family !== "bare" && readAdminPair(request) !== undefined);
}
