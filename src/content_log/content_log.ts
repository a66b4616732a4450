/**
 * This room logs what content and clock bring about, once for all processes of a store.
 *
 * @module
 */

import { type AnnouncedHead, createAnnounceStore } from "../announce/announce_store.ts";
import type { Announced } from "../announce/announced.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { LogWriter } from "../events/log_source.ts";
import type { Clock } from "../platform/clock.ts";
import { deadline } from "../platform/deadline.ts";
import type { Kv, KvEntry } from "../platform/kv.ts";
import { createOutageLog, type Log } from "../platform/log.ts";
import { LOGGED_ANNOUNCEMENT, LOGGED_DUES, loggedDueKey } from "../platform/store_keys.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { changeEvents, fitsIntoLog, type PlannedEntry } from "./change_events.ts";
import { birthdaysBetween, datedEvents, type DueEvent, nextDue } from "./due_events.ts";

export interface ContentLogDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly log: Log;
  readonly writer: LogWriter;
  readonly announced: Pick<Announced, "removed">;
  /** What is served at the moment. */
  catalog(): Catalog;
}

/** Logs what this process is the first to know of. */
export interface ContentLog {
  /** Looks whether anything has to be logged: an announcement, or what has fallen due. Never rejects. */
  look(): Promise<void>;
  /** Resolves when nothing is under way any more, or after 2 s. */
  close(): Promise<void>;
}

/** How far the log has told of announcements. */
interface LoggedAnnouncement {
  readonly seq: number;
}

/** What fell due while nobody ran is told of so much later at most. */
const LATE_MS = 24 * 3_600_000;
/** Who serves another build than the one that was announced last leaves it to others for so long. */
const OTHERS_FIRST_MS = 30_000;
const DUE_LIFE_MS = 3 * 24 * 3_600_000;
/** A timer is never set for longer: machines sleep, and clocks are set. */
const MAX_WAIT_MS = 3_600_000;
/** How long the end waits for what is under way. */
const CLOSE_MS = 2_000;
/** Other processes may log the same at the same time; then there is less left to log. */
const MAX_ATTEMPTS = 10;
/** Events of one commit: 800 KiB at the most. */
const ENTRIES_A_COMMIT = 20;
const RETRY: BackOff = { firstMs: 1_000, maxMs: 30_000 };

/** Creates what logs; it does nothing before the first {@linkcode ContentLog.look}. */
export function createContentLog(deps: ContentLogDeps): ContentLog {
  const { kv, clock, log, writer, announced } = deps;
  const store = createAnnounceStore(kv);
  const outage = createOutageLog(log, { away: "Cannot log what has changed; trying again" });
  /** What is known to be in the log. */
  const logged = new Set<string>();
  let dated: { readonly catalog: Catalog; readonly events: readonly DueEvent[] } | undefined;
  let failures = 0;
  /** How long what falls due is left to others. */
  let delayMs = 0;
  let isStale = false;
  let isClosed = false;
  let underWay: Promise<void> | undefined;
  let cancel = () => {};

  function look(): Promise<void> {
    isStale = true;
    return underWay ??= lookUntilFresh().finally(() => {
      underWay = undefined;
      schedule();
    });
  }

  async function lookUntilFresh(): Promise<void> {
    try {
      while (isStale && !isClosed) {
        isStale = false;
        const { value: head } = await store.head();
        const isCurrent = head?.build === deps.catalog().index.build;
        if (isCurrent) await logAnnouncements(head!);
        delayMs = isCurrent || head === null ? 0 : OTHERS_FIRST_MS;
        await logDues();
      }
      failures = 0;
      outage.succeeded();
    } catch (error) {
      if (isClosed) return;
      failures++;
      outage.failed(error);
    }
  }

  async function logAnnouncements({ seq }: AnnouncedHead): Promise<void> {
    const cursor = await kv.get<LoggedAnnouncement>(LOGGED_ANNOUNCEMENT);
    const last = cursor.value?.seq ?? 0;
    if (last >= seq) return;
    for (const build of await store.builds()) {
      if (build.seq <= last || build.seq > seq) continue;
      const isLate = build.at < clock.now() - LATE_MS;
      const changes = isLate ? [] : await store.changes(build);
      await logBuild(build.build, build.seq, changes);
    }
  }

  async function logBuild(
    build: string,
    seq: number,
    changes: Awaited<ReturnType<typeof store.changes>>,
  ): Promise<void> {
    const at = { catalog: deps.catalog(), now: clock.now() };
    const removedShows = (group: string) => announced.removed(group, "show", at.now);
    const planned = changeEvents(at, { build, changes, removedShows, dated: datesOf() });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const cursor = await kv.get<LoggedAnnouncement>(LOGGED_ANNOUNCEMENT);
      if ((cursor.value?.seq ?? 0) >= seq) return;
      if (await write(await unlogged(planned), { cursor, seq })) return;
    }
    throw new Error("Cannot log what a build has changed: others write the same all the time");
  }

  /** Logs what has fallen due up to `delayMs` ago. */
  async function logDues(): Promise<void> {
    const at = { catalog: deps.catalog(), now: clock.now() };
    const [from, to] = [at.now - LATE_MS, at.now - delayMs];
    const due = [...datesOf(), ...birthdaysBetween(at, from, to)]
      .filter((event) => event.due > from && event.due <= to && !logged.has(nameOf(event)));
    const planned = due.flatMap((once) =>
      once.entries(at).filter(fitsIntoLog).map((entry) => ({ entry, once }))
    );
    for (let n = 0; n < planned.length; n += ENTRIES_A_COMMIT) {
      await writeSome(planned.slice(n, n + ENTRIES_A_COMMIT));
    }
  }

  async function writeSome(planned: readonly PlannedEntry[]): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const left = await unlogged(planned);
      if (left.length === 0 || await write(left)) return;
    }
    throw new Error("Cannot log what has fallen due: others write the same all the time");
  }

  /** Those that nobody has logged yet. */
  async function unlogged(planned: readonly PlannedEntry[]): Promise<readonly PlannedEntry[]> {
    const isKnown = ({ once }: PlannedEntry) => once !== undefined && logged.has(nameOf(once));
    if (planned.some(({ once }) => once !== undefined && !logged.has(nameOf(once)))) {
      for (const { key } of await kv.list(LOGGED_DUES)) logged.add(key.join("/"));
    }
    return planned.filter((one) => !isKnown(one));
  }

  async function write(
    planned: readonly PlannedEntry[],
    announcement?: { readonly cursor: KvEntry<LoggedAnnouncement>; readonly seq: number },
  ): Promise<boolean> {
    const keys = planned.flatMap(({ once }) => once === undefined ? [] : [loggedDueKey(once)]);
    const checks = keys.map((key) => ({ key, version: null }));
    const writes = keys.map((set) => ({ set, value: true, expireInMs: DUE_LIFE_MS }));
    const mark = announcement === undefined ? undefined : {
      check: { key: LOGGED_ANNOUNCEMENT, version: announcement.cursor.version },
      write: { set: LOGGED_ANNOUNCEMENT, value: { seq: announcement.seq } },
    };
    const alongside = {
      checks: [...checks, ...(mark === undefined ? [] : [mark.check])],
      writes: [...writes, ...(mark === undefined ? [] : [mark.write])],
    };
    if (planned.length === 0) {
      return await kv.commit(alongside.checks, alongside.writes) !== null;
    }
    return await writer.append(planned.map(({ entry }) => entry), alongside);
  }

  function datesOf(): readonly DueEvent[] {
    const catalog = deps.catalog();
    if (dated?.catalog !== catalog) {
      dated = { catalog, events: datedEvents({ catalog, now: clock.now() }) };
    }
    return dated.events;
  }

  function schedule(): void {
    cancel();
    if (isClosed) return;
    cancel = clock.after(failures > 0 ? backOffMs(RETRY, failures - 1) : waitMs(), () => {
      void look();
    });
  }

  function waitMs(): number {
    const now = clock.now() - delayMs;
    const due = nextDue(datesOf(), { catalog: deps.catalog(), now });
    return Math.min(MAX_WAIT_MS, due - now);
  }

  return {
    look,
    async close() {
      isClosed = true;
      cancel();
      if (underWay !== undefined) await deadline(clock, CLOSE_MS, underWay).catch(() => {});
    },
  };
}

function nameOf(event: DueEvent): string {
  return loggedDueKey(event).join("/");
}
