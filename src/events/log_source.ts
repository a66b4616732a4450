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
