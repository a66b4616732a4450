import type { Clock } from "../../platform/clock.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { Demand } from "../store/demand.ts";
import { type AudienceRequest, createAudience, type Follower } from "./audience.ts";
import { createChunkCache } from "./chunk_cache.ts";
import type { LiveView } from "./live_view.ts";

/** One connection to `live/stream`. */
export interface LiveStreamRequest extends AudienceRequest {
  readonly group: string;
}

/** The event streams of this process. */
export interface LiveStreams {
  /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
  open(request: LiveStreamRequest): ReadableStream<Uint8Array>;
  /** How many are open. */
  size(): number;
  /** Whether new listeners are to be sent away. */
  readonly isDraining: boolean;
  /** Sends new listeners away from now on; those that are there stay. */
  drain(): void;
  /**
   * Ends all streams, as before a shutdown, and those opened from now on as soon as they are:
   * clients come back, to another process.
   */
  close(): void;
}

/** What {@linkcode createLiveStreams} needs. */
export interface LiveStreamsDeps {
  readonly view: LiveView;
  readonly roster: () => LiveRoster;
  readonly demand: Demand;
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
  /** Reads the store now: a client may have received more from another process. */
  readonly sync: () => Promise<void>;
}

export function createLiveStreams(deps: LiveStreamsDeps): LiveStreams {
  const { view, roster, demand, clock, credentialRevision, sync } = deps;
  const chunks = createChunkCache(view, roster);
  const audience = createAudience({ clock, credentialRevision, head: view.seq, sync, tell });
  let isDraining = false;
  view.subscribe((events) => events === null ? audience.tellAllAnew() : audience.tellAll());

  function open(request: LiveStreamRequest): ReadableStream<Uint8Array> {
    const release = demand.addListener();
    return audience.open(request, () => {
      release();
      if (audience.size() === 0) chunks.clear();
    });
  }

  /** Sends what the listener has missed: the events, or the whole list where some are not known. */
  function tell(follower: Follower<LiveStreamRequest>): void {
    const { listener, request: { group }, seq } = follower;
    follower.seq = view.seq();
    const missed = seq === null ? null : view.eventsSince(seq);
    if (missed === null) return listener.send(chunks.snapshot(group));
    for (const event of missed) {
      const chunk = chunks.event(event, group);
      if (chunk !== null) listener.send(chunk);
    }
  }

  return {
    open,
    size: audience.size,
    get isDraining() {
      return isDraining;
    },
    drain: () => void (isDraining = true),
    close: audience.close,
  };
}
