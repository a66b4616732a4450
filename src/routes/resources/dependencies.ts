import { sourcesHeader } from "../../live/view/live_view.ts";
import type { Dependency } from "../route.ts";

/** How long a client may keep what is on air, in seconds. */
export const LIVE_MAX_AGE = 5;

/** Answers about who is on air. */
export const ON_AIR: Dependency = {
  ready({ live }) {
    live.noteRequest();
    return live.ensureFresh();
  },
  version: ({ live: { view } }) => String(view.revision()),
  headerNames: ["x-live-sources"],
  headers: ({ live: { view } }) => [["x-live-sources", sourcesHeader(view.sources())]],
};

/** Answers about broadcasts that have ended. */
export const ENDED: Dependency = {
  ready({ live }) {
    live.noteRequest();
    return live.ensureFreshRecents();
  },
  version: ({ live: { recents } }) => String(recents.revision()),
  headerNames: [],
  headers: () => [],
};

/** Answers about members, which hold what is recorded of their broadcasts. */
export const MEMBERS: Dependency = {
  ready: ({ live }) => live.ensureFreshRecents(),
  version: ({ live: { view, recents } }) => `${recents.revision()}.${view.revision()}`,
  headerNames: [],
  headers: () => [],
};

/** How long clients may keep a calendar or feed, in seconds: they are told to come back in an hour. */
export const FEED_MAX_AGE_S = 3600;

/** Answers that say when items changed. */
export const ANNOUNCED: Dependency = {
  ready: ({ announced }) => announced.ready(),
  version: ({ announced }) => announced.version(),
  headerNames: [],
  headers: () => [],
};
