import { type HttpError, tooMany } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Plans } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import { createRateLimiter } from "../limits/rate_limiter.ts";
import { isLive, mayRead } from "../records/key_store.ts";
import type { CarriedFeedToken } from "./caller.ts";
import { readFeedToken } from "./credentials.ts";
import type { FindSecret } from "./find_secret.ts";
import { type AccessRequest, admitFree, type Admitted } from "./gate.ts";
import { isDemoAtHome } from "./key_gate.ts";
import { planUnknown } from "./refusals.ts";

/** How fast a feed token may ask: calendars ask once an hour, and again when a person does. */
const FEED_RATE = { per_second: 1, burst: 20 };

/** Lets callers of calendars and feeds in by a feed token. */
export type FeedGate = ReturnType<typeof createFeedGate>;

/**
 * Creates the gate of feed tokens. One opens feeds with GET and HEAD alone, whatever the whitelist of its
 * key, and uses nothing up.
 */
export function createFeedGate({ credentials, contact, clock }: {
  readonly credentials: Pick<FindSecret, "findFeedToken">;
  /** Whom callers ask for help. */
  readonly contact: () => string;
  readonly clock: Clock;
}) {
  const rates = createRateLimiter(clock);
  const tokenIn = (request: ParsedRequest) =>
    request.method === "GET" || request.method === "HEAD" ? readFeedToken(request) : undefined;
  return {
    /** The feed token of a request, if it opens the feed; undefined: other credentials may. */
    find(
      request: ParsedRequest,
      { group }: AccessRequest,
    ): CarriedFeedToken | undefined {
      const secret = tokenIn(request);
      const found = secret === undefined ? undefined : credentials.findFeedToken(secret);
      if (found === undefined) return undefined;
      const { token, key } = found;
      const opens = isLive(key, clock.now()) && isDemoAtHome(key, request) &&
        group !== undefined && mayRead(key, group);
      return opens ? { kind: "feed", token, key } : undefined;
    },
    /** Whether the request for a feed brings a feed token, be it unknown. */
    carriesToken: (request: ParsedRequest): boolean => tokenIn(request) !== undefined,
    admit(caller: CarriedFeedToken, plans: Plans): Admitted | HttpError {
      if (!Object.hasOwn(plans, caller.key.plan)) return planUnknown(caller.key.id, contact());
      const waitMs = rates.take(caller.token.id, FEED_RATE);
      return waitMs > 0 ? tooMany(waitMs) : admitFree(caller);
    },
  };
}
