import type { Numbered } from "../events/entry_log.ts";
import type { KvChanged, KvWrite } from "../platform/kv.ts";

/** What the outbox reads of a log. */
export interface Source<T> {
  /** The number of the last entry; 0 if there is none. */
  last(): Promise<number>;
  /**
   * The first entries above a number, at most `limit`, oldest first. A source that knows of none, because
   * another process was quicker, looks again before it says so; it rejects where it cannot.
   */
  after(seq: number, limit: number): Promise<readonly Numbered<T>[]>;
  /** Calls `changed` when there may be new entries; the returned function ends it. */
  watch(changed: KvChanged): () => void;
}

/** What became of a send. */
export type Sent =
  /**
   * It arrived: up to the entry `through`, if that is not the last one; nothing more is taken for `pauseMs`.
   * `writes` are stored with it.
   */
  | {
    readonly kind: "sent";
    readonly through?: number;
    readonly pauseMs?: number;
    readonly writes?: readonly KvWrite[];
  }
  /** It did not, or that is unknown: again after a wait of the endpoint's, or `waitMs` if that is longer. */
  | { readonly kind: "later"; readonly reason: string; readonly waitMs?: number }
  /** The address takes others, but never this one. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The address is gone or shut. */
  | { readonly kind: "gone"; readonly reason: string };

/** One send, as an endpoint puts it on record. */
export interface Attempt<T> {
  readonly entries: readonly Numbered<T>[];
  /** Counted from 1. */
  readonly attempt: number;
  /** Epoch ms. */
  readonly at: number;
  readonly ms: number;
  readonly sent: Sent;
  /** When the next one is due, epoch ms; null: there is none. */
  readonly nextAt: number | null;
}

/** An address to which entries of one log are sent. */
export interface Endpoint<T> {
  /** Names its cursor in the store, for good: `webhook w_…`. */
  readonly id: string;
  readonly source: Source<T>;
  /** Where an address without a cursor begins: with the first entry that is kept (default), or never. */
  readonly begins?: "first" | "never";
  /** Entries sent together at most, in one order for all; default: one, and subjects go their own ways. */
  readonly batch?: number;
  /** A send takes no longer; default 10 s. */
  readonly timeoutMs?: number;
  /** Without a success for so long, {@linkcode Endpoint.off} is called; default: never. */
  readonly offAfterMs?: number;
  /** Whose story an entry belongs to: entries of one subject go in order; undefined: not for this address. */
  subjectOf(entry: T): string | undefined;
  /** When a batch may begin, epoch ms, if `waiting` entries wait and the last one began at `begunAt`. */
  beginsAt?(waiting: number, begunAt: number): number;
  /** The wait in ms after so many failures of one entry; undefined: it is given up. */
  waitMs(failures: number): number | undefined;
  /** Sends. Never rejects. The same entries come again if the process dies meanwhile. */
  send(entries: readonly Numbered<T>[], attempt: number, signal: AbortSignal): Promise<Sent>;
  /** What is stored of sends, with their outcome. */
  attempted?(attempts: readonly Attempt<T>[]): Promise<readonly KvWrite[]>;
  /**
   * The address is to be sent nothing any more. Until it is gone from the list, nothing is sent. Called
   * again if it rejects, after the next send.
   */
  off?(why: "gone" | "failing", reason: string): void | Promise<void>;
}

/** How it goes with an address. */
export interface EndpointState {
  /** Entries that were not sent yet. */
  readonly waiting: number;
  readonly state: "ok" | "failing" | "stopped";
}

/** Sends what logs hold. */
export interface Outbox {
  /** There may be something to send, or other addresses; cheap. */
  wake(): void;
  state(id: string): EndpointState;
  /** Ends within about 4 s; other processes go on at once. */
  close(): Promise<void>;
}
