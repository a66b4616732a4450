import { appendEvents } from "../../events/log_store.ts";
import type { LogEntry } from "../../events/event.ts";
import { eachPlatform, LIVE_TYPES, type LiveType } from "../../model/platforms.ts";
import type { Env } from "../../platform/env.ts";
import { getAll, type KvEntry, type KvKey, type KvWrite } from "../../platform/kv.ts";
import {
  ANNOUNCED_BROADCASTS,
  announcedListKey,
  announcedPieceKey,
  loggedBroadcastKey,
} from "../../platform/live_keys.ts";
import { cutList, joinList } from "../../shared_state/chunks.ts";
import { follow } from "../../shared_state/follow.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import {
  type FoundAnnouncements,
  type KeptAnnouncement,
  toAnnouncedItem,
  updateAnnouncements,
} from "../records/announcement.ts";
import type { Broadcast, LiveRoster } from "../records/broadcast.ts";

/** The head of a platform's list, as it is stored. */
interface StoredHead {
  readonly pieces: number;
}

interface KnownList {
  /** Of the stored head. */
  readonly version: string | null;
  readonly pieces: number;
  readonly list: readonly KeptAnnouncement[];
}

type Memory = Readonly<Record<LiveType, KnownList>>;

/** Each attempt that fails means that another process was first. */
const MAX_ATTEMPTS = 10;
/** So long after its time an announcement that comes back is still known to be in the log. */
const LOGGED_MS = 60 * DAY_MS;

/** What platforms announce, in the store and in the memory of this process. */
export type Announcements = ReturnType<typeof createAnnouncements>;

/** `pollMs`: how often the store is read; `logged` is called after events were written. */
export function createAnnouncements(
  deps: Env & {
    readonly roster: () => LiveRoster;
    readonly pollMs: number;
    logged(): Promise<void>;
  },
) {
  const { kv, clock, roster } = deps;
  const followed = follow<Memory>(deps, {
    watch: (changed) => kv.watch(LIVE_TYPES.map(announcedListKey), changed),
    pollMs: () => deps.pollMs,
    outage: { away: "Live: what is announced cannot be read" },
    load,
  });

  async function load(before: Memory | undefined): Promise<Memory | undefined> {
    const heads = await kv.getMany(LIVE_TYPES.map(announcedListKey));
    const isSame = (type: LiveType, n: number) => heads[n]!.version === before?.[type].version;
    if (before !== undefined && LIVE_TYPES.every(isSame)) return before;
    const rows = new Map(
      (await kv.list(ANNOUNCED_BROADCASTS)).map((row) => [row.key.join("/"), row]),
    );
    return eachPlatform((type) => {
      const head = rows.get(announcedListKey(type).join("/")) as KvEntry<StoredHead> | undefined;
      const pieces = head?.value?.pieces ?? 0;
      const chunks = Array.from(
        { length: pieces },
        (_, n) => rows.get(announcedPieceKey(type, n).join("/"))?.value as Uint8Array,
      );
      return { version: head?.version ?? null, pieces, list: joinList<KeptAnnouncement>(chunks) };
    });
  }

  /** Writes a platform's list, with what is new in it into the log; false if another process was first. */
  async function write(
    type: LiveType,
    known: KnownList,
    list: readonly KeptAnnouncement[],
  ): Promise<boolean> {
    const fresh = await unlogged(freshIn(list, known.list));
    const pieces = cutList(list);
    const checks = [{ key: announcedListKey(type), version: known.version }];
    const spare = Array.from({ length: Math.max(0, known.pieces - pieces.length) }, (_, n) => n);
    const writes: KvWrite[] = [
      { set: announcedListKey(type), value: { pieces: pieces.length } satisfies StoredHead },
      ...pieces.map((value, n) => ({ set: announcedPieceKey(type, n), value })),
      ...spare.map((n) => ({ delete: announcedPieceKey(type, pieces.length + n) })),
      ...fresh.map(({ mark, expireInMs }) => ({ set: mark, value: true, expireInMs })),
    ];
    if (fresh.length === 0) return await kv.commit(checks, writes) !== null;
    const isWritten = await appendEvents(deps, fresh.map(({ entry }) => entry), { checks, writes });
    await deps.logged();
    return isWritten;
  }

  /** What is to be logged of announcements, but for those that are in the log already. */
  async function unlogged(fresh: readonly KeptAnnouncement[]) {
    const now = clock.now();
    const planned = fresh.flatMap((one) =>
      roster().ownersOf(one).map((owner) => {
        const data = toAnnouncedItem(one, owner);
        const { group, slug } = owner;
        const entry: LogEntry = {
          type: "live.announced",
          group,
          at: new Date(now).toISOString(),
          data,
          subject: one.id,
          members: slug === "" ? [] : [slug],
        };
        const expireInMs = Math.max(0, one.scheduledAt - now) + LOGGED_MS;
        return { entry, mark: loggedBroadcastKey({ group, id: one.id }), expireInMs };
      })
    );
    const marks = await getAll(kv, planned.map(({ mark }): KvKey => mark));
    return planned.filter((_, n) => marks[n]!.version === null);
  }

  return {
    /** Changes whenever a list may have changed. */
    revision: followed.revision,
    /** What is kept of a platform's announcements, also those that are over. */
    kept: (type: LiveType): readonly KeptAnnouncement[] => followed.value?.[type].list ?? [],
    isLoaded: (): boolean => followed.value !== undefined,
    /** Reads the store, once for all who call meanwhile. Never rejects. */
    load: followed.sync,
    /** Adopts what a poll has found. Rejects if the store is unreachable. */
    async keep(
      type: LiveType,
      found: FoundAnnouncements,
      onAir: readonly Broadcast[],
    ): Promise<void> {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        if (followed.value === undefined || attempt > 0) await followed.sync();
        if (followed.value === undefined) return;
        const known = followed.value[type];
        const list = updateAnnouncements(known.list, found, onAir, clock.now());
        if (list === known.list) return;
        if (await write(type, known, list)) return await followed.sync();
      }
    },
    /** Ends what follows the store; resolves when no read is under way. */
    stop: followed.stop,
  };
}

/** What is announced in a list and was not before. */
function freshIn(
  list: readonly KeptAnnouncement[],
  before: readonly KeptAnnouncement[],
): readonly KeptAnnouncement[] {
  const known = new Set(before.filter(({ state }) => state === "announced").map(({ id }) => id));
  return list.filter(({ id, state }) => state === "announced" && !known.has(id));
}
