/**
 * This room says what changes in the content, by builds and by the clock: once over all processes of a
 * store.
 *
 * @module
 */

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

/** Begins to announce the builds that are served, and to log what falls due. */
export function openChanges(
  { platform, store: { kv }, content, catalog, pollMs, services, events: { log } }: Core,
): Opened {
  const env = { ...platform, kv };
  const store = createAnnounceStore(kv);
  const appendOnce = createOnceLog({ ...env, events: log });
  const announced = createAnnouncer({ ...env, store, appendOnce, content, pollMs });
  const due = createClockEvents({ ...env, appendOnce, catalog, announcedBuild: announced.build });
  announced.subscribe(() => void due.sync());
  services.provide(ANNOUNCED, announced).provide(LAST_ANNOUNCEMENT, announced.last);
  return {
    async onContent() {
      await announced.sync();
      await due.sync();
    },
    async close() {
      const stopped = Promise.all([announced.stop(), due.stop()]);
      await deadline(platform.clock, CLOSE_MS, stopped).catch(() => {});
    },
  };
}
