import { GENESIS } from "./chain.ts";

/** How far one sink has told the record; the only thing its processes share. */
export interface Cursor {
  /** Number of the last use that was told. */
  readonly told: number;
  /** The link of that use: the head as the last message gave it. */
  readonly head: string;
  /** Seal over sink, `told` and `head`; "" before anything was told. */
  readonly seal: string;
  /** The uses being told now; null between batches. */
  readonly batch: BatchMark | null;
  /** Who posts a message right now; "" is nobody. */
  readonly holder: string;
  /** Until when, in epoch milliseconds; afterwards somebody else may go on. */
  readonly heldUntil: number;
  /** When the last messages were posted: what the sink's pace allows next depends on them. */
  readonly posts: readonly number[];
  /** No post before this instant: the sink said so, or failed. */
  readonly retryAt: number;
  /** Posts that failed in a row. */
  readonly failures: number;
  /** When the last batch began to be told. */
  readonly batchAt: number;
  /** When the last batch began that had to be folded into digests. */
  readonly foldedAt: number;
}

/** A batch in progress. It is planned anew, and alike, by whoever goes on with it. */
export interface BatchMark {
  /** Number of its last use; it begins after `told`. */
  readonly until: number;
  /** What {@linkcode Sink.room} allowed when it began. */
  readonly room: number;
  /** Messages already told. */
  readonly sent: number;
  /** The next message was refused in its full form. */
  readonly plain: boolean;
}

/** The cursor of a sink that has told nothing yet. */
export const CURSOR_START: Cursor = {
  told: GENESIS.seq,
  head: GENESIS.link,
  seal: "",
  batch: null,
  holder: "",
  heldUntil: 0,
  posts: [],
  retryAt: 0,
  failures: 0,
  batchAt: 0,
  foldedAt: 0,
};
