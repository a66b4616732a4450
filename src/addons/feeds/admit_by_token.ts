import { type AdmitBySecret, admitFree } from "../../access/gate/gate.ts";
import { isDemoAtHome } from "../../access/gate/key_gate.ts";
import { planUnknown } from "../../access/gate/refusals.ts";
import { createRateLimiter } from "../../access/limits/rate_limiter.ts";
import { isLive, type KeyRecord, mayRead } from "../../access/records/key_store.ts";
import { tooMany } from "../../http/http_error.ts";
import type { Clock } from "../../platform/clock.ts";
import { type FeedTokens, generationOf } from "./feed_token.ts";

/** How fast a key's feeds may be asked for: calendars ask once an hour, and again when a person does. */
const FEED_RATE = { per_second: 1, burst: 20 };

/**
 * Lets callers in by a feed token, whatever the whitelist of its key and however much of it is used up.
 * The key is looked up each time: whether it lives, what it may read, which generation holds.
 */
export function createAdmitByToken({ tokens, keys, contact, clock }: {
  readonly tokens: FeedTokens;
  readonly keys: { byId(id: string): KeyRecord | undefined };
  /** Whom callers ask for help. */
  readonly contact: () => string;
  readonly clock: Clock;
}): AdmitBySecret {
  const rates = createRateLimiter(clock);
  return (secret, request, { group }, plans) => {
    const claim = tokens.read(secret);
    const key = claim && keys.byId(claim.keyId);
    const opens = key !== undefined && claim?.generation === generationOf(key) &&
      isLive(key, clock.now()) && isDemoAtHome(key, request) &&
      group !== undefined && mayRead(key, group);
    if (!opens) return undefined;
    if (!Object.hasOwn(plans, key.plan)) return planUnknown(key.id, contact());
    const waitMs = rates.take(key.id, FEED_RATE);
    return waitMs > 0 ? tooMany(waitMs) : admitFree({ kind: "feed", key });
  };
}
