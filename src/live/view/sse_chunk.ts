import { MAX_UNREAD_BYTES } from "./stream_listener.ts";
import { groupEntryOf } from "../records/event_entry.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { LiveItem } from "../../model/item/live.ts";

const encoder = new TextEncoder();

/** A comment, which keeps connections open and is no event (HTML standard, 9.2.7). */
export const KEEP_ALIVE = encoder.encode(":\n\n");

/** The first field of a stream: a client that loses the connection reconnects after 3 s. */
export const RETRY_FIELD = encoder.encode("retry: 3000\n\n");

/** How much a client may leave unread. */
export const KEPT_QUEUE: QueuingStrategy<Uint8Array> = {
  highWaterMark: MAX_UNREAD_BYTES,
  size: (chunk) => chunk?.byteLength ?? 0,
};

/** The number of an event; null for an id of some other service. */
export function parseEventId(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Encodes the whole list of a group, as it is after event `seq`. */
export function encodeSnapshot(seq: number, entries: readonly LiveItem[]): Uint8Array {
  return chunk(seq, "snapshot", entries);
}

/** What the kinds of events begin with that broadcasts have; live streams leave it out. */
const LIVE = "live.";

/** Encodes an event for the live streams of a group; null where it is none of its broadcasts'. */
export function encodeEvent(
  event: LiveEvent,
  group: string,
  roster: LiveRoster,
): Uint8Array | null {
  if (event.kind === "other") return null;
  const entry = groupEntryOf(event, group, roster);
  return entry === undefined ? null : chunk(event.seq, entry.type.slice(LIVE.length), entry.data);
}

function chunk(seq: number, name: string, data: unknown): Uint8Array {
  return encoder.encode(`id: ${seq}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
