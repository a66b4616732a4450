import type { Phases } from "../model/pack.ts";
import { nextPhase, spanAt } from "./phases.ts";

/** The rows of a list, and for which time (epoch ms) they are right. */
export interface Listing<R> {
  readonly rows: readonly R[];
  readonly madeAt: number;
  readonly validUntil: number;
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
