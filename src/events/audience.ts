import { setImmediate } from "node:timers";
import type { Clock } from "../platform/clock.ts";

const encoder = new TextEncoder();

/** A comment, which keeps connections open and is no event (HTML standard, 9.2.7). */
const KEEP_ALIVE = encoder.encode(":\n\n");

/** The first field of a stream: a client that loses the connection reconnects after 3 s. */
const RETRY_FIELD = encoder.encode("retry: 3000\n\n");

/** A client with so much unread is disconnected; it comes back and resumes. The bytes are shared. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** How much a client may leave unread. */
const KEPT_QUEUE: QueuingStrategy<Uint8Array> = {
  highWaterMark: MAX_UNREAD_BYTES,
  size: (chunk) => chunk?.byteLength ?? 0,
};

/** One event of a stream (HTML standard, 9.2.6). */
export function eventChunk(id: number, event: string, data: string): Uint8Array {
  return encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
}

/** Whether a connection may go on: it was let in again, may be asked again soon, or may not. */
export type Renewal = "renewed" | "later" | "refused";

/** One connection to a stream of numbered events. */
export interface AudienceRequest {
  /** The header `Last-Event-ID` as it came, or null. */
  readonly lastEventId: string | null;
  /**
   * Called every five minutes, for what the connection costs and whether its key is still good.
   * "refused" ends the stream; "later" asks again with the next keep-alive. Default: it goes on.
   */
  readonly renew?: () => Renewal | Promise<Renewal>;
  /** Called every two seconds, and soon after credentials change: whether they still open the stream. Default: they do. */
  readonly mayStay?: () => boolean | Promise<boolean>;
  /** Called once, when the stream is over. */
  readonly onGone?: () => void;
}

/** One open stream. */
export class Listener<R extends AudienceRequest> {
  readonly request: R;
  /** The number of the last event that was sent or is not for it; null: it is sent all from the start. */
  seq: number | null = null;
  /** Whole intervals between keep-alives that it has lived through. */
  pings = 0;
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #onGone: (listener: Listener<R>) => void;
  #isGone = false;

  /** `onGone` is called once, when the stream is over. */
  constructor(
    request: R,
    controller: ReadableStreamDefaultController<Uint8Array>,
    onGone: (listener: Listener<R>) => void,
  ) {
    this.request = request;
    this.#controller = controller;
    this.#onGone = onGone;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Sends a chunk, or ends the stream if too much is unread. */
  send(chunk: Uint8Array): void {
    if (this.#isGone) return;
    try {
      if (this.#freeBytes <= 0) return this.end();
      this.#controller.enqueue(chunk);
    } catch {
      this.leave(); // The client has cancelled meanwhile.
    }
  }

  /** Keeps the connection open, if the client has read everything; renews it from time to time. */
  ping(): void {
    this.pings++;
    if (this.pings > 0 && this.pings % PINGS_PER_RENEWAL === 0) void this.#renewOrEnd();
    if (this.#freeBytes === MAX_UNREAD_BYTES) this.send(KEEP_ALIVE);
  }

  /** Ends the stream if the credential does not open it any more. */
  check(): void {
    const stays = this.request.mayStay?.() ?? true;
    if (stays === false) this.end();
    else if (stays !== true) {
      stays.then((stays) => {
        if (!stays) this.end();
      }, () => {});
    }
  }

  /** Closes the stream, and leaves. */
  end(): void {
    this.leave();
    try {
      this.#controller.close();
    } catch {
      // It was closed already.
    }
  }

  /** Leaves a stream that the client has cancelled. */
  leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#onGone(this);
  }

  get #freeBytes(): number {
    return this.#controller.desiredSize ?? 0;
  }

  async #renewOrEnd(): Promise<void> {
    const renewal = await this.#renew();
    if (renewal === "refused") this.end();
    else if (renewal === "later") this.pings--;
  }

  async #renew(): Promise<Renewal> {
    try {
      return await this.request.renew?.() ?? "renewed";
    } catch {
      return "refused";
    }
  }
}

const PING_MS = 15_000;
const PINGS_PER_RENEWAL = 20;
/** Credentials are read again every 2 s: a revoked one is gone within 3. */
const CHECK_MS = 500;
/** Credentials without a change are checked every 2 s: some expire. */
const TICKS_PER_CHECK = 4;

/** All who listen to one kind of stream in this process. */
export function createAudience<R extends AudienceRequest>(deps: {
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
  /** The number of the last event that this process knows of. */
  readonly head: () => number;
  /** Reads the store now: a client may have received more from another process. */
  readonly sync: () => Promise<void>;
  /** Sends one listener what is new to it, and notes its place. */
  readonly sendNews: (listener: Listener<R>) => void;
}) {
  const { clock, credentialRevision, head, sync, sendNews } = deps;
  const listeners = new Set<Listener<R>>();
  const sendAll = createRounds(listeners, sendNews);
  const pingAll = createRounds(listeners, (listener) => listener.ping());
  const checkAll = createRounds(listeners, (listener) => listener.check());
  let cancelPing: (() => void) | undefined;
  let cancelTick = () => {};
  let ticks = 0;
  let seenRevision = 0;
  let isClosed = false;

  return {
    /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left; `onGone` is called once. */
    open(request: R, onGone = () => {}): ReadableStream<Uint8Array> {
      let listener: Listener<R> | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          listener = new Listener(request, controller, (listener) => {
            leave(listener);
            onGone();
            request.onGone?.();
          });
          // Only the listener that starts the timer lives through the whole first interval.
          if (cancelPing !== undefined) listener.pings = -1;
          return welcome(listener);
        },
        cancel: () => listener?.leave(),
      }, KEPT_QUEUE);
    },
    /** Sends all what is new, to some at a time; a listener that comes meanwhile receives it on arrival. */
    sendAll,
    /** The same from the start on. */
    sendAllFromStart(): void {
      for (const listener of listeners) listener.seq = null;
      sendAll();
    },
    size: (): number => listeners.size,
    /** Ends all streams, and those opened from now on. */
    close(): void {
      isClosed = true;
      for (const listener of [...listeners]) listener.end();
    },
  };

  async function welcome(listener: Listener<R>): Promise<void> {
    listener.send(RETRY_FIELD);
    const lastId = parseEventId(listener.request.lastEventId);
    // The client may have received more from another process than this one knows yet.
    if (lastId !== null && lastId > head()) await sync();
    if (isClosed) return listener.end();
    if (listener.isGone) return;
    listener.seq = lastId;
    listeners.add(listener);
    startTimers();
    sendNews(listener);
  }

  function leave(listener: Listener<R>): void {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    cancelPing?.();
    cancelTick();
    cancelPing = undefined;
  }

  /** Keeps all connections open by one timer: intermediaries cut those that are silent. */
  function startTimers(): void {
    if (cancelPing !== undefined) return;
    cancelPing = clock.after(PING_MS, onPing);
    cancelTick = clock.after(CHECK_MS, onTick);
  }

  function onPing(): void {
    cancelPing = clock.after(PING_MS, onPing);
    pingAll();
  }

  function onTick(): void {
    cancelTick = clock.after(CHECK_MS, onTick);
    const revision = credentialRevision();
    if (revision === seenRevision && ++ticks < TICKS_PER_CHECK) return;
    seenRevision = revision;
    ticks = 0;
    checkAll();
  }
}

/** How many are visited at a time: other requests pass in between. */
const VISITS_A_TURN = 100;

/**
 * Makes what visits all of `all`, some at a time. Called while it goes round, it goes round once more:
 * those that were visited before the call are visited after it.
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
