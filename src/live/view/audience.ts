import { setImmediate } from "node:timers";
import type { Clock } from "../../platform/clock.ts";
import {
  createStreamListener,
  MAX_UNREAD_BYTES,
  type StreamListener,
  type StreamRenewal,
} from "./stream_listener.ts";

const encoder = new TextEncoder();

/** A comment, which keeps connections open and is no event (HTML standard, 9.2.7). */
const KEEP_ALIVE = encoder.encode(":\n\n");

/** The first field of a stream: a client that loses the connection reconnects after 3 s. */
const RETRY_FIELD = encoder.encode("retry: 3000\n\n");

/** How much a client may leave unread. */
const KEPT_QUEUE: QueuingStrategy<Uint8Array> = {
  highWaterMark: MAX_UNREAD_BYTES,
  size: (chunk) => chunk?.byteLength ?? 0,
};

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

/** Keeps all connections open by one timer: intermediaries cut those that are silent. */
export interface KeepAliveTimer {
  isRunning(): boolean;
  /** Starts the timer, unless it runs. */
  start(): void;
  stop(): void;
}

/** What {@linkcode createKeepAliveTimer} needs. */
export interface KeepAliveDeps {
  readonly clock: Clock;
  readonly listeners: Iterable<StreamListener>;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}

const PING_MS = 15_000;
const PINGS_PER_RENEWAL = 20;
/** Credentials are read again every 2 s: a revoked one is gone within 3. */
const CHECK_MS = 500;
/** Credentials that nobody has changed are looked at every 2 s: some expire. */
const CHECKS_PER_LOOK = 4;

function createKeepAliveTimer(
  { clock, listeners, credentialRevision }: KeepAliveDeps,
): KeepAliveTimer {
  const lookAtAll = createRounds(listeners, (listener) => void listener.check());
  const pingAll = createRounds(listeners, ping);
  let cancelPing: (() => void) | undefined;
  let cancelCheck = () => {};
  let checks = 0;
  let seenRevision = 0;

  return { isRunning: () => cancelPing !== undefined, start, stop };

  function start(): void {
    if (cancelPing !== undefined) return;
    cancelPing = clock.after(PING_MS, onPing);
    cancelCheck = clock.after(CHECK_MS, onCheck);
  }

  function stop(): void {
    cancelPing?.();
    cancelCheck();
    cancelPing = undefined;
  }

  function onPing(): void {
    cancelPing = clock.after(PING_MS, onPing);
    pingAll();
  }

  function onCheck(): void {
    cancelCheck = clock.after(CHECK_MS, onCheck);
    const revision = credentialRevision();
    if (revision === seenRevision && ++checks < CHECKS_PER_LOOK) return;
    seenRevision = revision;
    checks = 0;
    lookAtAll();
  }
}

function ping(listener: StreamListener): void {
  listener.pings++;
  if (listener.pings > 0 && listener.pings % PINGS_PER_RENEWAL === 0) void renewOrEnd(listener);
  if (listener.isIdle()) listener.send(KEEP_ALIVE);
}

async function renewOrEnd(listener: StreamListener): Promise<void> {
  const renewal = await listener.renew();
  if (renewal === "refused") listener.end();
  else if (renewal === "later") listener.pings--;
}

/** How many are visited at a time: other requests pass in between. */
const VISITS_A_TURN = 100;

/**
 * Makes what visits all of `all`, some at a time. Called while it goes round, it goes round once more:
 * whoever was visited before the call is visited after it.
 */
function createRounds<T>(all: Iterable<T>, visit: (one: T) => void): () => void {
  let isUnderWay = false;
  let isWanted = false;

  function takeTurn(left: Iterator<T>): void {
    for (let n = 0; n < VISITS_A_TURN; n++) {
      const { done, value } = left.next();
      if (done) return endRound();
      visit(value);
    }
    setImmediate(takeTurn, left);
  }

  function endRound(): void {
    isUnderWay = isWanted;
    if (isWanted) setImmediate(startRound);
  }

  function startRound(): void {
    isUnderWay = true;
    isWanted = false;
    takeTurn(all[Symbol.iterator]());
  }

  return () => {
    if (isUnderWay) isWanted = true;
    else startRound();
  };
}

/** The number of an event; null for an id of some other service. */
function parseEventId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
