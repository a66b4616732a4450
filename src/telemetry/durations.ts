import type { Sample } from "./open_metrics.ts";

/** The upper bounds of the buckets, in seconds: an answer out of memory takes 20 µs. */
export const DURATION_BOUNDS = [
  ...[0.000_05, 0.000_1, 0.000_25, 0.000_5],
  ...[0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
];

/** A histogram of durations. */
export interface Durations {
  add(ms: number): void;
  /** The buckets, each with all shorter ones in it, the sum in seconds and the count. */
  samples(labels: Readonly<Record<string, string>>): Sample[];
}

const BOUNDS_MS = Float64Array.from(DURATION_BOUNDS, (seconds) => seconds * 1000);

export function createDurations(): Durations {
  const counts = new Float64Array(BOUNDS_MS.length + 1);
  let sumMs = 0;
  return {
    add(ms) {
      let bucket = 0;
      while (bucket < BOUNDS_MS.length && ms > BOUNDS_MS[bucket]!) bucket++;
      counts[bucket]!++;
      sumMs += ms;
    },
    samples(labels) {
      let count = 0;
      const buckets = [...counts].map((inBucket, index): Sample => {
        const le = boundText(DURATION_BOUNDS[index] ?? Infinity);
        return { suffix: "_bucket", labels: { ...labels, le }, value: count += inBucket };
      });
      return [
        ...buckets,
        { suffix: "_count", labels, value: count },
        { suffix: "_sum", labels, value: sumMs / 1000 },
      ];
    },
  };
}

/** A bound as the format has it: with a point. */
function boundText(bound: number): string {
  if (bound === Infinity) return "+Inf";
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}
