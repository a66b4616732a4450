import type { Clock } from "../platform/clock.ts";
import type { Feed } from "./feed.ts";

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

/**
 * A block without data: a client notes its id, and no event reaches the program (HTML standard, 9.2.6).
 * A client that is cut off before its first event comes back with this id.
 */
export function placeChunk(seq: number): Uint8Array {
  return encoder.encode(`id: ${seq}\n\n`);
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

const TICK_MS = 500;
const TICKS_PER_PING = 30;
/** Credentials without a change are checked every 2 s: some expire. */
const TICKS_PER_CHECK = 4;
const RENEW_MS = 5 * 60_000;

/** One open stream. */
export class Listener<R extends AudienceRequest> {
  /** The number of the last event that was sent or is not for it; null: it is sent all from the start. */
  seq: number | null = null;
  isGone = false;

  /** `onGone` is called once, when the stream is over; `renewedAt`: when it was let in last, epoch ms. */
  constructor(
    readonly request: R,
    public renewedAt: number,
    private readonly controller: ReadableStreamDefaultController<Uint8Array>,
    private readonly onGone: (listener: Listener<R>) => void,
  ) {}

  /** Sends a chunk, or ends the stream if too much is unread. */
  send(chunk: Uint8Array): void {
    if (this.isGone) return;
    try {
      if (this.#freeBytes <= 0) return this.end();
      this.controller.enqueue(chunk);
    } catch {
      this.leave(); // The client has cancelled meanwhile.
    }
  }

  /** Keeps the connection open, if the client has read everything. */
  ping(): void {
    if (this.#freeBytes === MAX_UNREAD_BYTES) this.send(KEEP_ALIVE);
  }

  /** Lets the client in again, or ends the stream. */
  async renew(now: number): Promise<void> {
    const before = this.renewedAt;
    this.renewedAt = now;
    const { renew = () => "renewed" } = this.request;
    const renewal = await Promise.try(renew).catch(() => "refused");
    if (renewal === "refused") this.end();
    else if (renewal === "later") this.renewedAt = before;
  }

  /** Ends the stream if the credential does not open it any more, or cannot be looked at. */
  async check(): Promise<void> {
    const { mayStay = () => true } = this.request;
    if (!await Promise.try(mayStay).catch(() => false)) this.end();
  }

  /** Closes the stream, and leaves. */
  end(): void {
    this.leave();
    try {
      this.controller.close();
    } catch {
      // It was closed already.
    }
  }

  /** Leaves a stream that the client has cancelled. */
  leave(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.onGone(this);
  }

  get #freeBytes(): number {
    return this.controller.desiredSize ?? 0;
  }
}

/** All who listen to one kind of stream in this process. */
interface Audience<R extends AudienceRequest> {
  /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left; `onGone` is called once. */
  open(request: R, onGone?: () => void): ReadableStream<Uint8Array>;
  /** Sends all what is new. */
  sendAll(): void;
  /** The same from the start on. */
  sendAllFromStart(): void;
  size(): number;
  /** Ends all streams, and those opened from now on. */
  close(): void;
}

/** Creates an audience without listeners. */
export function createAudience<R extends AudienceRequest>(
  { clock, feed, credentialRevision, sendNews }: {
    readonly clock: Clock;
    readonly feed: Pick<Feed, "head" | "sync">;
    /** Another number whenever a credential may open something else than before. */
    readonly credentialRevision: () => number;
    /** Sends one listener what is new to it, and notes its place. */
    readonly sendNews: (listener: Listener<R>) => void;
  },
): Audience<R> {
  const listeners = new Set<Listener<R>>();
  let cancelTick: (() => void) | undefined;
  let ticks = 0;
  let seenRevision = 0;
  let isClosed = false;

  async function welcome(listener: Listener<R>): Promise<void> {
    listener.send(RETRY_FIELD);
    const lastId = parseEventId(listener.request.lastEventId);
    if (lastId !== null && lastId > feed.head()) await feed.sync();
    if (isClosed) return listener.end();
    if (listener.isGone) return;
    listener.seq = lastId;
    listeners.add(listener);
    if (cancelTick === undefined) {
      ticks = 0;
      cancelTick = clock.after(TICK_MS, tick);
    }
    sendNews(listener);
  }

  function leave(listener: Listener<R>): void {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    cancelTick?.();
    cancelTick = undefined;
  }

  /** One timer for all. */
  function tick(): void {
    cancelTick = clock.after(TICK_MS, tick);
    ticks++;
    const now = clock.now();
    const revision = credentialRevision();
    const isCheck = revision !== seenRevision || ticks % TICKS_PER_CHECK === 0;
    const isPing = ticks % TICKS_PER_PING === 0;
    seenRevision = revision;
    for (const listener of listeners) {
      if (isCheck) listener.check();
      if (isPing) listener.ping();
      if (isPing && now - listener.renewedAt >= RENEW_MS) void listener.renew(now);
    }
  }

  function sendAll(): void {
    for (const listener of listeners) sendNews(listener);
  }

  return {
    open(request, onGone = () => {}) {
      let listener: Listener<R> | undefined;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          listener = new Listener(request, clock.now(), controller, (listener) => {
            leave(listener);
            onGone();
            request.onGone?.();
          });
          return welcome(listener);
        },
        cancel: () => listener?.leave(),
      }, KEPT_QUEUE);
    },
    sendAll,
    sendAllFromStart() {
      for (const listener of listeners) listener.seq = null;
      sendAll();
    },
    size: () => listeners.size,
    close() {
      isClosed = true;
      for (const listener of [...listeners]) listener.end();
    },
  };
}

/** The number of an event; null for an id of some other service. */
function parseEventId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
