import { Temporal } from "./temporal.ts";

/** A time over which the clocks of a zone are not changed. */
interface Stretch {
  readonly zone: string;
  /** Epoch ms, included. */
  readonly from: number;
  /** Epoch ms, not included. */
  readonly until: number;
  /** What clocks show beyond UTC, in ms. */
  readonly offset: number;
}

/** Dates are asked about in their order: the next one mostly lies in the same stretch. */
let last: Stretch = { zone: "", from: 0, until: 0, offset: 0 };

/**
 * What clocks in `zone` show beyond UTC at `epochMs`, in ms.
 *
 * @throws {RangeError} if there is no such instant or zone
 */
export function offsetAt(epochMs: number, zone: string): number {
  return stretchAt(epochMs, zone).offset;
}

/** Offsets differ by 26 hours at most, so that no other instant shows the same within this (ms). */
const CLEARANCE = 2 * 86_400_000;

/**
 * The only instant (epoch ms) at which clocks in `zone` show what they show at `localMs` in UTC; undefined
 * where clocks are changed within two days, so that there may be two or none.
 *
 * @throws {RangeError} if there is no such instant or zone
 */
export function steadyInstant(localMs: number, zone: string): number | undefined {
  const { from, until, offset } = stretchAt(localMs, zone);
  const instant = localMs - offset;
  return instant - CLEARANCE >= from && instant + CLEARANCE < until ? instant : undefined;
}

function stretchAt(epochMs: number, zone: string): Stretch {
  const isKnown = zone === last.zone && epochMs >= last.from && epochMs < last.until;
  return isKnown ? last : last = findStretch(epochMs, zone);
}

function findStretch(epochMs: number, zone: string): Stretch {
  const here = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  // A change at this very instant is the one before what follows it.
  const before = here.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  return {
    zone,
    from: before?.epochMilliseconds ?? -Infinity,
    until: here.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity,
    offset: here.offsetNanoseconds / 1e6,
  };
}
