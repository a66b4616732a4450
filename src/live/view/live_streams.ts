import type { Clock } from "../../platform/clock.ts";
import type { LiveView } from "./live_view.ts";
import type { Demand } from "../store/demand.ts";
import { encodeEvent, encodeSnapshot, KEEP_ALIVE, RETRY_FIELD } from "./sse_chunk.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveRoster } from "../records/roster.ts";

/** Whether a connection may go on: it was let in again, may be asked again soon, or may not. */
export type Renewal = "renewed" | "later" | "refused";

/** One connection to `live/stream`. */
export interface StreamRequest {
  readonly group: string;
  /** The header `Last-Event-ID` as it came, or null. */
  readonly lastEventId: string | null;
  /**
   * Called when five minutes are over, and then every five minutes, for what the connection costs and
   * whether its key is still good. "refused" ends the stream; "later" asks again with the next ping.
   * Default: it goes on.
   */
  readonly renew?: () => Renewal | Promise<Renewal>;
}

/** The listeners of this process. */
export interface LiveStreams {
  /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
  open(request: StreamRequest): ReadableStream<Uint8Array>;
  /** How many listen. */
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
  /** Looks at the store now: a client may have heard more from another process. */
  readonly sync: () => Promise<void>;
}

const PING_MS = 15_000;
const PINGS_PER_RENEWAL = 20;

/** A client with so much unread is let go; it comes back and resumes. The bytes are shared. */
const MAX_UNREAD_BYTES = 256 * 1024;

interface Listener {
  readonly group: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly renew: StreamRequest["renew"];
  readonly release: () => void;
  /** Whole intervals between pings that it has lived through. */
  pings: number;
  gone: boolean;
}

export function createLiveStreams(deps: LiveStreamsDeps): LiveStreams {
  const { view, roster, demand, clock, sync } = deps;
  const listeners = new Set<Listener>();
  const snapshots = new Map<string, { revision: number; seq: number; chunk: Uint8Array }>();
  const chunks = new WeakMap<LiveEvent, Map<string, Uint8Array | null>>();
  let stopPinging: (() => void) | undefined;
  let closed = false;
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

  function open({ group, lastEventId, renew }: StreamRequest): ReadableStream<Uint8Array> {
    let listener: Listener | undefined;
    return new ReadableStream<Uint8Array>({
      async start(controller) {
        const release = demand.addListener();
        const lastId = parseId(lastEventId);
        // Only whoever sets off the timer sees its first interval whole.
        const pings = stopPinging === undefined ? 0 : -1;
        listener = { group, controller, renew, release, pings, gone: false };
        send(listener, RETRY_FIELD);
        // The client may have heard more elsewhere than this process knows yet.
        if (lastId !== null && lastId > view.seq()) await sync();
        if (!listener.gone) admit(listener, lastId);
      },
      cancel() {
        if (listener !== undefined) remove(listener);
      },
    }, { highWaterMark: MAX_UNREAD_BYTES, size: (chunk) => chunk?.byteLength ?? 0 });
  }

  /** From here on a listener hears every event; first, what it has missed. */
  function admit(listener: Listener, lastId: number | null): void {
    if (closed) return end(listener);
    listeners.add(listener);
    stopPinging ??= clock.after(PING_MS, pingAll);
    const missed = lastId === null ? null : view.eventsSince(lastId);
    if (missed === null) sendSnapshot(listener);
    else missed.forEach((event) => sendEvent(listener, event));
  }

  function broadcastAll(events: readonly LiveEvent[] | null): void {
    if (events === null) return listeners.forEach(sendSnapshot);
    for (const event of events) {
      for (const listener of listeners) sendEvent(listener, event);
    }
  }

  function sendEvent(listener: Listener, event: LiveEvent): void {
    const bytes = bytesOf(event, listener.group);
    if (bytes !== null) send(listener, bytes);
  }

  /** Made once per event and group, sent to all, now and when they come back. */
  function bytesOf(event: LiveEvent, group: string): Uint8Array | null {
    const known = chunks.get(event) ?? new Map<string, Uint8Array | null>();
    chunks.set(event, known);
    if (!known.has(group)) known.set(group, encodeEvent(event, group, roster()));
    return known.get(group)!;
  }

  function sendSnapshot(listener: Listener): void {
    send(listener, snapshot(listener.group));
  }

  function snapshot(group: string): Uint8Array {
    const known = snapshots.get(group);
    const [revision, seq] = [view.revision(), view.seq()];
    if (known?.revision === revision && known.seq === seq) return known.chunk;
    const chunk = encodeSnapshot(seq, view.list(group));
    snapshots.set(group, { revision, seq, chunk });
    return chunk;
  }

  function send(listener: Listener, bytes: Uint8Array): void {
    try {
      if ((listener.controller.desiredSize ?? 0) <= 0) return end(listener);
      listener.controller.enqueue(bytes);
    } catch {
      remove(listener); // cancelled between two looks
    }
  }

  function end(listener: Listener): void {
    remove(listener);
    try {
      listener.controller.close();
    } catch {
      // It was closed already.
    }
  }

  function remove(listener: Listener): void {
    listener.gone = true;
    listeners.delete(listener);
    listener.release();
    if (listeners.size > 0) return;
    stopPinging?.();
    stopPinging = undefined;
    snapshots.clear();
  }

  /** One timer for all: a silent connection would be cut somewhere on its way. */
  function pingAll(): void {
    stopPinging = clock.after(PING_MS, pingAll);
    for (const listener of listeners) {
      listener.pings++;
      if (listener.pings > 0 && listener.pings % PINGS_PER_RENEWAL === 0) void renewOrEnd(listener);
      if ((listener.controller.desiredSize ?? 0) === MAX_UNREAD_BYTES) send(listener, KEEP_ALIVE);
    }
  }

  async function renewOrEnd(listener: Listener): Promise<void> {
    const renewal = await renewalOf(listener);
    if (renewal === "refused") end(listener);
    else if (renewal === "later") listener.pings--;
  }

  function close(): void {
    closed = true;
    for (const listener of [...listeners]) end(listener);
  }
}

/** Whoever cannot say that it may go on does not let it go on. */
async function renewalOf({ renew }: Listener): Promise<Renewal> {
  try {
    return await renew?.() ?? "renewed";
  } catch {
    return "refused";
  }
}

/** Ids are whole numbers; anything else is some other service's. */
function parseId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
