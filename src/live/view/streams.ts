import type { EventMemory, KeptEvent } from "../../events/event_memory.ts";
import type { Clock } from "../../platform/clock.ts";
import { groupEntryOf, type LiveEvent } from "../records/live_event.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { LiveState } from "../store/live_state.ts";
import { type AudienceRequest, createAudience, type Listener } from "./audience.ts";
import type { LiveView } from "./live_view.ts";

/** One connection to the stream of the log. */
interface EventStreamRequest extends AudienceRequest {
  /** Which events it wants, and may receive at that moment. */
  wants(event: KeptEvent): boolean;
}

/** The streams of the log. */
export type EventStreams = ReturnType<typeof createEventStreams>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Creates the streams of the log that `memory` holds. */
export function createEventStreams({ memory, clock, credentialRevision }: {
  readonly memory: EventMemory;
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}) {
  const { head, sync } = memory;
  const chunks = new WeakMap<KeptEvent, Uint8Array>();
  const audience = createAudience({ clock, credentialRevision, head, sync, sendNews });
  const unwatch = memory.watch(audience.sendAll);

  function sendNews(listener: Listener<EventStreamRequest>): void {
    const { request } = listener;
    const floor = memory.floor();
    let { seq } = listener;
    if (seq === null) {
      // From here on nothing waits: an event that is logged after this place was read is sent.
      seq = memory.head();
      listener.send(placeChunk(seq));
    } else if (seq < floor) {
      listener.send(gapChunk(floor));
      seq = floor;
    }
    // A client may have received more from another process than this one could read.
    listener.seq = Math.max(seq, memory.head());
    if (seq >= memory.head()) return;
    let isPlaced = true;
    for (const event of memory.since(seq)) {
      isPlaced = request.wants(event);
      if (isPlaced) listener.send(chunkOf(event));
    }
    // A client that receives nothing for long comes back with this id, not with one that is over.
    if (!isPlaced) listener.send(placeChunk(memory.head()));
  }

  function chunkOf(event: KeptEvent): Uint8Array {
    let chunk = chunks.get(event);
    if (chunk === undefined) {
      chunks.set(event, chunk = toChunk(event.seq, event.type, decoder.decode(event.json)));
    }
    return chunk;
  }

  return {
    /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
    open: (request: EventStreamRequest) => audience.open(request),
    /** How many are open. */
    size: audience.size,
    /**
     * Ends all streams, as before a shutdown, and those opened from now on as soon as they are: clients
     * come back, to another process.
     */
    close(): void {
      unwatch();
      audience.close();
    },
  };
}

/**
 * A block without data: a client notes its id, and no event reaches the program (HTML standard, 9.2.6).
 * A client that is cut off before its first event comes back with this id.
 */
function placeChunk(seq: number): Uint8Array {
  return encoder.encode(`id: ${seq}\n\n`);
}

function gapChunk(floor: number): Uint8Array {
  const data = JSON.stringify({ oldest: String(floor) });
  return toChunk(floor, "gap", data);
}

/** One connection to `live/stream`. */
interface LiveStreamRequest extends AudienceRequest {
  readonly group: string;
}

/** The whole list of a group as it was last encoded. */
interface Snapshot {
  readonly revision: number;
  readonly seq: number;
  readonly chunk: Uint8Array;
}

/** What the kinds of events begin with that broadcasts have; live streams leave it out. */
const LIVE = "live.";

/** Creates the streams of who is on air. */
export function createLiveStreams(deps: {
  readonly state: LiveState;
  readonly view: LiveView;
  /** Whether anything is shown at all: else every listener has the empty list, and nothing follows. */
  readonly on: boolean;
  readonly roster: () => LiveRoster;
  /** Notes a stream that is open until the returned function is called. */
  readonly addListener: () => () => void;
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}) {
  const { state, view, on, roster, addListener, clock, credentialRevision } = deps;
  const { seq: head, sync } = state;
  // Each is encoded once per group, for all who listen and who come back.
  const snapshots = new Map<string, Snapshot>();
  const chunks = new WeakMap<LiveEvent, Map<string, Uint8Array | null>>();
  const audience = createAudience({ clock, credentialRevision, head, sync, sendNews });
  let isDraining = false;
  if (on) {
    state.onEvents((events) => events === null ? audience.sendAllFromStart() : audience.sendAll());
  }

  /** Sends what the listener has missed: the events, or the whole list if some are not known. */
  function sendNews(listener: Listener<LiveStreamRequest>): void {
    const { request: { group }, seq } = listener;
    listener.seq = head();
    const missed = seq === null || !on ? null : state.eventsSince(seq);
    if (missed === null) return listener.send(snapshotOf(group));
    for (const event of missed) {
      const chunk = chunkOf(event, group);
      if (chunk !== null) listener.send(chunk);
    }
  }

  function snapshotOf(group: string): Uint8Array {
    const known = snapshots.get(group);
    const [revision, seq] = [view.revision(), head()];
    if (known?.revision === revision && known.seq === seq) return known.chunk;
    const chunk = toChunk(seq, "snapshot", JSON.stringify(view.list(group)));
    snapshots.set(group, { revision, seq, chunk });
    return chunk;
  }

  /** The chunk of an event; null if it is none of the group's broadcasts'. */
  function chunkOf(event: LiveEvent, group: string): Uint8Array | null {
    const known = chunks.get(event) ?? new Map<string, Uint8Array | null>();
    chunks.set(event, known);
    let chunk = known.get(group);
    if (chunk === undefined) {
      const entry = event.kind === "other" ? undefined : groupEntryOf(event, group, roster());
      chunk = entry === undefined
        ? null
        : toChunk(event.seq, entry.type.slice(LIVE.length), JSON.stringify(entry.data));
      known.set(group, chunk);
    }
    return chunk;
  }

  return {
    /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
    open(request: LiveStreamRequest): ReadableStream<Uint8Array> {
      const release = addListener();
      return audience.open(request, () => {
        release();
        if (audience.size() === 0) snapshots.clear();
      });
    },
    /** How many are open. */
    size: audience.size,
    /** Whether new listeners are to be sent away. */
    get isDraining(): boolean {
      return isDraining;
    },
    /** Sends new listeners away from now on; those that are there stay. */
    drain(): void {
      isDraining = true;
    },
    /** Ends all streams, as before a shutdown, and those opened from now on. */
    close: audience.close,
  };
}

function toChunk(id: number, event: string, data: string): Uint8Array {
  return encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
}
