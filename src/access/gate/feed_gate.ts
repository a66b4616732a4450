import { sourceOf } from "../../address/client_address.ts";
import { parseAddress } from "../../address/ip_address.ts";
import { type HttpError, tooMany } from "../../http/http_error.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Clock } from "../../platform/clock.ts";
import { createNetworkThrottle } from "../limits/network_throttle.ts";
import { createRateLimiter } from "../limits/rate_limiter.ts";
import { isLive, mayRead } from "../records/key_store.ts";
import type { AccessRequest, ChargedRequest } from "./gate.ts";
import { ANYONE, type Caller } from "./caller.ts";
import { type FindSecret, readFeedToken } from "./credentials.ts";
import { isDemoAtHome } from "./key_gate.ts";
import { planUnknown } from "./refusals.ts";

/** How fast a feed token may ask: calendars ask once an hour, and again when a person does. */
const FEED_RATE = { per_second: 1, burst: 20 };

/** How often a network may ask in a minute for what is open without a credential. */
const OPEN_REQUESTS = 300;

/** Lets callers of calendars and feeds in who have no other credential. */
export type FeedGate = ReturnType<typeof createFeedGate>;

/**
 * Creates the gate of feeds. A feed token opens them with GET and HEAD alone, whatever the whitelist of
 * its key, and uses nothing up. Public feeds are open to a caller without a credential; one that is there
 * has to be good.
 */
export function createFeedGate({ credentials, contact, clock }: {
  readonly credentials: Pick<FindSecret, "findFeedToken">;
  /** Whom callers ask for help. */
  readonly contact: () => string;
  readonly clock: Clock;
}) {
  const rates = createRateLimiter(clock);
  const requests = createNetworkThrottle(clock, OPEN_REQUESTS, sourceOf);
  const tokenIn = (request: ParsedRequest) =>
    request.method === "GET" || request.method === "HEAD" ? readFeedToken(request) : undefined;
  return {
    /** The caller by a feed token that opens the feed; undefined: other credentials may. */
    identify(
      request: ParsedRequest,
      { group }: AccessRequest,
    ): MaybeAsync<Caller | undefined> {
      const secret = tokenIn(request);
      if (secret === undefined) return undefined;
      return andThen(credentials.findFeedToken(secret), (found): Caller | undefined => {
        if (found === undefined) return undefined;
        const { token, key } = found;
        const opens = isLive(key, clock.now()) && isDemoAtHome(key, request) &&
          group !== undefined && mayRead(key, group);
        return opens ? { kind: "feed", token, key } : undefined;
      });
    },
    /** Whether the request for a feed brings a feed token, be it unknown. */
    carriesToken: (request: ParsedRequest, { feed }: AccessRequest): boolean =>
      feed !== undefined && tokenIn(request) !== undefined,
    charge(
      caller: Extract<Caller, { kind: "feed" }>,
      { plans }: ChargedRequest,
    ): Caller | HttpError {
      if (!Object.hasOwn(plans, caller.key.plan)) return planUnknown(caller.key, contact());
      const waitMs = rates.take(caller.token.id, FEED_RATE);
      return waitMs > 0 ? tooMany(waitMs) : caller;
    },
    /** Keeps a network to its requests for what is open, but for public feeds. */
    chargeNetwork({ address }: ParsedRequest): Caller | HttpError {
      const { retryAfterMs } = requests.attempt(parseAddress(address));
      return retryAfterMs > 0 ? tooMany(retryAfterMs) : ANYONE;
    },
  };
}
