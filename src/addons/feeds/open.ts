import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { createAdmitByToken } from "./admit_by_token.ts";
import { ADMIT_BY_FEED_TOKEN } from "./entrance.ts";
import { createFeedTokens } from "./feed_token.ts";
import { createOwnFeeds, OWN_FEEDS } from "./own_feeds.ts";

/** Provides what makes feed tokens, and what lets callers in by them. */
export function openFeeds(
  { access: { credentials }, store, index, platform: { clock }, services }: Core,
): Opened {
  const tokens = createFeedTokens(store.secretHash);
  const contact = () => index().site.contact;
  services
    .provide(
      ADMIT_BY_FEED_TOKEN,
      createAdmitByToken({ tokens, keys: credentials.keys, contact, clock }),
    )
    .provide(OWN_FEEDS, createOwnFeeds({ tokens, keys: store.keys, credentials, clock }));
  return {};
}
