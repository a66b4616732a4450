import assert from "node:assert/strict";
import { CLAIM_MS } from "../../src/shared_state/claim.ts";
import { sizeOf } from "../support/size.ts";
import { noteFigure } from "./figures.ts";
import {
  type Arrival,
  distinct,
  type LoadResult,
  type Manner,
  runLoad,
  subjectOf,
} from "./webhook_load.ts";

/** At full size as many deliveries as 2,000 events to 50 endpoints, at 2 events a second. */
const EVENTS = sizeOf({ default: 100, full: 2_000 });
const IS_FULL = EVENTS >= 2_000;
/** Enough to compare with, where nobody is sick. */
const COMPARED = IS_FULL ? EVENTS : Math.min(EVENTS, 60);
const OPTIONS = {
  processes: 8,
  events: EVENTS,
  eventsPerSecond: IS_FULL ? 2 : 8,
  patienceMs: 40_000,
};
const KILL_EVERY_MS = IS_FULL ? 30_000 : 8_000;
const HEALTHY = 30;
const SICK: readonly Manner[] = ["slow", "dead", "failing", "redirecting"];

const healthy = Array<Manner>(HEALTHY).fill("healthy");
const all = [...healthy, ...SICK.flatMap((manner) => Array<Manner>(5).fill(manner))];

Deno.test(`8 processes tell ${EVENTS} events to 50 endpoints in time, whoever is slow or dead`, async () => {
  const without = await runLoad({ ...OPTIONS, events: COMPARED, manners: healthy, killEveryMs: 0 });
  const among = await runLoad({ ...OPTIONS, manners: all, killEveryMs: 0 });
  for (const [name, result] of Object.entries({ without, among })) {
    report(name, result);
    assertWhole(result.arrivals, result === without ? COMPARED : EVENTS);
    assertInOrder(result.arrivals);
    assert.equal(distinct(result.arrivals), result.arrivals.length, "a delivery came twice");
    assert.ok(quantile(result.arrivals, 0.5) < 1_000, name);
  }
  const [alone, beside] = [without, among].map(({ arrivals }) => quantile(arrivals, 0.99));
  assert.ok(beside! <= 1.5 * alone! + 500, `p99 ${alone} ms without the sick, ${beside} ms with`);
});

Deno.test(`nothing is lost and no order is broken where a process is killed every ${KILL_EVERY_MS / 1_000} s`, async () => {
  const result = await runLoad({ ...OPTIONS, manners: all, killEveryMs: KILL_EVERY_MS });
  report("killed", result);
  assert.ok(result.kills > 0);
  assertWhole(result.arrivals);
  assertInOrder(result.arrivals);
  const longest = Math.max(...firstOnes(result.arrivals).map(({ waitMs }) => waitMs));
  assert.ok(longest <= CLAIM_MS + 5_000, `the longest wait was ${longest} ms`);
});

function report(name: string, { arrivals, kills, processes }: LoadResult): void {
  const waits = [0.5, 0.99, 1].map((share) => `${quantile(arrivals, share)} ms`).join(", ");
  const doubles = arrivals.length - distinct(arrivals);
  const most = (field: "stallMs" | "rssMiB") => Math.max(...processes.map((one) => one[field]));
  noteFigure(
    `webhooks, ${name}`,
    `${arrivals.length} deliveries, median, p99 and longest wait ${waits}; ${kills} kills, ` +
      `${doubles} doubles; longest stall ${most("stallMs")} ms, memory ${most("rssMiB")} MiB`,
  );
}

function assertWhole(arrivals: readonly Arrival[], events = EVENTS): void {
  const found = new Set(arrivals.map(({ endpoint, event }) => `${endpoint} ${event}`));
  assert.equal(found.size, HEALTHY * events, "a delivery is lost, or an event has two ids");
  assert.equal(distinct(arrivals), found.size);
}

/** A double may come late; what counts is when an event came first. */
function assertInOrder(arrivals: readonly Arrival[]): void {
  const lines = Map.groupBy(
    firstOnes(arrivals),
    ({ endpoint, event }) => `${endpoint} ${subjectOf(event)}`,
  );
  for (const [line, list] of lines) {
    const events = list.map(({ event }) => event);
    assert.deepEqual(events, events.toSorted((a, b) => a - b), line);
  }
}

function firstOnes(arrivals: readonly Arrival[]): Arrival[] {
  const seen = new Set<string>();
  return arrivals.filter(({ webhookId }) => !seen.has(webhookId) && seen.add(webhookId));
}

function quantile(arrivals: readonly Arrival[], share: number): number {
  const waits = firstOnes(arrivals).map(({ waitMs }) => waitMs).sort((a, b) => a - b);
  return waits[Math.min(waits.length - 1, Math.floor(share * waits.length))]!;
}
