/** Before this instant (1 January 2010) there was no such platform: whatever says so is wrong. */
const EARLIEST_MS = 1_262_304_000_000;

/** 10^11 seconds are the year 5138, 10^11 ms are 1973; the same again between ms and µs. */
const LEAST_MS = 1e11;
const LEAST_US = 1e14;

/**
 * Reads a platform's timestamp, whose unit is told by its magnitude: seconds, milliseconds or
 * microseconds since the epoch (as number or digits), or ISO 8601.
 *
 * Returns epoch ms, or null where there is none, or none that can be true.
 */
export function parseStartedAt(value: unknown): number | null {
  const epochMs = typeof value === "number" ? fromNumber(value) : fromText(value);
  return Number.isFinite(epochMs) && epochMs >= EARLIEST_MS ? Math.trunc(epochMs) : null;
}

function fromText(value: unknown): number {
  if (typeof value !== "string") return NaN;
  return /^\d+(\.\d+)?$/.test(value) ? fromNumber(Number(value)) : Date.parse(value);
}

function fromNumber(value: number): number {
  if (value < LEAST_MS) return value * 1000;
  if (value < LEAST_US) return value;
  // Above the largest instant of ECMAScript there is no unit left to try.
  return value < 1e17 ? value / 1000 : NaN;
}
