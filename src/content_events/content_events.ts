/**
 * This room writes into the log of events what content and clock bring about, once for all processes of
 * a store.
 *
 * @module
 */

import {
  type AnnouncedBuild,
  type AnnouncedHead,
  createAnnounceStore,
} from "../change_feed/announce_store.ts";
import type { Announced } from "../change_feed/announcer.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { LogEntry } from "../events/event.ts";
import type { Log } from "../events/log.ts";
import { type Clock, deadline } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import type { Log as LineLog } from "../platform/log.ts";
import {
  getAll,
  type Kv,
  type KvCheck,
  type KvEntry,
  type KvKey,
  type KvWrite,
  setUntil,
} from "../platform/kv.ts";
import { LOGGED_ANNOUNCEMENT, loggedDueKey } from "../platform/store_keys.ts";
import { follow } from "../shared_state/follow.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { bytesOf, changeEvents, planEntries, type PlannedEntry } from "./change_events.ts";
import { birthdaysBetween, datedEvents, type DueEvent, nextDue } from "./due_events.ts";
import type { ContentAt } from "./item_events.ts";
import { DAY_MS, HOUR_MS } from "../toolbox/durations.ts";

/** The events of content and clock, logged by the process that is the first to know of them. */
export type ContentEvents = ReturnType<typeof createContentEvents>;

/** What fell due while no process ran is logged so much later at most. */
const LATE_MS = DAY_MS;
/** A process that serves another build than the one announced last leaves it to others for so long. */
const OTHERS_FIRST_MS = 30_000;
/** A timer is never set for longer: machines sleep, and clocks are set. */
const MAX_WAIT_MS = HOUR_MS;
const CLOSE_MS = 2_000;
const RETRY: BackOff = { firstMs: 1_000, maxMs: 30_000 };

/**
 * Creates what logs: when it is asked to, when something falls due, and again after a failure. It does
 * nothing before the first `sync()`.
 */
export function createContentEvents(
  deps: Pick<Env, "kv" | "clock" | "log"> & {
    readonly writer: Pick<Log<LogEntry>, "append">;
    readonly announced: Pick<Announced, "removed">;
    catalog(): Catalog;
  },
) {
  const { kv, clock, announced } = deps;
  const store = createAnnounceStore(kv);
  const writer = new OnceWriter(deps);
  let known: { readonly catalog: Catalog; readonly events: readonly DueEvent[] } | undefined;
  const followed = follow<number>(deps, {
    pollMs: (delayMs = 0) => untilDueMs(delayMs),
    retryMs: (failures) => backOffMs(RETRY, failures),
    outage: { away: "Cannot log what has changed; trying again" },
    load: logNow,
  });

  return {
    /** Logs what has to be logged: an announcement, or what has fallen due. Never rejects. */
    sync: (): Promise<void> => followed.sync(),
    /** Resolves when nothing is under way any more, or after 2 s. */
    async close(): Promise<void> {
      followed.close();
      await deadline(clock, CLOSE_MS, followed.idle()).catch(() => {});
    },
  };

  /** Logs what this process is the first to know of; how long what falls due is left to others, in ms. */
  async function logNow(): Promise<number> {
    const { value: head } = await store.head();
    const isCurrent = head?.build === deps.catalog().index.build;
    if (isCurrent) await logAnnouncements(head!);
    const delayMs = isCurrent || head === null ? 0 : OTHERS_FIRST_MS;
    await logDues(delayMs);
    return delayMs;
  }

  /** How long nothing falls due that this process would log. */
  function untilDueMs(delayMs: number): number {
    const now = clock.now() - delayMs;
    return Math.min(MAX_WAIT_MS, nextDue(dated(), { catalog: deps.catalog(), now }) - now);
  }

  /** Logs what builds have changed, up to the one that was announced last. */
  async function logAnnouncements({ seq }: AnnouncedHead): Promise<void> {
    const last = await writer.loggedSeq();
    if (last >= seq) return;
    for (const build of await store.builds()) {
      if (build.seq > last && build.seq <= seq) await logBuild(build);
    }
  }

  async function logBuild(announcedBuild: AnnouncedBuild): Promise<void> {
    const { seq, build } = announcedBuild;
    const isLate = announcedBuild.at < clock.now() - LATE_MS;
    const changes = isLate ? [] : await store.changes(announcedBuild);
    const at = contentNow();
    const removedShows = (group: string) => announced.removed(group, "show", at.now);
    const planned = changeEvents(at, { build, changes, removedShows, dated: dated() });
    await writer.writeBuild(seq, planned);
  }

  /** Logs what has fallen due up to `delayMs` ago. */
  async function logDues(delayMs: number): Promise<void> {
    const at = contentNow();
    const [from, to] = [at.now - LATE_MS, at.now - delayMs];
    const due = [...dated(), ...birthdaysBetween(at, from, to)]
      .filter((event) => event.due > from && event.due <= to && !writer.isLogged(event));
    await writer.writeDues(due.flatMap((once) => planEntries(once.entries(at), once)));
  }

  function contentNow(): ContentAt {
    return { catalog: deps.catalog(), now: clock.now() };
  }

  /** What falls due of the content that is served at instants known beforehand, once for each catalog. */
  function dated(): readonly DueEvent[] {
    const at = contentNow();
    if (known?.catalog !== at.catalog) {
      known = { catalog: at.catalog, events: datedEvents(at) };
    }
    return known.events;
  }
}

/** How far announcements are logged. */
interface LoggedAnnouncement {
  readonly seq: number;
}

const DUE_LIFE_MS = 3 * DAY_MS;
/** Other processes may log the same at the same time; then there is less left to log. */
const MAX_ATTEMPTS = 10;
/** What falls due at once is logged in several commits. */
const ENTRIES_A_COMMIT = 7;
/** The log takes no more in one entry; no real item comes near. */
const MAX_ENTRY_BYTES = 58_000;

interface OnceWriterDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly writer: Pick<Log<LogEntry>, "append">;
  readonly log: LineLog;
}

/** Writes into the log what no process of the store has written yet. */
class OnceWriter {
  readonly #kv: Kv;
  readonly #clock: Clock;
  readonly #writer: Pick<Log<LogEntry>, "append">;
  readonly #log: LineLog;
  /** What is known to be in the log. */
  readonly #logged = new Set<string>();

  constructor({ kv, clock, writer, log }: OnceWriterDeps) {
    this.#kv = kv;
    this.#clock = clock;
    this.#writer = writer;
    this.#log = log;
  }

  /** Whether an event is known to be in the log. */
  isLogged(event: DueEvent): boolean {
    return this.#logged.has(loggedDueKey(event).join("/"));
  }

  /** The number of the last announcement that is logged; 0 if there is none. */
  async loggedSeq(): Promise<number> {
    return seqOf(await this.#cursor());
  }

  /** Logs what the announcement of this number has changed, together with the number. */
  async writeBuild(seq: number, planned: readonly PlannedEntry[]): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const cursor = await this.#cursor();
      if (seqOf(cursor) >= seq) return;
      if (await this.#write(await this.#unlogged(planned), moveCursor(cursor, seq))) return;
    }
    throw new Error("Cannot log what a build has changed: others write the same all the time");
  }

  /** Logs what has fallen due, in several commits if it is much. */
  async writeDues(planned: readonly PlannedEntry[]): Promise<void> {
    for (let n = 0; n < planned.length; n += ENTRIES_A_COMMIT) {
      await this.#writeSome(planned.slice(n, n + ENTRIES_A_COMMIT));
    }
  }

  async #writeSome(planned: readonly PlannedEntry[]): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const left = await this.#unlogged(planned);
      if (left.length === 0 || await this.#write(left)) return;
    }
    throw new Error("Cannot log what has fallen due: others write the same all the time");
  }

  /** Those that are not in the log yet. */
  async #unlogged(planned: readonly PlannedEntry[]): Promise<readonly PlannedEntry[]> {
    const isKnown = ({ once }: PlannedEntry) => once !== undefined && this.isLogged(once);
    const unknown = planned.filter((one) => !isKnown(one));
    for (const { key, version } of await getAll(this.#kv, marksOf(unknown))) {
      if (version !== null) this.#logged.add(key.join("/"));
    }
    return unknown.filter((one) => !isKnown(one) && this.#fits(one));
  }

  /** Whether an entry is not too large for the log; one that is goes to the operators' log, once. */
  #fits({ entry, once }: PlannedEntry): boolean {
    const { type, group, subject: id } = entry;
    const bytes = bytesOf(entry);
    if (bytes <= MAX_ENTRY_BYTES) return true;
    this.#log.warn("An event is too large to be logged", { type, group, id, bytes });
    if (once !== undefined) this.#logged.add(loggedDueKey(once).join("/"));
    return false;
  }

  #cursor(): Promise<KvEntry<LoggedAnnouncement>> {
    return this.#kv.get<LoggedAnnouncement>(LOGGED_ANNOUNCEMENT);
  }

  /** Writes entries and marks those that are logged once; false if one of them already is. */
  async #write(
    planned: readonly PlannedEntry[],
    cursorMove: CursorMove = { checks: [], writes: [] },
  ): Promise<boolean> {
    const marks = marksOf(planned);
    const checks = [...marks.map((key) => ({ key, version: null })), ...cursorMove.checks];
    const now = this.#clock.now();
    const writes = [
      ...marks.map((key) => setUntil(key, {}, now + DUE_LIFE_MS, now)),
      ...cursorMove.writes,
    ];
    if (planned.length === 0) return await this.#kv.commit(checks, writes) !== null;
    return await this.#writer.append(planned.map(({ entry }) => entry), { checks, writes }) !==
      null;
  }
}

/** The keys under which entries that are logged once are marked. */
function marksOf(planned: readonly PlannedEntry[]): KvKey[] {
  return planned.flatMap(({ once }) => once === undefined ? [] : [loggedDueKey(once)]);
}

/** What is committed with entries, so that the cursor moves. */
interface CursorMove {
  readonly checks: readonly KvCheck[];
  readonly writes: readonly KvWrite[];
}

/** Moves the cursor to this number, which fails if another process has moved it. */
function moveCursor({ version }: KvEntry<LoggedAnnouncement>, seq: number): CursorMove {
  const value: LoggedAnnouncement = { seq };
  return {
    checks: [{ key: LOGGED_ANNOUNCEMENT, version }],
    writes: [{ set: LOGGED_ANNOUNCEMENT, value }],
  };
}

function seqOf({ value }: KvEntry<LoggedAnnouncement>): number {
  return value?.seq ?? 0;
}
