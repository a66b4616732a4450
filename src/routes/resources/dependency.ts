import { sourcesHeader } from "../../live/view/source_report.ts";
import type { Dependency } from "../route.ts";

/** How long a client may keep what is on air, in seconds. */
export const LIVE_MAX_AGE = 5;

/** Answers about who is on air. */
export const ON_AIR: Dependency = {
  ready(live) {
    live.asked();
    return live.freshen();
  },
  version: ({ board }) => String(board.revision()),
  headers: ({ board }) => [["x-live-sources", sourcesHeader(board.sources())]],
};

/** Answers about broadcasts that have ended. */
export const ENDED: Dependency = {
  ready(live) {
    live.asked();
    return live.freshenRecents();
  },
  version: ({ recents }) => String(recents.revision()),
  headers: () => [],
};

/** Answers about members, which hold what is recorded of their broadcasts. */
export const MEMBERS: Dependency = {
  ready: (live) => live.freshenRecents(),
  version: ({ board, recents }) => `${recents.revision()}.${board.revision()}`,
  headers: () => [],
};
