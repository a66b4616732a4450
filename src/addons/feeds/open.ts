import { type AdmitBySecret, admitFree } from "../../access/gate/gate.ts";
import { isDemoAtHome } from "../../access/gate/key_gate.ts";
import { planUnknown } from "../../access/gate/refusals.ts";
import { createRateLimiter } from "../../access/limits/rate_limiter.ts";
import { isLive, type KeyRecord, mayRead } from "../../access/records/key_store.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import { ADMIT_BY_FEED_TOKEN } from "./entrance.ts";
import { createFeedTokens, generationOf } from "./feed_token.ts";
import { OWN_FEEDS } from "./own_feeds.ts";

/** How fast a key's feeds may be asked for: calendars ask once an hour, and again when a person does. */
const READS = { per_second: 1, burst: 20 };

/** Provides what makes and ends feed tokens, and what lets callers in by them. */
export function openFeeds(
  { access: { credentials }, store, index, platform: { clock }, services, owner }: Core,
): Opened {
  const tokens = createFeedTokens(store.secretHash);
  const reads = createRateLimiter(clock);

  /**
   * Lets callers in by a feed token, whatever the whitelist of its key and however much of it is used up.
   * The key is looked up each time: whether it lives, what it may read, which generation holds.
   */
  const admit: AdmitBySecret = (secret, request, { group }, plans) => {
    const claim = tokens.read(secret);
    const key = claim && credentials.keys.byId(claim.keyId);
    const opens = key !== undefined && claim?.generation === generationOf(key) &&
      isLive(key, clock.now()) && isDemoAtHome(key, request) &&
      group !== undefined && mayRead(key, group);
    if (!opens) return undefined;
    if (!Object.hasOwn(plans, key.plan)) throw planUnknown(key.id, index().site.contact);
    const waitMs = reads.take(key.id, READS);
    if (waitMs > 0) throw tooMany(waitMs);
    return admitFree({ kind: "feed", key });
  };

  /** A key that has ended stays as it is. */
  function nextGeneration(key: KeyRecord): KeyRecord {
    if (!isLive(key, clock.now())) throw new HttpError("INVALID_CREDENTIALS");
    return { ...key, feedGeneration: generationOf(key) + 1 };
  }

  services.provide(ADMIT_BY_FEED_TOKEN, admit).provide(OWN_FEEDS, {
    make(key) {
      owner.limit(key.id, "secret");
      return tokens.mint(key);
    },
    async end(key) {
      owner.limit(key.id, "secret");
      const ended = await store.keys.update(key.id, nextGeneration).catch((error) => {
        throw error instanceof HttpError ? error : tryAgain();
      });
      if (ended === undefined) throw new HttpError("INVALID_CREDENTIALS");
      await credentials.refresh();
    },
  });
  return {};
}
