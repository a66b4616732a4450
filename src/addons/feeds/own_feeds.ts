import { createRateLimiter } from "../../access/limits/rate_limiter.ts";
import { isLive, type KeyRecord, type KeyStore } from "../../access/records/key_store.ts";
import { serviceKey } from "../../core/service_key.ts";
import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import type { EndedFeedTokens, FeedToken } from "../../model/answer/v1.ts";
import type { Clock } from "../../platform/clock.ts";
import { ownRoute } from "../../routes/resources/own_key.ts";
import { feedAddress, type FeedTokens, generationOf } from "./feed_token.ts";

/** What a key may do with its own feed tokens. Both throw `RATE_LIMITED` if the key is too fast. */
interface OwnFeeds {
  /** The key's token. */
  make(key: KeyRecord): string;
  /**
   * Ends all of the key's tokens, in this process before it resolves.
   *
   * Rejects with `TRY_AGAIN` if the store is out of reach, `INVALID_CREDENTIALS` if the key has ended.
   */
  end(key: KeyRecord): Promise<void>;
}

export const OWN_FEEDS = serviceKey<OwnFeeds>("own feeds");

/** Six a minute. */
const WRITES = { per_second: 0.1, burst: 6 };

/** Creates it. */
export function createOwnFeeds({ tokens, keys, credentials, clock }: {
  readonly tokens: FeedTokens;
  readonly keys: KeyStore;
  readonly credentials: { refresh(): Promise<void> };
  readonly clock: Clock;
}): OwnFeeds {
  const rates = createRateLimiter(clock);

  function limit({ id }: KeyRecord): void {
    const waitMs = rates.take(id, WRITES);
    if (waitMs > 0) throw tooMany(waitMs);
  }

  /** A key that has ended stays as it is. */
  function nextGeneration(key: KeyRecord): KeyRecord {
    if (!isLive(key, clock.now())) throw new HttpError("INVALID_CREDENTIALS");
    return { ...key, feedGeneration: generationOf(key) + 1 };
  }

  return {
    make(key) {
      limit(key);
      return tokens.mint(key);
    },
    async end(key) {
      limit(key);
      const ended = await keys.update(key.id, nextGeneration).catch((error) => {
        throw error instanceof HttpError ? error : tryAgain();
      });
      if (ended === undefined) throw new HttpError("INVALID_CREDENTIALS");
      await credentials.refresh();
    },
  };
}

/** `/v1/key/feeds`: the feed tokens of the caller's key. */
export const OWN_FEED_ROUTES = [
  ownRoute({
    id: "new-feed-token",
    path: "key/feeds",
    method: "POST",
    summary: "Makes a feed token of your key, with an address to subscribe to; costs nothing",
    answers: { one: "feedToken" },
    parameters: {},
    own(key, { ctx: { site, catalog, groups, service } }) {
      const secret = service(OWN_FEEDS).make(key);
      const base = site.ownAddress() ?? catalog.index.site.base_url;
      // Every group has the same calendars: the one address names the first that the key may read.
      const url = feedAddress(base, groups[0]?.slug, secret);
      return { secret, url } satisfies FeedToken;
    },
  }),
  ownRoute({
    id: "end-feed-tokens",
    path: "key/feeds",
    method: "DELETE",
    summary: "Ends all feed tokens of your key; they are refused everywhere within 3 seconds",
    answers: { one: "endedFeedTokens" },
    parameters: {},
    refuses: ["TRY_AGAIN"],
    async own(key, { ctx }) {
      await ctx.service(OWN_FEEDS).end(key);
      return { id: key.id } satisfies EndedFeedTokens;
    },
  }),
];
