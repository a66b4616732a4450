import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { ANNOUNCED } from "../../core/services.ts";
import { deadline } from "../../platform/clock.ts";
import { createAnnounceStore } from "./announce_store.ts";
import { createAnnouncer } from "./announcer.ts";
import { createClockEvents } from "./clock_events.ts";
import { createOnceLog } from "./once_log.ts";
import { LAST_ANNOUNCEMENT } from "./route.ts";

const CLOSE_MS = 2_000;

/**
 * Begins to announce the builds that are served, and to log what falls due: each once over all processes of
 * a store.
 */
export function openChanges(
  { platform, store: { kv }, content, catalog, pollMs, services, events: { log } }: Core,
): Opened {
  const env = { ...platform, kv };
  const store = createAnnounceStore(kv);
  const appendOnce = createOnceLog({ ...env, events: log });
  const announcer = createAnnouncer({ ...env, store, appendOnce, content, pollMs });
  const { build: announcedBuild, takenBack } = announcer;
  const due = createClockEvents({ ...env, appendOnce, catalog, announcedBuild, takenBack });
  announcer.subscribe(() => void due.sync());
  services.provide(ANNOUNCED, announcer.announced).provide(LAST_ANNOUNCEMENT, announcer.last);
  return {
    async onContent() {
      await announcer.sync();
      await due.sync();
    },
    async close() {
      const stopped = Promise.all([announcer.stop(), due.stop()]);
      await deadline(platform.clock, CLOSE_MS, stopped).catch(() => {});
    },
  };
}
