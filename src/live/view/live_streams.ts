import {
  type AudienceRequest,
  createAudience,
  eventChunk,
  type Listener,
} from "../../events/audience.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "../store/live_state.ts";
import type { LiveView } from "./live_view.ts";

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
  /** Notes a stream that is open until the returned function is called. */
  readonly addListener: () => () => void;
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}) {
  const { state, view, on, addListener, clock, credentialRevision } = deps;
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
    const chunk = eventChunk(seq, "snapshot", JSON.stringify(view.list(group)));
    snapshots.set(group, { revision, seq, chunk });
    return chunk;
  }

  /** The chunk of an event; null if it is none of the group's broadcasts'. */
  function chunkOf(event: LiveEvent, group: string): Uint8Array | null {
    const known = chunks.get(event) ?? new Map<string, Uint8Array | null>();
    chunks.set(event, known);
    let chunk = known.get(group);
    if (chunk === undefined) {
      const entry = event.kind === "other" ? undefined : event.entry;
      chunk = entry?.group !== group
        ? null
        : eventChunk(event.seq, entry.type.slice(LIVE.length), JSON.stringify(entry.data));
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
