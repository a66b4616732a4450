import { tryAgain } from "../http/http_error.ts";
import type { Clock } from "../platform/clock.ts";
import type { KvChanged } from "../platform/kv.ts";
import type { Log as LineLog } from "../platform/log.ts";
import { follow } from "../store/follow.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { EVENT_LIFE_MS, type LogEntry, type LoggedEvent } from "./event.ts";
import type { EntryLog, Numbered } from "./entry_log.ts";

/** An event in memory. */
export interface FeedEvent extends LoggedEvent {
  /** Its id, as a number. */
  readonly seq: number;
}

/**
 * Receives new events, oldest first: none once the log is in memory for the first time; "gap": some are not
 * known, so that what is made of events is to be made anew.
 */
type FeedListener = (events: readonly FeedEvent[] | "gap") => void;

/** The log of events in the memory of this process, which follows the store. */
export interface Feed {
  /**
   * Undefined if the log is in memory, as it nearly always is; else resolves when it is. Rejects with
   * `TRY_AGAIN` if the store is unreachable.
   */
  ready(): Promise<void> | undefined;
  /** Reads the store now. Never rejects. */
  sync(): Promise<void>;
  /** Whether the last read of the store failed: then the head may be behind. */
  isAway(): boolean;
  /** The number of the last event; 0 if there is none. */
  head(): number;
  /** All events above this number are kept. */
  floor(): number;
  /** The events above a number, oldest first. */
  since(seq: number): readonly FeedEvent[];
  /** The slugs of all groups that the kept events are of. */
  groups(): readonly string[];
  /** Calls `listener` with what is new; the returned function ends it. */
  subscribe(listener: FeedListener): () => void;
  /** The number of the last event, once the log is in memory. */
  last(): Promise<number>;
  /**
   * The first events above a number, at most `limit`, oldest first. If none is known, the store is asked;
   * rejects if it cannot be.
   */
  after(seq: number, limit: number): Promise<readonly Numbered<LogEntry>[]>;
  /** Calls `changed` when there may be new events; the returned function ends it. */
  watch(changed: KvChanged): () => void;
  /** Reads the store no more; resolves when no read is under way. */
  stop(): Promise<void>;
}

interface Kept {
  readonly head: number;
  readonly floor: number;
  readonly events: readonly FeedEvent[];
  /** Another number once what was kept before does not go on here. */
  readonly run: number;
}

const NOTHING: Kept = { head: 0, floor: 0, events: [], run: 0 };
const RETRY: BackOff = { firstMs: 1_000, maxMs: 30_000 };

/** Creates a feed that reads nothing before it is first asked. `pollMs`: how often the store is read. */
export function createFeed(
  deps: {
    readonly clock: Clock;
    readonly log: LineLog;
    readonly events: EntryLog<LogEntry>;
    readonly pollMs: number;
    /**
     * All slugs of the member who has this one, or had it: who asked for her before a rename is sent what
     * comes after it.
     */
    readonly slugsOf?: (group: string, slug: string) => readonly string[];
  },
): Feed {
  const { clock, events, slugsOf = (_, slug) => [slug] } = deps;
  let runs = 0;
  const followed = follow<Kept>(deps, {
    watch: events.watch,
    pollMs: () => deps.pollMs,
    retryMs: (failures) => backOffMs(RETRY, failures),
    outage: { away: "Cannot read the log of events", back: "The log of events can be read again" },
    load,
  });
  /** What is kept at the present instant. */
  const kept = () => pruned(followed.value ?? NOTHING, clock.now());

  async function load(before: Kept | undefined): Promise<Kept> {
    const last = await events.last();
    if (before !== undefined && last === before.head) return kept();
    // In another database, or one that was restored, other events have these numbers.
    const known = before !== undefined && last > before.head ? kept() : undefined;
    const fresh: FeedEvent[] = [];
    for await (const some of events.after(known?.head ?? 0)) {
      fresh.push(...some.map(({ seq, value }) => {
        const members = value.members.flatMap((slug) => slugsOf(value.group, slug));
        return { ...value, members, seq, id: String(seq) };
      }));
    }
    const head = Math.max(last, fresh.at(-1)?.seq ?? 0);
    const first = fresh[0]?.seq ?? head + 1;
    if (known === undefined || first !== known.head + 1) {
      return { head, floor: first - 1, events: fresh, run: ++runs };
    }
    return { ...known, head, events: [...known.events, ...fresh] };
  }

  const feed: Feed = {
    ready: followed.ready,
    sync: followed.sync,
    isAway: () => followed.isAway,
    head: () => kept().head,
    floor: () => kept().floor,
    since: (seq) => since(kept().events, seq),
    groups: () => [...new Set(kept().events.map(({ group }) => group))],
    subscribe: (listener) =>
      followed.subscribe((now, before) => {
        if (before === undefined) listener([]);
        else listener(now.run === before.run ? since(now.events, before.head) : "gap");
      }),
    stop: followed.stop,
    async last() {
      await followed.ready();
      return feed.head();
    },
    async after(seq, limit) {
      await followed.ready();
      if (seq >= feed.head()) await followed.sync();
      if (seq >= feed.head() && followed.isAway) throw tryAgain();
      return feed.since(seq).slice(0, limit).map((event) => ({ seq: event.seq, value: event }));
    },
    watch: (changed) =>
      followed.subscribe((now, before) => changed(before !== undefined && before.run !== now.run)),
  };
  return feed;
}

function since(events: readonly FeedEvent[], seq: number): readonly FeedEvent[] {
  let index = events.length;
  while (index > 0 && events[index - 1]!.seq > seq) index--;
  return events.slice(index);
}

/** Without the events whose life has ended. */
function pruned(kept: Kept, now: number): Kept {
  const limit = now - EVENT_LIFE_MS;
  const isOver = (event: FeedEvent | undefined) =>
    event !== undefined && Date.parse(event.at) < limit;
  if (!isOver(kept.events[0])) return kept;
  const gone = kept.events.findIndex((event) => !isOver(event));
  const drops = gone < 0 ? kept.events.length : gone;
  return { ...kept, floor: kept.events[drops - 1]!.seq, events: kept.events.slice(drops) };
}
