import { setImmediate } from "node:timers";
import type { EventMemory, KeptEvent } from "../../events/event_memory.ts";
import type { Clock } from "../../platform/clock.ts";
import { createKeepAliveTimer } from "./keep_alive.ts";
import { KEPT_QUEUE, parseEventId, RETRY_FIELD } from "./sse_chunk.ts";
import {
  createStreamListener,
  type StreamListener,
  type StreamRenewal,
} from "./stream_listener.ts";

/** One connection to the stream of the log. */
export interface EventStreamRequest extends StreamRenewal {
  /** The header `Last-Event-ID` as it came, or null. */
  readonly lastEventId: string | null;
  /** Which events it wants, and may be told at that moment. */
  wants(event: KeptEvent): boolean;
}

/** The streams of the log in this process. */
export interface EventStreams {
  /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
  open(request: EventStreamRequest): ReadableStream<Uint8Array>;
  /** How many are open. */
  size(): number;
  /** Ends all streams, and those opened from now on. */
  close(): void;
}

/** A listener, and the number of the last event that it was told or does not want. */
interface Follower {
  readonly listener: StreamListener;
  readonly request: EventStreamRequest;
  seq: number;
}

/** Listeners that are told at a time: other requests pass in between. */
const LISTENERS_A_TURN = 100;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Creates them; `memory` is what they tell. */
export function createEventStreams(
  { memory, clock }: { readonly memory: EventMemory; readonly clock: Clock },
): EventStreams {
  const followers = new Map<StreamListener, Follower>();
  const keepAlive = createKeepAliveTimer(clock, { [Symbol.iterator]: () => followers.keys() });
  const chunks = new WeakMap<KeptEvent, Uint8Array>();
  let isTelling = false;
  let isStale = false;
  let isClosed = false;
  const unwatch = memory.watch(tellAll);

  function open(request: EventStreamRequest): ReadableStream<Uint8Array> {
    let listener: StreamListener | undefined;
    return new ReadableStream<Uint8Array>({
      async start(controller) {
        listener = createStreamListener({ request, controller, onGone: remove });
        if (keepAlive.isRunning()) listener.pings = -1;
        await welcome(listener, request);
      },
      cancel: () => listener?.leave(),
    }, KEPT_QUEUE);
  }

  async function welcome(listener: StreamListener, request: EventStreamRequest): Promise<void> {
    listener.send(RETRY_FIELD);
    const lastId = parseEventId(request.lastEventId);
    // The client may have heard more from another process than this one knows yet.
    if (lastId !== null && lastId > memory.head()) await memory.sync();
    if (isClosed) return listener.end();
    if (listener.isGone()) return;
    const follower = { listener, request, seq: lastId ?? memory.head() };
    followers.set(listener, follower);
    keepAlive.start();
    tell(follower);
  }

  /** Tells all of what is new, some at a time; whoever comes meanwhile is told on arrival. */
  function tellAll(): void {
    isStale = true;
    if (isTelling) return;
    isTelling = true;
    nextTurn(followers.values());
  }

  function nextTurn(left: Iterator<Follower>): void {
    if (isStale) left = followers.values();
    isStale = false;
    for (let n = 0; n < LISTENERS_A_TURN; n++) {
      const { done, value } = left.next();
      if (done) return void (isTelling = false);
      tell(value);
    }
    setImmediate(() => nextTurn(left));
  }

  function tell(follower: Follower): void {
    const { listener, request } = follower;
    const floor = memory.floor();
    if (follower.seq < floor) {
      listener.send(gapChunk(floor));
      follower.seq = floor;
    }
    if (follower.seq >= memory.head()) return;
    for (const event of memory.since(follower.seq)) {
      follower.seq = event.seq;
      if (request.wants(event)) listener.send(chunkOf(event));
      if (listener.isGone()) return;
    }
    follower.seq = memory.head();
  }

  function chunkOf(event: KeptEvent): Uint8Array {
    let chunk = chunks.get(event);
    if (chunk === undefined) {
      const { seq, type, json } = event;
      const text = `id: ${seq}\nevent: ${type}\ndata: ${decoder.decode(json)}\n\n`;
      chunks.set(event, chunk = encoder.encode(text));
    }
    return chunk;
  }

  function remove(listener: StreamListener): void {
    followers.delete(listener);
    if (followers.size === 0) keepAlive.stop();
  }

  return {
    open,
    size: () => followers.size,
    close() {
      isClosed = true;
      unwatch();
      for (const listener of [...followers.keys()]) listener.end();
    },
  };
}

function gapChunk(floor: number): Uint8Array {
  const data = JSON.stringify({ oldest: String(floor) });
  return encoder.encode(`id: ${floor}\nevent: gap\ndata: ${data}\n\n`);
}
