import { type Optional, optional } from "../../http/parameter.ts";
import type { TimedRow } from "../../model/pack.ts";
import { parseTimezone } from "../../time/timezone.ts";
import { offsetTimestamp } from "../../time/wall_clock.ts";
import type { Item } from "../envelope.ts";

/** `timezone=`: an IANA name; it is read, and echoed, in Temporal's own spelling. */
export const TIMEZONE: Optional<string> = optional(
  "an IANA time zone such as Asia/Jakarta (no offsets)",
  { type: "string", format: "time-zone", minLength: 1, pattern: "^[A-Za-z]" },
  readTimezone,
);

/** The item with `local_start_at` as its last field, where a zone is asked for. */
export function withLocalStart(item: Item, row: TimedRow, zone: string | undefined): Item {
  if (zone === undefined) return item;
  const start = row.isUntimed ? "" : offsetTimestamp(row.start, zone);
  // The last part of an item is its closing brace.
  return [...item.slice(0, -1), `,"local_start_at":"${start}"}`];
}

function readTimezone(text: string): string | undefined {
  try {
    return parseTimezone(text);
  } catch {
    return undefined;
  }
}
