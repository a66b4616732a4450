import { anyText, required } from "../../../http/parameter_kinds.ts";
import type {
  FeedTokenList,
  NewFeedToken,
  RevokedFeedToken,
} from "../../../model/answer/feed_token.ts";
import { feedAddress } from "../../../model/feed_address.ts";
import { uncachedRoute } from "../../route.ts";
import { ownList, requireKey } from "./own_list.ts";
import type { RouteContext } from "../../route_context.ts";

/** `GET /v1/key/feeds`: the feed tokens of the caller's key. */
export const feedTokens = uncachedRoute({
  id: "feed-tokens",
  path: "key/feeds",
  summary: "Your key's feed tokens, oldest first; costs nothing",
  answers: { one: "feedTokens" },
  parameters: {},
  refuses: ["KEY_REQUIRED"],
  unmetered: true,
  async handler({ caller, feedTokens, ctx }) {
    const tokens = await feedTokens.list(requireKey(caller));
    return ownList<FeedTokenList["data"][number]>(
      ctx,
      tokens.map(({ id, hint, createdAt }) => ({
        ...{ id, hint },
        created_at: new Date(createdAt).toISOString(),
      })),
    );
  },
});

/** `POST /v1/key/feeds`: another one, shown this once. */
export const newFeedToken = uncachedRoute({
  id: "new-feed-token",
  path: "key/feeds",
  method: "POST",
  summary: "Makes a feed token of your key, with an address to subscribe to; costs nothing",
  answers: { one: "newFeedToken" },
  parameters: {},
  refuses: ["KEY_REQUIRED", "LIMIT_REACHED"],
  unmetered: true,
  async handler({ caller, feedTokens, ctx }) {
    const { record: { id }, secret } = await feedTokens.issue(requireKey(caller));
    return {
      id,
      secret,
      url: feedAddress(addressOf(ctx), firstGroup(ctx), secret),
    } satisfies NewFeedToken;
  },
});

/** `DELETE /v1/key/feeds/{id}`: ends one. */
export const revokedFeedToken = uncachedRoute({
  id: "revoke-feed-token",
  path: "key/feeds/{id}",
  method: "DELETE",
  summary: "Ends a feed token of your key; it is refused everywhere within 3 seconds",
  answers: { one: "revokedFeedToken" },
  parameters: { id: required(anyText("the id of one of your feed tokens")) },
  refuses: ["KEY_REQUIRED", "NOT_FOUND"],
  unmetered: true,
  async handler({ caller, feedTokens }, { id }) {
    await feedTokens.revoke(requireKey(caller), id);
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
