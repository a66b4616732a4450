import { Temporal } from "./temporal.ts";

/** A zone's offset at an instant that a release of the time zone database changed. */
interface Probe {
  /** The newest release with these rules: some changed code alone, or took a change back. */
  readonly release: string;
  readonly zone: string;
  readonly instant: string;
  readonly offset: string;
}

/**
 * Releases by their own announcements (the file NEWS of the time zone database), oldest first. Each
 * probe was compared with the compiled rules of every release from 2022a to 2026c.
 */
const PROBES: readonly Probe[] = [
  probe("2022c", "America/Santiago", "2022-09-06T00:00Z", "-04:00"),
  probe("2022d", "Asia/Gaza", "2022-10-28T12:00Z", "+03:00"),
  probe("2022e", "Asia/Amman", "2022-12-01T00:00Z", "+03:00"),
  probe("2022f", "America/Mexico_City", "2023-07-01T00:00Z", "-06:00"),
  probe("2022g", "America/Ojinaga", "2023-07-01T00:00Z", "-05:00"),
  probe("2023c", "Africa/Cairo", "2023-07-01T00:00Z", "+03:00"),
  probe("2023d", "America/Scoresbysund", "2024-06-01T00:00Z", "-01:00"),
  probe("2024a", "Asia/Almaty", "2024-06-01T00:00Z", "+05:00"),
  probe("2024b", "Atlantic/Azores", "1979-07-01T12:00Z", "-01:00"),
  probe("2025a", "America/Asuncion", "2025-07-01T00:00Z", "-03:00"),
  probe("2025b", "Asia/Tehran", "1978-11-20T00:00Z", "+03:30"),
  probe("2025c", "America/Tijuana", "1965-07-01T12:00Z", "-07:00"),
  probe("2026a", "Europe/Chisinau", "2022-03-27T00:30Z", "+02:00"),
  probe("2026b", "America/Vancouver", "2026-12-01T12:00Z", "-07:00"),
  probe("2026c", "America/Edmonton", "2026-12-01T12:00Z", "-06:00"),
];

/** The offset of a zone from UTC at an instant: `+07:00`. */
type OffsetAt = (zone: string, instant: string) => string;

let known: string | undefined;

/**
 * The release of the time zone database whose rules are in force here: the newest one whose changes,
 * and those of all before it, are seen. What a runtime claims may be the release of other data.
 * Found out when it is first asked for, in less than a millisecond.
 */
export function tzdataInForce(): string {
  return known ??= findTzdata(temporalOffset);
}

/** The same by other rules. One older than the oldest known release is `before 2022b`. */
export function findTzdata(offsetAt: OffsetAt): string {
  let found = "before 2022b";
  for (const probe of PROBES) {
    if (!isSeen(probe, offsetAt)) break;
    found = probe.release;
  }
  return found;
}

/**
 * The oldest release to work by: from it on today's clocks are right in the zones of the groups and of
 * most callers. The last change among those was that Kazakhstan has one zone. What later releases changed
 * of today is in few zones, and a runtime that is in use may not have it yet.
 */
const LEAST_RELEASE = "2024a";

/**
 * Why the time zone rules in force are too old to work by, and the remedy; undefined where they are not.
 * One change of the least release or of a later one that is seen is enough: history that a future
 * release corrects keeps nothing from starting.
 */
export function oldTzdata(offsetAt: OffsetAt = temporalOffset): string | undefined {
  const least = PROBES.findIndex(({ release }) => release === LEAST_RELEASE);
  if (PROBES.slice(least).some((probe) => isSeen(probe, offsetAt))) return undefined;
  return `Cannot use the time zone rules of this runtime: they are those of ${
    findTzdata(offsetAt)
  }, ` +
    `and dates in today's zones need ${LEAST_RELEASE} or newer. Install a newer Deno, which brings them`;
}

function isSeen({ zone, instant, offset }: Probe, offsetAt: OffsetAt): boolean {
  return offsetAt(zone, instant) === offset;
}

function temporalOffset(zone: string, instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).offset;
}

function probe(release: string, zone: string, instant: string, offset: string): Probe {
  return { release, zone, instant, offset };
}
