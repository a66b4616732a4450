import { anyText, required } from "../../http/parameter.ts";
import type {
  FeedTokenList,
  NewFeedToken,
  RevokedFeedToken,
} from "../../model/answer/credentials.ts";
import { feedAddress } from "../../model/feed_address.ts";
import { ownList, ownRoute } from "./own_route.ts";
import type { RouteContext } from "../route_context.ts";

/** `GET /v1/key/feeds`: the feed tokens of the caller's key. */
export const feedTokens = ownRoute({
  id: "feed-tokens",
  path: "key/feeds",
  summary: "Your key's feed tokens, oldest first; costs nothing",
  answers: { one: "feedTokens" },
  parameters: {},
  async handler(key, { feedTokens, ctx }) {
    const tokens = await feedTokens.list(key);
    return ownList<FeedTokenList["data"][number]>(
      ctx,
      tokens.map(({ id, hint, createdAt }) => ({
        id,
        hint,
        created_at: new Date(createdAt).toISOString(),
      })),
    );
  },
});

/** `POST /v1/key/feeds`: another one, shown this once. */
export const newFeedToken = ownRoute({
  id: "new-feed-token",
  path: "key/feeds",
  method: "POST",
  summary: "Makes a feed token of your key, with an address to subscribe to; costs nothing",
  answers: { one: "newFeedToken" },
  parameters: {},
  refuses: ["LIMIT_REACHED"],
  async handler(key, { feedTokens, ctx }) {
    const { record: { id }, secret } = await feedTokens.issue(key);
    return {
      id,
      secret,
      url: feedAddress(addressOf(ctx), firstGroup(ctx), secret),
    } satisfies NewFeedToken;
  },
});

/** `DELETE /v1/key/feeds/{id}`: ends one. */
export const revokedFeedToken = ownRoute({
  id: "revoke-feed-token",
  path: "key/feeds/{id}",
  method: "DELETE",
  summary: "Ends a feed token of your key; it is refused everywhere within 3 seconds",
  answers: { one: "revokedFeedToken" },
  parameters: { id: required(anyText("the id of one of your feed tokens")) },
  refuses: ["NOT_FOUND"],
  async handler(key, { feedTokens }, { id }) {
    await feedTokens.revoke(key, id);
    return { id } satisfies RevokedFeedToken;
  },
});

function addressOf({ site, catalog }: RouteContext): string {
  return site.ownAddress() ?? catalog.index.site.base_url;
}

/** Every group has the same calendars: the one address names the first that the key may read. */
function firstGroup({ groups }: RouteContext): string | undefined {
  return groups[0]?.slug;
}
