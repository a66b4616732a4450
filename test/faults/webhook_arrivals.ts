import assert from "node:assert/strict";
import { sizeOf } from "../support/size.ts";
import { type Arrival, distinct, type LoadResult, type Manner, subjectOf } from "./webhook_load.ts";

/** How many endpoints take what they are sent. */
export const HEALTHY = 30;
const SICK: readonly Manner[] = ["slow", "dead", "failing", "redirecting"];

export const healthyEndpoints = Array<Manner>(HEALTHY).fill("healthy");
export const allEndpoints = [
  ...healthyEndpoints,
  ...SICK.flatMap((manner) => Array<Manner>(5).fill(manner)),
];

/** How many events there are, and how fast they come: usually `few`, at full size 2,000 at 2 a second. */
export function loadOf(few: number) {
  const events = sizeOf({ default: few, full: 2_000 });
  const isFull = events >= 2_000;
  return {
    isFull,
    options: { processes: 8, events, eventsPerSecond: isFull ? 2 : 8, patienceMs: 40_000 },
  };
}

/** Notes how long deliveries of a load waited. */
export function report(name: string, { arrivals, kills, processes }: LoadResult): void {
  const waits = [0.5, 0.99, 1].map((share) => `${quantile(arrivals, share)} ms`).join(", ");
  const doubles = arrivals.length - distinct(arrivals);
  const most = (field: "stallMs" | "rssMiB") => Math.max(...processes.map((one) => one[field]));
  console.log(
    `webhooks, ${name}`,
    `${arrivals.length} deliveries, median, p99 and longest wait ${waits}; ${kills} kills, ` +
      `${doubles} doubles; longest stall ${most("stallMs")} ms, memory ${most("rssMiB")} MiB`,
  );
}

/** Nothing is lost. */
export function assertWhole(arrivals: readonly Arrival[], events: number): void {
  const found = new Set(arrivals.map(({ endpoint, event }) => `${endpoint} ${event}`));
  assert.equal(found.size, HEALTHY * events, "a delivery is lost, or an event has two ids");
  assert.equal(distinct(arrivals), found.size);
}

/** A double may come late; what counts is when an event came first. */
export function assertInOrder(arrivals: readonly Arrival[]): void {
  const lines = Map.groupBy(
    firstOnes(arrivals),
    ({ endpoint, event }) => `${endpoint} ${subjectOf(event)}`,
  );
  for (const [line, list] of lines) {
    const events = list.map(({ event }) => event);
    assert.deepEqual(events, events.toSorted((a, b) => a - b), line);
  }
}

/** Deliveries without doubles. */
export function firstOnes(arrivals: readonly Arrival[]): Arrival[] {
  const seen = new Set<string>();
  return arrivals.filter(({ webhookId }) => !seen.has(webhookId) && seen.add(webhookId));
}

/** How long so large a share of the deliveries waited at most, in ms. */
export function quantile(arrivals: readonly Arrival[], share: number): number {
  const waits = firstOnes(arrivals).map(({ waitMs }) => waitMs).sort((a, b) => a - b);
  return waits[Math.min(waits.length - 1, Math.floor(share * waits.length))]!;
}
