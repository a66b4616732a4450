import type { Dependency } from "../../route.ts";

/** How long clients may keep a calendar or feed, in seconds: they are told to come back in an hour. */
export const FEED_MAX_AGE_S = 3600;

/** Answers that say when items changed. */
export const ANNOUNCED: Dependency = {
  ready: ({ announced }) => announced.ready(),
  version: ({ announced }) => announced.version(),
  headerNames: [],
  headers: () => [],
};
