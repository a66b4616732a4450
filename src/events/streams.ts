import {
  type Audience,
  type AudienceRequest,
  createAudience,
  eventChunk,
  placeChunk,
} from "./audience.ts";
import type { FeedEvent } from "./feed.ts";

interface EventStreamRequest extends AudienceRequest {
  /** Which events it wants, and may receive at that moment. */
  wants(event: FeedEvent): boolean;
}

/** The streams of the log. */
export type EventStreams = Audience<EventStreamRequest>;

/** Creates the streams of a log. */
export function createEventStreams(deps: Parameters<typeof createAudience>[0]): EventStreams {
  const { feed } = deps;
  return createAudience<EventStreamRequest>(deps, {
    begin(_request, isNew) {
      // From here on nothing waits: an event that is logged after this place was read is sent.
      if (isNew) return { chunk: placeChunk(feed.head()), seq: feed.head() };
      const oldest = feed.floor();
      const data = JSON.stringify({ oldest: String(oldest) });
      return { chunk: eventChunk(oldest, "gap", data), seq: oldest };
    },
    wants: (request, event) => request.wants(event),
    chunkOf: (event) => eventChunk(event.seq, event.type, eventJson(event)),
  });
}

/** What callers receive of an event. */
export function eventJson({ id, type, group, at, data }: FeedEvent): string {
  return JSON.stringify({ id, type, group, at, data });
}
