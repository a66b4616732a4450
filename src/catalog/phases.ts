import type { Phases, Span } from "../model/pack.ts";

/** The span that holds at `now` (epoch ms), or undefined where the item is not there. */
export function spanAt(phases: Phases, now: number): Span | undefined {
  let at = 0;
  while (at + 2 < phases.length && phases[at + 2]! <= now) at += 3;
  const length = phases[at + 1]!;
  return length === 0 ? undefined : [phases[at]!, length];
}

/** The first instant after `now` at which the item says something else; Infinity: never. */
export function nextPhase(phases: Phases, now: number): number {
  for (let at = 2; at < phases.length; at += 3) {
    if (phases[at]! > now) return phases[at]!;
  }
  return Infinity;
}
