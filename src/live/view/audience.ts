import type { Clock } from "../../platform/clock.ts";
import { createKeepAliveTimer } from "./keep_alive.ts";
import { createRounds } from "./rounds.ts";
import { KEPT_QUEUE, parseEventId, RETRY_FIELD } from "./sse_chunk.ts";
import {
  createStreamListener,
  type StreamListener,
  type StreamRenewal,
} from "./stream_listener.ts";

/** One connection to a stream of numbered events. */
export interface AudienceRequest extends StreamRenewal {
  /** The header `Last-Event-ID` as it came, or null. */
  readonly lastEventId: string | null;
}

/** A listener, and the number of the last event that it was told or that is not for it. */
export interface Follower<R extends AudienceRequest> {
  readonly listener: StreamListener;
  readonly request: R;
  /** Null where it has to be told from the start on. */
  seq: number | null;
}

/** All who listen to one kind of stream in this process. */
export interface Audience<R extends AudienceRequest> {
  /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left; `onGone` is called once. */
  open(request: R, onGone?: () => void): ReadableStream<Uint8Array>;
  /** Tells all of what is new, some at a time; whoever comes meanwhile is told on arrival. */
  tellAll(): void;
  /** The same from the start on. */
  tellAllAnew(): void;
  /** How many there are. */
  size(): number;
  /** Ends all streams, and those opened from now on. */
  close(): void;
}

/** What {@linkcode createAudience} needs. */
export interface AudienceDeps<R extends AudienceRequest> {
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
  /** The number of the last event that this process knows of. */
  readonly head: () => number;
  /** Reads the store now: a client may have heard more from another process. */
  readonly sync: () => Promise<void>;
  /** Tells one listener what is new to it, and notes its place. */
  readonly tell: (follower: Follower<R>) => void;
}

export function createAudience<R extends AudienceRequest>(deps: AudienceDeps<R>): Audience<R> {
  const { clock, credentialRevision, head, sync, tell } = deps;
  const followers = new Map<StreamListener, Follower<R>>();
  const listeners = { [Symbol.iterator]: () => followers.keys() };
  const keepAlive = createKeepAliveTimer({ clock, listeners, credentialRevision });
  const tellAll = createRounds({ [Symbol.iterator]: () => followers.values() }, tell);
  let isClosed = false;

  function open(request: R, onGone = () => {}): ReadableStream<Uint8Array> {
    let listener: StreamListener | undefined;
    return new ReadableStream<Uint8Array>({
      start(controller) {
        listener = createStreamListener({ request, controller, onGone: leave });
        // Only the listener that starts the timer lives through the whole first interval.
        if (keepAlive.isRunning()) listener.pings = -1;
        return welcome(listener, request);
      },
      cancel: () => listener?.leave(),
    }, KEPT_QUEUE);

    function leave(listener: StreamListener): void {
      followers.delete(listener);
      if (followers.size === 0) keepAlive.stop();
      onGone();
      request.onGone?.();
    }
  }

  async function welcome(listener: StreamListener, request: R): Promise<void> {
    listener.send(RETRY_FIELD);
    const lastId = parseEventId(request.lastEventId);
    // The client may have heard more from another process than this one knows yet.
    if (lastId !== null && lastId > head()) await sync();
    if (isClosed) return listener.end();
    if (listener.isGone()) return;
    const follower = { listener, request, seq: lastId };
    followers.set(listener, follower);
    keepAlive.start();
    tell(follower);
  }

  return {
    open,
    tellAll,
    tellAllAnew() {
      for (const follower of followers.values()) follower.seq = null;
      tellAll();
    },
    size: () => followers.size,
    close() {
      isClosed = true;
      for (const listener of [...followers.keys()]) listener.end();
    },
  };
}
