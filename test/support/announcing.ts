import {
  type Announcer,
  createAnnouncer,
  type ServedBuild,
} from "../../src/change_feed/announcer.ts";
import type { HashedItem, HashedList } from "../../src/changes/hashed_items.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createQuietLog, type QuietLog } from "./quiet_log.ts";

/** A process that announces what it serves. */
export interface AnnouncingProcess extends Announcer {
  readonly log: QuietLog;
  /** Serves another build from now on, and looks whether it has to be announced. */
  swap(next: ServedBuild): Promise<void>;
}

/** Starts a process that serves a build, and waits until it has looked at the store. */
export async function startAnnouncing(
  { kv, clock }: { kv: Kv; clock: Clock },
  first: ServedBuild,
): Promise<AnnouncingProcess> {
  let served = first;
  const log = createQuietLog();
  const announcer = createAnnouncer({
    ...{ kv, clock, log, random: systemRandom, pollMs: 2000, served: () => served },
  });
  await announcer.sync();
  return {
    ...announcer,
    log,
    async swap(next) {
      served = next;
      await announcer.sync();
    },
  };
}

/** A hash of the right length. */
export function fakeHash(text: string): string {
  return text.padEnd(6, "_").slice(0, 6);
}

/** Shows of one group as a build has them: fields by id, or only the title. */
export function showBuild(
  build: string,
  builtAt: string,
  shows: Readonly<Record<string, string | Partial<HashedItem> & { title: string }>>,
): ServedBuild {
  const list: HashedList = {
    group: "bunga",
    kind: "show",
    fields: ["title"],
    items: Object.entries(shows).map(([id, show]) => {
      const { title, ...more } = typeof show === "string" ? { title: show } : show;
      const occasion = { title, start: Date.parse("2026-12-24T12:00:00Z"), date: "2026-12-24" };
      return { id, hashes: fakeHash(title), occasion, ...more };
    }),
  };
  return { build, builtAt: Date.parse(builtAt), pieces: [() => list] };
}
