import { getAll, type Kv } from "../../platform/kv.ts";
import { GENESIS, type Head } from "../record/chain.ts";
import { knownTokenKey } from "../../platform/store_keys.ts";
import { readChunks, readEntries } from "../record/read_record.ts";
import type { KnownToken, MessagePlan, Sink } from "./sink.ts";
import type { RecordedUse } from "../entries/use.ts";

/** A batch of entries to be posted, and its messages. */
export interface BatchPlan {
  readonly told: Head;
  /** The last use of the batch. */
  readonly until: Head;
  readonly room: number;
  readonly plan: MessagePlan;
  /** The version of `FORGOTTEN_REVISION` that was seen before. */
  readonly forgets: string | null;
  /** Entries between `told` and `until` that are not on record, or cannot be read. */
  readonly missing: number;
}

/** Which uses to plan for. */
export interface BatchRequest {
  readonly kv: Kv;
  readonly sink: Sink;
  readonly told: Head;
  /** The end of the record. */
  readonly recorded: Head;
  readonly room: number;
  /** End of a batch that was begun before; null: as many as the sink takes. */
  readonly until: number | null;
  /** The version of `FORGOTTEN_REVISION`. */
  readonly forgets: string | null;
}

/** Reads the uses after `told`, whole chunks at a time, and plans their messages. */
export async function planBatch(request: BatchRequest): Promise<BatchPlan> {
  const { kv, sink, told, recorded, room } = request;
  const known = new Map<string, KnownToken>();
  const planner = sink.planner(known, room);
  const limit = request.until ?? recorded.seq;
  let end: Head = told;
  let read = 0;
  for await (const { chunk } of readChunks(kv, told.seq)) {
    if (request.until === null && planner.full()) break;
    if (chunk !== null && chunk.first > limit) break;
    const lines = chunk?.lines.filter(({ seq }) => seq > end.seq && seq <= limit) ?? [];
    if (chunk === null || lines.length === 0) continue;
    const found = await readEntries(kv, [{ ...chunk, lines }]);
    const uses = found.flatMap((entry) => entry.kind === "use" ? [entry.use] : []);
    if (sink.remembers) await learn(kv, sink.name, uses, known);
    for (const entry of found) {
      if (entry.kind === "use") planner.add(entry.use);
      else planner.addAct?.(entry.act);
    }
    read += found.length;
    end = { seq: lines.at(-1)!.seq, link: lines.at(-1)!.link };
  }
  // What cannot be read is passed over, or it would be looked for forever.
  const cutShort = request.until !== null || !planner.full();
  const until = cutShort && end.seq < limit ? { seq: limit, link: recorded.link } : end;
  const range = { from: told.seq + 1, until: until.seq, head: until.link };
  const missing = until.seq - told.seq - read;
  return { told, until, room, plan: planner.finish(range), missing, forgets: request.forgets };
}

/** A cursor's position: the chain's beginning before anything was posted. */
export function toldHead(cursor: { told: number; head: string }): Head {
  return cursor.told === 0 ? GENESIS : { seq: cursor.told, link: cursor.head };
}

/** Looks up what is remembered of the tokens that are new to `known`, ten at a time. */
async function learn(
  kv: Kv,
  sink: string,
  uses: readonly RecordedUse[],
  known: Map<string, KnownToken>,
): Promise<void> {
  const ids = [...new Set(uses.map((use) => use.token_id))].filter((id) => !known.has(id));
  const entries = await getAll<KnownToken>(kv, ids.map((id) => knownTokenKey(sink, id)));
  entries.forEach(({ value }, place) => {
    known.set(ids[place]!, value ?? { lastAt: -Infinity, addresses: [] });
  });
}
