import type { AlongsideEvents, LogWriter } from "../events/event.ts";
import { getAll, type Kv, type KvEntry } from "../platform/kv.ts";
import { LOGGED_ANNOUNCEMENT, loggedDueKey } from "../platform/store_keys.ts";
import type { PlannedEntry } from "./change_events.ts";
import type { DueEvent } from "./due_events.ts";

/** How far the log has told of announcements. */
interface LoggedAnnouncement {
  readonly seq: number;
}

const DUE_LIFE_MS = 3 * 24 * 3_600_000;
/** Other processes may log the same at the same time; then there is less left to log. */
const MAX_ATTEMPTS = 10;
/** Events of one commit: 800 KiB at the most. */
const ENTRIES_A_COMMIT = 20;

/** Writes into the log what no process of the store has written yet. */
export class OnceWriter {
  readonly #kv: Kv;
  readonly #writer: LogWriter;
  /** What is known to be in the log. */
  readonly #logged = new Set<string>();

  constructor(kv: Kv, writer: LogWriter) {
    this.#kv = kv;
    this.#writer = writer;
  }

  /** Whether an event is known to be in the log. */
  isLogged(event: DueEvent): boolean {
    return this.#logged.has(nameOf(event));
  }

  /** The number of the last announcement that the log has told of; 0 where there is none. */
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

  /** Logs what has fallen due, in several commits where it is much. */
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

  /** Those that nobody has logged yet. */
  async #unlogged(planned: readonly PlannedEntry[]): Promise<readonly PlannedEntry[]> {
    const isKnown = ({ once }: PlannedEntry) => once !== undefined && this.isLogged(once);
    const unknown = planned.filter((one) => !isKnown(one));
    await this.#readMarks(unknown.flatMap(({ once }) => once ?? []));
    return unknown.filter((one) => !isKnown(one));
  }

  async #readMarks(events: readonly DueEvent[]): Promise<void> {
    for (const { key, version } of await getAll(this.#kv, events.map(loggedDueKey))) {
      if (version !== null) this.#logged.add(key.join("/"));
    }
  }

  #cursor(): Promise<KvEntry<LoggedAnnouncement>> {
    return this.#kv.get<LoggedAnnouncement>(LOGGED_ANNOUNCEMENT);
  }

  async #write(
    planned: readonly PlannedEntry[],
    cursorMove?: AlongsideEvents,
  ): Promise<boolean> {
    const marks = markLogged(planned);
    const checks = [...marks.checks, ...cursorMove?.checks ?? []];
    const writes = [...marks.writes, ...cursorMove?.writes ?? []];
    if (planned.length === 0) return await this.#kv.commit(checks, writes) !== null;
    return await this.#writer.append(planned.map(({ entry }) => entry), { checks, writes });
  }
}

/** Marks those that are logged once as logged, which fails where one of them already is. */
function markLogged(planned: readonly PlannedEntry[]): AlongsideEvents {
  const keys = planned.flatMap(({ once }) => once === undefined ? [] : [loggedDueKey(once)]);
  return {
    checks: keys.map((key) => ({ key, version: null })),
    writes: keys.map((set) => ({ set, value: true, expireInMs: DUE_LIFE_MS })),
  };
}

/** Moves the cursor to this number, which fails where another process has moved it. */
function moveCursor({ version }: KvEntry<LoggedAnnouncement>, seq: number): AlongsideEvents {
  const value: LoggedAnnouncement = { seq };
  return {
    checks: [{ key: LOGGED_ANNOUNCEMENT, version }],
    writes: [{ set: LOGGED_ANNOUNCEMENT, value }],
  };
}

function seqOf({ value }: KvEntry<LoggedAnnouncement>): number {
  return value?.seq ?? 0;
}

function nameOf(event: DueEvent): string {
  return loggedDueKey(event).join("/");
}
