import type { Row, Span } from "../model/pack.ts";
import type { Part } from "./json_bytes.ts";
import type { Pack } from "./pack.ts";
import { spanAt } from "./phases.ts";

/** The JSON of an item at `now`, with further fields of the pack behind its own. */
export function itemParts(pack: Pack, row: Row, now: number, ...further: Span[]): Part[] {
  const open = spanAt(row.open, now);
  if (open === undefined) throw new RangeError("Cannot show an item before it is published");
  return [pack.bytes(open), ...further.map((span) => pack.bytes(span)), "}"];
}
