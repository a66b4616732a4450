import type { Log, LogFields } from "../../src/platform/log.ts";

/** A log that keeps its lines. */
export interface QuietLog extends Log {
  readonly lines: string[];
}

export function createQuietLog(): QuietLog {
  const lines: string[] = [];
  const keep = (level: string) => (message: string, fields?: LogFields) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}
