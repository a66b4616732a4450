import type { AddOn } from "../../core/addon.ts";
import { FEEDS } from "./feeds.ts";
import { OWN_FEED_ROUTES } from "./own_feeds.ts";

/** Feeds of articles and videos, and the tokens that open feeds and calendars. */
export const feeds: AddOn = {
  name: "feeds",
  routes: { group: FEEDS, v1: OWN_FEED_ROUTES },
  commands: async () => (await import("./commands.ts")).FEED_COMMANDS,
  open: async (core) => (await import("./open.ts")).openFeeds(core),
};
