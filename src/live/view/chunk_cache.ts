import type { LiveEvent } from "../records/live_event.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { LiveView } from "./live_view.ts";
import { encodeEvent, encodeSnapshot } from "./sse_chunk.ts";

/** Encodes each event and snapshot once per group, for all who listen and who come back. */
export interface ChunkCache {
  /** The chunk of an event; null where it is of another group. */
  event(event: LiveEvent, group: string): Uint8Array | null;
  /** The chunk of the whole list, as it is now. */
  snapshot(group: string): Uint8Array;
  /** Forgets the snapshots. */
  clear(): void;
}

interface Snapshot {
  readonly revision: number;
  readonly seq: number;
  readonly chunk: Uint8Array;
}

export function createChunkCache(view: LiveView, roster: () => LiveRoster): ChunkCache {
  const snapshots = new Map<string, Snapshot>();
  const chunks = new WeakMap<LiveEvent, Map<string, Uint8Array | null>>();

  return { event, snapshot, clear: () => snapshots.clear() };

  function event(event: LiveEvent, group: string): Uint8Array | null {
    const known = chunks.get(event) ?? new Map<string, Uint8Array | null>();
    chunks.set(event, known);
    if (!known.has(group)) known.set(group, encodeEvent(event, group, roster()));
    return known.get(group)!;
  }

  function snapshot(group: string): Uint8Array {
    const known = snapshots.get(group);
    const [revision, seq] = [view.revision(), view.seq()];
    if (known?.revision === revision && known.seq === seq) return known.chunk;
    const chunk = encodeSnapshot(seq, view.list(group));
    snapshots.set(group, { revision, seq, chunk });
    return chunk;
  }
}
