import type { KvCheck, KvWrite } from "../platform/kv.ts";
import type { LogEntry, LogRecord } from "./event.ts";

/** Where the log is kept for all processes. */
export interface LogSource<R extends LogRecord = LogRecord> {
  /** The records above this number, at most 1,000, oldest first. Rejects where the store is away. */
  read(after: number): Promise<readonly R[]>;
  /** Looks at the store now. Never rejects. */
  sync(): Promise<void>;
  /** The number of the last record that this process knows of. */
  seq(): number;
  /** Calls `onRecords` with each batch of new records; null where some are not known. */
  subscribe(onRecords: (records: readonly R[] | null) => void): () => void;
  /** What is told of a record; undefined where nothing is. */
  entryOf(record: R): LogEntry | undefined;
}

/** What is committed together with events, or not at all. */
export interface AlongsideEvents {
  readonly checks: readonly KvCheck[];
  readonly writes: readonly KvWrite[];
}

/** Writes into the log. */
export interface LogWriter {
  /**
   * Gives entries the next numbers of the log, in the commit that writes them; at most 200 entries and
   * 500 KB. False where one of the checks does not hold. Rejects where the store is away.
   */
  append(entries: readonly LogEntry[], alongside: AlongsideEvents): Promise<boolean>;
}
