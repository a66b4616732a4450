import type { EventMemory } from "../../events/event_memory.ts";
import type { KeptEvent } from "../../events/kept_events.ts";
import type { Clock } from "../../platform/clock.ts";
import { type AudienceRequest, createAudience, type Follower } from "./audience.ts";

/** One connection to the stream of the log. */
export interface EventStreamRequest extends AudienceRequest {
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

/** What {@linkcode createEventStreams} needs. */
export interface EventStreamsDeps {
  /** What the streams tell. */
  readonly memory: EventMemory;
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Creates them. */
export function createEventStreams(
  { memory, clock, credentialRevision }: EventStreamsDeps,
): EventStreams {
  const { head, sync } = memory;
  const chunks = new WeakMap<KeptEvent, Uint8Array>();
  const audience = createAudience({ clock, credentialRevision, head, sync, tell });
  const unwatch = memory.watch(audience.tellAll);

  function tell(follower: Follower<EventStreamRequest>): void {
    const { listener, request } = follower;
    const floor = memory.floor();
    let { seq } = follower;
    if (seq === null) {
      // From here on nothing waits: an event that is logged after this place was read is sent.
      seq = memory.head();
      listener.send(placeChunk(seq));
    } else if (seq < floor) {
      listener.send(gapChunk(floor));
      seq = floor;
    }
    // A client may have heard more from another process than this one could read.
    follower.seq = Math.max(seq, memory.head());
    if (seq >= memory.head()) return;
    let isPlaced = true;
    for (const event of memory.since(seq)) {
      isPlaced = request.wants(event);
      if (isPlaced) listener.send(chunkOf(event));
    }
    // A client that hears nothing for long comes back with this id, not with one that is over.
    if (!isPlaced) listener.send(placeChunk(memory.head()));
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

  return {
    open: (request) => audience.open(request),
    size: audience.size,
    close() {
      unwatch();
      audience.close();
    },
  };
}

/**
 * A block without data: a client notes its id, and no event reaches the program (HTML standard, 9.2.6).
 * A client that is cut off before its first event comes back with this id.
 */
function placeChunk(seq: number): Uint8Array {
  return encoder.encode(`id: ${seq}\n\n`);
}

function gapChunk(floor: number): Uint8Array {
  const data = JSON.stringify({ oldest: String(floor) });
  return encoder.encode(`id: ${floor}\nevent: gap\ndata: ${data}\n\n`);
}
