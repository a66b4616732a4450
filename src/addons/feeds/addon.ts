import type { AddOn } from "../../core/addon.ts";
import { lazily } from "../../toolbox/lazily.ts";
import { createAdmitByToken } from "./admit_by_token.ts";
import { ADMIT_BY_FEED_TOKEN } from "./entrance.ts";
import { createFeedTokens } from "./feed_token.ts";
import { FEEDS } from "./feeds.ts";
import { createOwnFeeds, OWN_FEED_ROUTES, OWN_FEEDS } from "./own_feeds.ts";

const loadCommands = lazily(() => import("./commands.ts"));

/** Feeds of articles and videos, and the tokens that open feeds and calendars. */
export const feeds: AddOn = {
  name: "feeds",
  routes: { group: FEEDS, v1: OWN_FEED_ROUTES },
  commands: async () => (await loadCommands()).FEED_COMMANDS,
  open({ access: { credentials }, store, index, platform: { clock }, services }) {
    const tokens = createFeedTokens(store.secretHash);
    const contact = () => index().site.contact;
    services
      .provide(
        ADMIT_BY_FEED_TOKEN,
        createAdmitByToken({ tokens, keys: credentials.keys, contact, clock }),
      )
      .provide(OWN_FEEDS, createOwnFeeds({ tokens, keys: store.keys, credentials, clock }));
    return {};
  },
};
