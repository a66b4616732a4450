import type { Sent } from "../../delivery/endpoint.ts";
import type { RecordedAct } from "../entries/admin_entry.ts";
import type { RecordedUse } from "../entries/use.ts";

/** A place where uses of priority tokens are posted: a chat channel, a webhook. */
export interface Sink {
  /** Names its cursor in the store: "discord". */
  readonly name: string;
  /** At most so many posts within so many milliseconds; all of them hold. */
  readonly pace: readonly PaceBound[];
  /** Whether plans need to know what the tokens did before. */
  readonly remembers: boolean;
  /** When `waiting` uses should be posted, in epoch milliseconds; past is "now". */
  due(waiting: number, lastBatchAt: number, lastFoldedAt: number): number;
  /** What a batch that begins at `now` may spend; it comes back in {@linkcode Sink.planner}. */
  room(lastBatchAt: number, now: number): number;
  planner(known: ReadonlyMap<string, KnownToken>, room: number): Planner;
  /** Never rejects. `signal` ends it early. */
  post(message: Message, signal: AbortSignal): Promise<Sent>;
}

/** One bound of a pace: at most so many posts within so many milliseconds. */
export interface PaceBound {
  readonly posts: number;
  readonly withinMs: number;
}

/** What is remembered of a token between batches. */
export interface KnownToken {
  /** Its last use posted, in epoch milliseconds. */
  readonly lastAt: number;
  /** Marks of the addresses it was used from, the most recent last. */
  readonly addresses: readonly string[];
}

/** Turns the uses of a batch into messages; the same uses make the same messages. */
export interface Planner {
  add(use: RecordedUse): void;
  /** What an administrator did; absent if a sink shows uses alone. */
  addAct?(act: RecordedAct): void;
  /** The batch should end here. */
  full(): boolean;
  finish(range: BatchRange): MessagePlan;
}

/** Which uses a batch covers; `head` is the link of the last one. */
export interface BatchRange {
  readonly from: number;
  readonly until: number;
  readonly head: string;
}

/** The content of a batch that is to be posted. */
export interface MessagePlan {
  readonly messages: readonly Message[];
  readonly folded: boolean;
  /** What is known of the tokens afterwards. */
  learned(): Iterable<[string, KnownToken]>;
}

/** One message, ready to be posted. */
export interface Message {
  /** The same whenever this message is posted again. */
  readonly id: string;
  readonly body: string;
  /** What to post where the body was refused: the same counts, nothing that callers wrote. */
  readonly plain?: string;
}
