import type { Clock } from "../../platform/clock.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { Demand } from "../store/demand.ts";
import { createChunkCache } from "./chunk_cache.ts";
import { createKeepAliveTimer } from "./keep_alive.ts";
import type { LiveView } from "./live_view.ts";
import { KEPT_QUEUE, parseEventId, RETRY_FIELD } from "./sse_chunk.ts";
import {
  createStreamListener,
  type LiveStreamRequest,
  type StreamListener,
} from "./stream_listener.ts";

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
  /** Reads the store now: a client may have received more from another process. */
  readonly sync: () => Promise<void>;
}

export function createLiveStreams(deps: LiveStreamsDeps): LiveStreams {
  const { view, roster, demand, clock, sync } = deps;
  const listeners = new Set<StreamListener>();
  const chunks = createChunkCache(view, roster);
  const keepAlive = createKeepAliveTimer(clock, listeners);
  let isClosed = false;
  let isDraining = false;
  view.subscribe(broadcastAll);

  return {
    open,
    size: () => listeners.size,
    get isDraining() {
      return isDraining;
    },
    drain: () => void (isDraining = true),
    close,
  };

  function open(request: LiveStreamRequest): ReadableStream<Uint8Array> {
    let listener: StreamListener | undefined;
    return new ReadableStream<Uint8Array>({
      start(controller) {
        listener = listen(request, controller);
        return welcome(listener, parseEventId(request.lastEventId));
      },
      cancel: () => listener?.leave(),
    }, KEPT_QUEUE);
  }

  function listen(
    request: LiveStreamRequest,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): StreamListener {
    const release = demand.addListener();
    const onGone = (listener: StreamListener) => {
      release();
      remove(listener);
    };
    const listener = createStreamListener({ request, controller, onGone });
    // Only the listener that starts the timer lives through the whole first interval.
    if (keepAlive.isRunning()) listener.pings = -1;
    return listener;
  }

  async function welcome(listener: StreamListener, lastId: number | null): Promise<void> {
    listener.send(RETRY_FIELD);
    // The client may have received more elsewhere than this process knows yet.
    if (lastId !== null && lastId > view.seq()) await sync();
    if (!listener.isGone()) admit(listener, lastId);
  }

  /** Sends what the listener has missed; from here on it receives every event. */
  function admit(listener: StreamListener, lastId: number | null): void {
    if (isClosed) return listener.end();
    listeners.add(listener);
    keepAlive.start();
    const missed = lastId === null ? null : view.eventsSince(lastId);
    if (missed === null) listener.send(chunks.snapshot(listener.group));
    else missed.forEach((event) => sendEvent(listener, event));
  }

  function broadcastAll(events: readonly LiveEvent[] | null): void {
    for (const event of events ?? []) {
      for (const listener of listeners) sendEvent(listener, event);
    }
    if (events !== null) return;
    for (const listener of listeners) listener.send(chunks.snapshot(listener.group));
  }

  function sendEvent(listener: StreamListener, event: LiveEvent): void {
    const chunk = chunks.event(event, listener.group);
    if (chunk !== null) listener.send(chunk);
  }

  function remove(listener: StreamListener): void {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    keepAlive.stop();
    chunks.clear();
  }

  function close(): void {
    isClosed = true;
    for (const listener of [...listeners]) listener.end();
  }
}
