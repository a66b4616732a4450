import type { Clock } from "../../platform/clock.ts";
import { retryAfterMs } from "../../platform/outbound_fetch.ts";
import type { RecordedUse } from "../record/use.ts";

/** A place where uses of priority tokens are posted: a chat channel, a webhook. */
export interface Sink {
  /** Names its cursor in the store: "discord". */
  readonly name: string;
  /** At most so many posts within so many milliseconds; all of them hold. */
  readonly pace: readonly { readonly posts: number; readonly withinMs: number }[];
  /** Whether plans need to know what the tokens did before. */
  readonly remembers: boolean;
  /** When `waiting` uses should be posted, in epoch milliseconds; past is "now". */
  due(waiting: number, lastBatchAt: number, lastFoldedAt: number): number;
  /** What a batch that begins at `now` may spend; it comes back in {@linkcode Sink.planner}. */
  room(lastBatchAt: number, now: number): number;
  planner(known: ReadonlyMap<string, KnownToken>, room: number): Planner;
  /** Never rejects. `signal` ends it early. */
  post(message: Message, signal: AbortSignal): Promise<PostOutcome>;
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
  /** Whether uses were folded together. */
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

/** What came of posting a message. */
export type PostOutcome =
  /** It arrived; `pauseMs`: nothing more will be taken for so long. */
  | { readonly kind: "sent"; readonly pauseMs: number }
  /** Too fast: again after so long. */
  | { readonly kind: "wait"; readonly pauseMs: number }
  /** It failed, or nobody knows: again after a back-off. */
  | { readonly kind: "failed"; readonly reason: string }
  /** The message itself is not acceptable. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The address is gone or shut: no more posts. */
  | { readonly kind: "stop"; readonly reason: string };

/** A pause that a server asked for in seconds, in milliseconds: between 1 s and 1 h. */
export function askedPauseMs(seconds: unknown): number | null {
  const asked = Number(seconds);
  if (seconds === null || seconds === "" || !Number.isFinite(asked)) return null;
  return Math.min(3_600_000, Math.max(1_000, Math.ceil(asked * 1_000)));
}

/** The pause that `Retry-After` asks for, in milliseconds; null where it asks for none. */
export function retryAfterPauseMs(headers: Headers, clock: Clock): number | null {
  const waitMs = retryAfterMs(headers, clock.now());
  return waitMs === undefined ? null : askedPauseMs(waitMs / 1_000);
}
