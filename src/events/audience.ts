import { type Clock, every } from "../platform/clock.ts";
import type { Feed, FeedEvent } from "./feed.ts";

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
   * "refused" ends the stream; "later" asks again with the next keep-alive.
   */
  renew(): Renewal | Promise<Renewal>;
  /** Called every two seconds, and soon after credentials change: whether they still open the stream. */
  mayStay(): boolean | Promise<boolean>;
  /** Called once, when the stream is over. */
  onGone(): void;
}

const TICK_MS = 500;
const TICKS_PER_PING = 30;
/** Credentials without a change are checked every 2 s: some expire. */
const TICKS_PER_CHECK = 4;
const RENEW_MS = 5 * 60_000;

/** One open stream. */
interface Listener<R> {
  readonly request: R;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** The number of the last event that was sent or is not for it; null: it is at the start. */
  seq: number | null;
  /** When it was let in last, epoch ms. */
  renewedAt: number;
  isGone: boolean;
}

/** All who listen to one kind of stream in this process. */
export interface Audience<R> {
  /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
  open(request: R): ReadableStream<Uint8Array>;
  size(): number;
  /**
   * Ends all streams, as before a shutdown, and those opened from now on: clients come back, to another
   * process.
   */
  close(): void;
}

interface AudienceDeps {
  readonly clock: Clock;
  readonly feed: Feed;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}

/** What streams of one kind send. */
interface StreamKind<R> {
  /** The number of the last event that {@linkcode begin} may know of; default: of the feed's. */
  head?(): number;
  /** Reads the store for that. */
  sync?(): Promise<void>;
  /**
   * What is sent to a client that is new, or that has missed something (`isNew` is false), and the number of
   * the event after which it goes on.
   */
  begin(request: R, isNew: boolean): { readonly chunk: Uint8Array; readonly seq: number };
  /** Whether all begin again when some events are not known. */
  readonly beginsAgain?: boolean;
  wants(request: R, event: FeedEvent): boolean;
  chunkOf(event: FeedEvent): Uint8Array;
}

/** Creates an audience without listeners. */
export function createAudience<R extends AudienceRequest>(
  { clock, feed, credentialRevision }: AudienceDeps,
  { head = feed.head, sync = feed.sync, ...kind }: StreamKind<R>,
): Audience<R> {
  const listeners = new Set<Listener<R>>();
  // Each event is encoded once, for all who listen and who come back.
  const chunks = new WeakMap<FeedEvent, Uint8Array>();
  let cancelTick: (() => void) | undefined;
  let ticks = 0;
  let seenRevision = 0;
  let isClosed = false;
  const unsubscribe = feed.subscribe(async (events) => {
    if (events === "gap" && kind.beginsAgain) {
      await sync();
      for (const listener of listeners) listener.seq = null;
    }
    for (const listener of listeners) sendNews(listener);
  });

  async function welcome(listener: Listener<R>): Promise<void> {
    send(listener, RETRY_FIELD);
    const lastId = parseEventId(listener.request.lastEventId);
    if (lastId !== null && lastId > head()) await sync();
    if (isClosed) return end(listener);
    if (listener.isGone) return;
    listener.seq = lastId;
    if (listeners.size === 0) {
      ticks = 0;
      cancelTick = every(clock, TICK_MS, tick);
    }
    listeners.add(listener);
    sendNews(listener);
  }

  /** Sends what is new to a listener, and notes its place. */
  function sendNews(listener: Listener<R>): void {
    const { request } = listener;
    let { seq } = listener;
    if (seq === null || seq < feed.floor() || (seq > head() && !feed.isAway())) {
      const begun = kind.begin(request, seq === null);
      send(listener, begun.chunk);
      seq = begun.seq;
    }
    // Without the store this process may know less than the one that the client comes from.
    listener.seq = Math.max(seq, feed.head());
    let isPlaced = true;
    for (const event of feed.since(seq)) {
      isPlaced = kind.wants(request, event);
      if (isPlaced) send(listener, chunkOf(event));
    }
    // A client that receives nothing for long comes back with this id, not with one that is over.
    if (!isPlaced) send(listener, placeChunk(feed.head()));
  }

  function chunkOf(event: FeedEvent): Uint8Array {
    const chunk = chunks.get(event) ?? kind.chunkOf(event);
    chunks.set(event, chunk);
    return chunk;
  }

  /** Sends a chunk, or ends the stream if too much is unread. */
  function send(listener: Listener<R>, chunk: Uint8Array): void {
    if (listener.isGone) return;
    try {
      if ((listener.controller.desiredSize ?? 0) <= 0) end(listener);
      else listener.controller.enqueue(chunk);
    } catch {
      leave(listener); // The client has cancelled meanwhile.
    }
  }

  function end(listener: Listener<R>): void {
    leave(listener);
    try {
      listener.controller.close();
    } catch {
      // It was closed already.
    }
  }

  function leave(listener: Listener<R>): void {
    if (listener.isGone) return;
    listener.isGone = true;
    if (listeners.delete(listener) && listeners.size === 0) cancelTick?.();
    listener.request.onGone();
  }

  /** One timer for all. */
  function tick(): void {
    ticks++;
    const revision = credentialRevision();
    const isCheck = revision !== seenRevision || ticks % TICKS_PER_CHECK === 0;
    const isPing = ticks % TICKS_PER_PING === 0;
    seenRevision = revision;
    for (const listener of listeners) {
      if (isCheck) void check(listener);
      if (!isPing) continue;
      // Who has not read everything needs nothing that keeps the connection open.
      if (listener.controller.desiredSize === MAX_UNREAD_BYTES) send(listener, KEEP_ALIVE);
      if (clock.now() - listener.renewedAt >= RENEW_MS) void renew(listener);
    }
  }

  /** Ends a stream whose credential does not open it any more, or cannot be looked at. */
  async function check(listener: Listener<R>): Promise<void> {
    const { request } = listener;
    if (!await Promise.try(() => request.mayStay()).catch(() => false)) end(listener);
  }

  async function renew(listener: Listener<R>): Promise<void> {
    const { request, renewedAt } = listener;
    listener.renewedAt = clock.now();
    const renewal = await Promise.try(() => request.renew()).catch(() => "refused");
    if (renewal === "refused") end(listener);
    else if (renewal === "later") listener.renewedAt = renewedAt;
  }

  return {
    open(request) {
      let listener: Listener<R>;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          listener = { request, controller, seq: null, renewedAt: clock.now(), isGone: false };
          return welcome(listener);
        },
        cancel: () => leave(listener),
      }, KEPT_QUEUE);
    },
    size: () => listeners.size,
    close() {
      isClosed = true;
      unsubscribe();
      for (const listener of [...listeners]) end(listener);
    },
  };
}

/** The number of an event; null for an id of some other service. */
function parseEventId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
