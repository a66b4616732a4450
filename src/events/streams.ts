import type { Clock } from "../platform/clock.ts";
import {
  type AudienceRequest,
  createAudience,
  eventChunk,
  type Listener,
  placeChunk,
} from "./audience.ts";
import type { Feed, FeedEvent } from "./feed.ts";

interface EventStreamRequest extends AudienceRequest {
  /** Which events it wants, and may receive at that moment. */
  wants(event: FeedEvent): boolean;
}

/** The streams of the log. */
export interface EventStreams {
  /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left. */
  open(request: EventStreamRequest): ReadableStream<Uint8Array>;
  size(): number;
  /**
   * Ends all streams, as before a shutdown, and those opened from now on as soon as they are: clients
   * come back, to another process.
   */
  close(): void;
}

/** Creates the streams of a log. */
export function createEventStreams({ feed, clock, credentialRevision }: {
  readonly feed: Feed;
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}): EventStreams {
  // Each is encoded once, for all who listen.
  const chunks = new WeakMap<FeedEvent, Uint8Array>();
  const audience = createAudience({ clock, feed, credentialRevision, sendNews });
  const unsubscribe = feed.subscribe(audience.sendAll);

  function sendNews(listener: Listener<EventStreamRequest>): void {
    const { request } = listener;
    const [floor, head] = [feed.floor(), feed.head()];
    let { seq } = listener;
    if (seq === null) {
      // From here on nothing waits: an event that is logged after this place was read is sent.
      seq = head;
      listener.send(placeChunk(seq));
    } else if (seq < floor || (seq > head && !feed.isAway())) {
      listener.send(eventChunk(floor, "gap", JSON.stringify({ oldest: String(floor) })));
      seq = floor;
    }
    // Without the store this process may know less than the one that the client comes from.
    listener.seq = Math.max(seq, head);
    let isPlaced = true;
    for (const event of feed.since(seq)) {
      isPlaced = request.wants(event);
      if (isPlaced) listener.send(chunkOf(event));
    }
    // A client that receives nothing for long comes back with this id, not with one that is over.
    if (!isPlaced) listener.send(placeChunk(head));
  }

  function chunkOf(event: FeedEvent): Uint8Array {
    let chunk = chunks.get(event);
    if (chunk === undefined) {
      chunks.set(event, chunk = eventChunk(event.seq, event.type, eventJson(event)));
    }
    return chunk;
  }

  return {
    open: (request) => audience.open(request),
    size: audience.size,
    close() {
      unsubscribe();
      audience.close();
    },
  };
}

/** What callers receive of an event. */
export function eventJson({ id, type, group, at, data }: FeedEvent): string {
  return JSON.stringify({ id, type, group, at, data });
}
