import { type Clock, sleep } from "../../platform/clock.ts";
import { createOutageLog, type FormatLine, type Log } from "../../platform/log.ts";
import type { CallerKind } from "./counts.ts";

/** An answered request. Nothing of it is what a caller sent, but for ids of what there is. */
export interface AccessEntry {
  readonly method: string;
  /** The pattern of the path, as the tables have it: `/api/groupa/theater/{id}`. */
  readonly path: string;
  /** What the path's parameter named, if there was such a thing. */
  readonly item: string | undefined;
  readonly status: number;
  /** Until the head of the answer was ready. */
  readonly ms: number;
  /** Bytes of the body as it was sent; undefined for a stream. */
  readonly bytes: number | undefined;
  readonly credential: CallerKind;
  /** The id of the key or token; never its secret. */
  readonly caller: string | undefined;
  readonly address: string;
  readonly requestId: string;
}

/** A line for each request. */
export type AccessLog = ReturnType<typeof createAccessLog>;

/** How long a line may wait for others. */
const BATCH_MS = 1_000;
/** So many characters are written at once. */
const BATCH_LENGTH = 64 * 1024;
/** So many may wait for their reader; further lines are dropped and counted. */
const MAX_WAITING = 4 * 1024 * 1024;
const CLOSE_MS = 1_000;

/** Creates the log. A request only adds a line to those that wait; they are written together. */
export function createAccessLog({ clock, log, formatLine, write, which }: {
  readonly clock: Clock;
  readonly log: Log;
  readonly formatLine: FormatLine;
  /** Writes whole lines; resolves when they are written. */
  readonly write: (lines: string) => Promise<void>;
  /** `errors`: refusals and faults alone. */
  readonly which: "errors" | "on";
}) {
  const outage = createOutageLog(log, {
    away: "Cannot write the access log: its lines are dropped",
    back: "The access log is written again",
  });
  let waiting: string[] = [];
  let length = 0;
  let dropped = 0;
  let writing: Promise<void> | undefined;
  let cancel: (() => void) | undefined;

  function add(line: string): void {
    if (length + line.length > MAX_WAITING) return void dropped++;
    waiting.push(line);
    length += line.length + 1;
    if (length >= BATCH_LENGTH) void flush();
    else cancel ??= clock.after(BATCH_MS, () => void flush());
  }

  /** Writes until nothing waits. */
  function flush(): Promise<void> {
    cancel?.();
    cancel = undefined;
    return writing ??= writeAll().finally(() => writing = undefined);
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const lines = `${waiting.join("\n")}\n`;
      waiting = [];
      length = 0;
      try {
        await write(lines);
        outage.succeeded();
      } catch (error) {
        outage.failed(error);
      }
    }
    if (dropped > 0) log.warn("Lines of the access log were dropped", { lines: dropped });
    dropped = 0;
  }

  return {
    note(entry: AccessEntry): void {
      const { method, path, item, status, bytes, credential, caller, address } = entry;
      if (which === "errors" && status < 400) return;
      add(formatLine(clock.now(), "info", "request", {
        method,
        path,
        item,
        status,
        ms: Math.round(entry.ms * 1000) / 1000,
        bytes,
        credential,
        caller,
        address,
        request_id: entry.requestId,
      }));
    },
    /** Writes what waits, for a second at most. */
    close: (): Promise<void> => Promise.race([flush(), sleep(clock, CLOSE_MS)]),
  };
}
