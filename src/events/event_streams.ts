import type { Clock } from "../platform/clock.ts";
import { type AudienceRequest, createAudience, eventChunk, type Listener } from "./audience.ts";
import type { EventLog, KeptEvent } from "./event_log.ts";

interface EventStreamRequest extends AudienceRequest {
  /** Which events it wants, and may receive at that moment. */
  wants(event: KeptEvent): boolean;
}

/** The streams of the log. */
export type EventStreams = ReturnType<typeof createEventStreams>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Creates the streams of a log. */
export function createEventStreams({ log, clock, credentialRevision }: {
  readonly log: EventLog;
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}) {
  const { head, sync } = log;
  const chunks = new WeakMap<KeptEvent, Uint8Array>();
  const audience = createAudience({ clock, credentialRevision, head, sync, sendNews });
  const unwatch = log.watch(audience.sendAll);

  function sendNews(listener: Listener<EventStreamRequest>): void {
    const { request } = listener;
    const floor = log.floor();
    let { seq } = listener;
    if (seq === null) {
      // From here on nothing waits: an event that is logged after this place was read is sent.
      seq = log.head();
      listener.send(placeChunk(seq));
    } else if (seq < floor) {
      listener.send(gapChunk(floor));
      seq = floor;
    }
    // A client may have received more from another process than this one could read.
    listener.seq = Math.max(seq, log.head());
    if (seq >= log.head()) return;
    let isPlaced = true;
    for (const event of log.since(seq)) {
      isPlaced = request.wants(event);
      if (isPlaced) listener.send(chunkOf(event));
    }
    // A client that receives nothing for long comes back with this id, not with one that is over.
    if (!isPlaced) listener.send(placeChunk(log.head()));
  }

  function chunkOf(event: KeptEvent): Uint8Array {
    let chunk = chunks.get(event);
    if (chunk === undefined) {
      chunks.set(event, chunk = eventChunk(event.seq, event.type, decoder.decode(event.json)));
    }
    return chunk;
  }

  return {
    /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
    open: (request: EventStreamRequest) => audience.open(request),
    size: audience.size,
    /**
     * Ends all streams, as before a shutdown, and those opened from now on as soon as they are: clients
     * come back, to another process.
     */
    close(): void {
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
  return eventChunk(floor, "gap", data);
}
