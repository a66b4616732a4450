import { isoTimestamp, toLiveEntry } from "../records/live_entry.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { LiveEndItem, LiveItem } from "../../model/item/live.ts";

const encoder = new TextEncoder();

/** A comment, which keeps connections open and is no event (HTML standard, 9.2.7). */
export const KEEP_ALIVE = encoder.encode(":\n\n");

/** The first field of a stream: a client that loses the connection reconnects after 3 s. */
export const RETRY_FIELD = encoder.encode("retry: 3000\n\n");

/** Encodes the whole list of a group, as it is after event `seq`. */
export function encodeSnapshot(seq: number, entries: readonly LiveItem[]): Uint8Array {
  return chunk(seq, "snapshot", entries);
}

/** Encodes an event for the streams of a group; null where it is of another group. */
export function encodeEvent(
  event: LiveEvent,
  group: string,
  roster: LiveRoster,
): Uint8Array | null {
  const { broadcast } = event;
  const owner = roster.ownersOf(broadcast).find((one) => one.group === group);
  if (owner === undefined) return null;
  if (event.kind === "started") {
    const name = event.isResumed ? "resumed" : "started";
    return chunk(event.seq, name, toLiveEntry(broadcast, owner, event.viewers));
  }
  const { id, type, urlKey: url_key, slug, title } = broadcast;
  const { name, slug: url } = owner;
  const times = {
    started_at: isoTimestamp(broadcast.startedAt ?? event.endedAt),
    ended_at: isoTimestamp(event.endedAt),
  };
  const ended = { id, type, name, url_key, slug, title, group, url, ...times };
  return chunk(event.seq, "ended", ended satisfies LiveEndItem);
}

function chunk(seq: number, name: string, data: unknown): Uint8Array {
  return encoder.encode(`id: ${seq}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
