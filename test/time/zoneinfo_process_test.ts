import assert from "node:assert/strict";
import { localDay, nextDayStart } from "../../src/time/local_day.ts";
import { Temporal } from "../../src/time/temporal.ts";
import { parseTimezone } from "../../src/time/timezone.ts";
import { dayEnd, dayStart, instantOf, offsetTimestamp } from "../../src/time/wall_clock.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { createPrng, type Prng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { TIMEZONE_PYTHON, withZoneinfo } from "./zoneinfo.ts";

const PAIRS = sizeOf({ default: 2_000, full: 1_000_000 });
const AT_ONCE = 10_000;

/** What is asked about: an instant, and a wall-clock time. */
interface Question {
  readonly zone: string;
  readonly at: number;
  readonly date: string;
  readonly time: string;
}

Deno.test({
  name: `${PAIRS} pairs of zone and instant: every date and instant is the one that zoneinfo tells`,
  ignore: ignoredWithout("TIMEZONE_PYTHON", TIMEZONE_PYTHON !== undefined),
  fn: async () => {
    const prng = createPrng(testSeed());
    await withZoneinfo(async ({ zones, ask }) => {
      const known = zones.filter(isKnown);
      assert.ok(known.length > 590, `only ${known.length} zones`);
      const changes = new Map(known.map((zone) => [zone, changesOf(zone)]));
      for (let left = PAIRS; left > 0; left -= AT_ONCE) {
        const questions = Array.from(
          { length: Math.min(left, AT_ONCE) },
          () => questionOf(prng, changes),
        );
        const answers = await ask(questions.map(lineOf));
        questions.forEach((question, n) => {
          assert.equal(answerOf(question), answers[n], lineOf(question));
        });
      }
    });
  },
});

function isKnown(zone: string): boolean {
  try {
    return parseTimezone(zone) !== "";
  } catch {
    return false;
  }
}

const FROM = Date.UTC(1970, 0, 1);
const TO = Date.UTC(2100, 0, 1);
const HOUR_MS = 3_600_000;

/** When the zone's clocks are changed. They choose what is asked, and answer nothing. */
function changesOf(zone: string): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(FROM).toZonedDateTimeISO(zone)
    .getTimeZoneTransition("next");
  for (; at !== null && at.epochMilliseconds < TO; at = at.getTimeZoneTransition("next")) {
    changes.push(at.epochMilliseconds);
  }
  return changes;
}

/** Half of them are anywhere, half near a change, most of those within minutes of it. */
function questionOf(prng: Prng, changes: ReadonlyMap<string, readonly number[]>): Question {
  const [zone, own] = prng.pick([...changes]);
  const near = own.length > 0 && prng.happens(0.5);
  const spread = prng.pick([1, 1_000, 60_000, HOUR_MS, 26 * HOUR_MS]);
  const at = near
    ? prng.pick(own) + prng.between(-spread, spread)
    : FROM + Math.floor(prng.fraction() * (TO - FROM));
  // The time of day there, or one that clocks skipped or showed twice.
  const shown = new Date(at + prng.between(-14, 14) * HOUR_MS / 2);
  const wall = near && prng.happens(0.7) ? wallNear(prng, at, zone) : shown.toISOString();
  return { zone, at, date: wall.slice(0, 10), time: wall.slice(11, 19) };
}

function wallNear(prng: Prng, at: number, zone: string): string {
  const moved = at + prng.between(-120, 120) * 60_000;
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return new Date(moved + Math.round(local.offsetNanoseconds / 1e6)).toISOString();
}

function lineOf({ zone, at, date, time }: Question): string {
  return `${zone} ${at} ${date} ${time}`;
}

function answerOf({ zone: name, at, date, time }: Question): string {
  const zone = parseTimezone(name);
  const instants = [
    nextDayStart(at, zone),
    dayStart(date, zone),
    dayEnd(date, zone),
    instantOf(date, time, zone),
  ];
  return [localDay(at, zone), offsetTimestamp(at, zone), ...instants].join(" ");
}
