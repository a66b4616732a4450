import type { KeyRecord } from "../../access/records/key_store.ts";
import { serviceKey } from "../../core/service_key.ts";
import type { EndedFeedTokens, FeedToken } from "../../model/answer/v1.ts";
import { ownRoute } from "../../routes/resources/own_key.ts";
import { feedAddress } from "./feed_token.ts";

/** What a key may do with its own feed tokens. Both throw `RATE_LIMITED` if the key is too fast. */
interface OwnFeeds {
  make(key: KeyRecord): string;
  /**
   * Ends all of the key's tokens, in this process before it resolves.
   *
   * Rejects with `TRY_AGAIN` if the store is out of reach, `INVALID_CREDENTIALS` if the key has ended.
   */
  end(key: KeyRecord): Promise<void>;
}

export const OWN_FEEDS = serviceKey<OwnFeeds>("own feeds");

/** `/v1/key/feeds`: the feed tokens of the caller's key. */
export const OWN_FEED_ROUTES = [
  ownRoute({
    id: "new-feed-token",
    path: "key/feeds",
    method: "POST",
    summary: "Makes a feed token of your key, with an address to subscribe to; costs nothing",
    answers: { one: "feedToken" },
    parameters: {},
    own(key, { ctx: { catalog, groups, service } }) {
      const secret = service(OWN_FEEDS).make(key);
      // Every group has the same calendars: the one address names the first that the key may read.
      const url = feedAddress(catalog.pack.address(), groups[0]?.slug, secret);
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
