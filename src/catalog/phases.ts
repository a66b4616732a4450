import type { Freshness } from "../http/answer.ts";
import type { Pack } from "./pack.ts";
import type { Part } from "./json_bytes.ts";
import type { Phases, Row, Span } from "../model/pack.ts";

/** The span that holds at `now` (epoch ms), or undefined where the item is not there. */
export function spanAt(phases: Phases, now: number): Span | undefined {
  let at = 0;
  while (at + 2 < phases.length && phases[at + 2]! <= now) at += 3;
  const length = phases[at + 1]!;
  return length === 0 ? undefined : [phases[at]!, length];
}

/** The first instant after `now` at which the item's text changes; Infinity: never. */
export function nextPhase(phases: Phases, now: number): number {
  for (let at = 2; at < phases.length; at += 3) {
    if (phases[at]! > now) return phases[at]!;
  }
  return Infinity;
}

/** The JSON of an item at `now`, with further fields of the pack behind its own. */
export function itemParts(pack: Pack, row: Row, now: number, ...further: Span[]): Part[] {
  const open = spanAt(row.open, now);
  if (open === undefined) throw new RangeError("Cannot show an item before it is published");
  return [pack.bytes(open), ...further.map((span) => pack.bytes(span)), "}"];
}

/** The rows of a list, and for which time (epoch ms) they are right. */
export interface Listing<R> extends Freshness {
  readonly rows: readonly R[];
}

/** The rows that are there at `now` and that `wanted` picks. */
export function listPresent<R extends { readonly open: Phases }>(
  rows: readonly R[],
  now: number,
  wanted: (row: R) => boolean = () => true,
): Listing<R> {
  let validUntil = Infinity;
  const present = rows.filter((row) => {
    validUntil = Math.min(validUntil, nextPhase(row.open, now));
    return spanAt(row.open, now) !== undefined && wanted(row);
  });
  return { rows: present, madeAt: now, validUntil };
}
