import {
  type AudienceRequest,
  createAudience,
  eventChunk,
  type Listener,
} from "../events/audience.ts";
import type { Feed, FeedEvent } from "../events/feed.ts";
import type { Clock } from "../platform/clock.ts";
import type { PlatformStates } from "./state.ts";
import type { LiveView } from "./view.ts";

interface LiveStreamRequest extends AudienceRequest {
  readonly group: string;
}

/** The streams of who is on air. */
export interface LiveStreams {
  /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
  open(request: LiveStreamRequest): ReadableStream<Uint8Array>;
  size(): number;
  /** Ends all streams, as before a shutdown, and those opened from now on. */
  close(): void;
}

/** The whole list of a group as it was last encoded. */
interface Snapshot {
  readonly revision: number;
  readonly seq: number;
  readonly chunk: Uint8Array;
}

/** What the kinds of events begin with that broadcasts have; live streams leave it out. */
const LIVE = "live.";
const KINDS: ReadonlySet<string> = new Set(["live.started", "live.resumed", "live.ended"]);

/** Creates the streams of who is on air: a snapshot, and from its place on the log's events of broadcasts. */
export function createLiveStreams(deps: {
  readonly feed: Feed;
  readonly states: PlatformStates;
  readonly view: LiveView;
  /** Whether anything is shown at all: else every listener has the empty list, and nothing follows. */
  readonly on: boolean;
  /** Notes a stream that is open until the returned function is called. */
  readonly addListener: () => () => void;
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}): LiveStreams {
  const { feed, states, view, on, addListener, clock, credentialRevision } = deps;
  // Each is encoded once per group, for all who listen and who come back.
  const snapshots = new Map<string, Snapshot>();
  const chunks = new WeakMap<FeedEvent, Uint8Array>();
  const audience = createAudience({
    clock,
    credentialRevision,
    feed: { head, sync },
    sendNews,
  });
  const unsubscribe = !on ? () => {} : feed.subscribe((events) => {
    if (events !== "gap") return audience.sendAll();
    void states.sync().then(audience.sendAllFromStart);
  });

  /** The lists may know of an event that the log in memory does not have yet. */
  function head(): number {
    return Math.max(feed.head(), states.seq());
  }

  async function sync(): Promise<void> {
    await Promise.all([feed.sync(), states.sync()]);
  }

  /** Sends what the listener has missed: the events, or the whole list if some are not known. */
  function sendNews(listener: Listener<LiveStreamRequest>): void {
    const { request: { group }, seq } = listener;
    if (seq === null || !on || seq < feed.floor() || (seq > head() && !feed.isAway())) {
      // The lists hold all up to the last event of a broadcast; what came after it is sent.
      const place = Math.max(states.seq(), feed.floor());
      listener.send(snapshotOf(group, place));
      listener.seq = place;
    }
    const from = listener.seq!;
    if (!on) return;
    for (const event of feed.since(from)) {
      if (event.group === group && KINDS.has(event.type)) listener.send(chunkOf(event));
    }
    listener.seq = Math.max(from, feed.head());
  }

  function snapshotOf(group: string, seq: number): Uint8Array {
    const before = snapshots.get(group);
    const revision = view.revision();
    if (before?.revision === revision && before.seq === seq) return before.chunk;
    const chunk = eventChunk(seq, "snapshot", JSON.stringify(view.list(group)));
    snapshots.set(group, { revision, seq, chunk });
    return chunk;
  }

  function chunkOf(event: FeedEvent): Uint8Array {
    let chunk = chunks.get(event);
    if (chunk === undefined) {
      chunk = eventChunk(event.seq, event.type.slice(LIVE.length), JSON.stringify(event.data));
      chunks.set(event, chunk);
    }
    return chunk;
  }

  return {
    open(request) {
      const release = addListener();
      return audience.open(request, () => {
        release();
        if (audience.size() === 0) snapshots.clear();
      });
    },
    size: audience.size,
    close() {
      unsubscribe();
      audience.close();
    },
  };
}
