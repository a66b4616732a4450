import type { Counted } from "../../core/counting.ts";

/** One figure. */
export interface Sample {
  /** What follows the metric's name, if that does not follow from its type. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The upper bounds of the buckets, in seconds: an answer out of memory takes 20 µs. */
const DURATION_BOUNDS = [
  ...[0.000_05, 0.000_1, 0.000_25, 0.000_5],
  ...[0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
];

type Durations = ReturnType<typeof createDurations>;

const BOUNDS_MS = Float64Array.from(DURATION_BOUNDS, (seconds) => seconds * 1000);

function createDurations() {
  const counts = new Float64Array(BOUNDS_MS.length + 1);
  let sumMs = 0;
  return {
    add(ms: number): void {
      let bucket = 0;
      while (bucket < BOUNDS_MS.length && ms > BOUNDS_MS[bucket]!) bucket++;
      counts[bucket]!++;
      sumMs += ms;
    },
    /** The buckets, each with all shorter ones in it, the sum in seconds and the count. */
    samples(labels: Readonly<Record<string, string>>): Sample[] {
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

/** A count of what happens now and then, apart by the values of its labels. */
export interface LabelledCount<Values extends readonly string[]> {
  add(...values: Values): void;
  samples(): Sample[];
}

/** Creates a count with these labels. Their values are words of the program, and few. */
export function createLabelledCount<Values extends readonly string[]>(
  names: { readonly [Index in keyof Values]: string },
): LabelledCount<Values> {
  const counts = new Map<string, { readonly values: Values; count: number }>();
  return {
    add(...values) {
      const key = values.join("\n");
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { values, count: 1 });
      else known.count++;
    },
    samples() {
      return [...counts.values()].map(({ values, count }) => ({
        labels: Object.fromEntries(names.map((name, index) => [name, values[index]!])),
        value: count,
      }));
    },
  };
}

/** What let a caller in; `none`: nothing did, or nothing was asked for. */
const CALLER_KINDS = ["none", "key", "token", "feed", "admin"] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** Counts answered requests. */
export type RequestCounts = ReturnType<typeof createRequestCounts>;

/** The statuses that this program answers with. */
export const COUNTED_STATUSES = [
  ...[200, 201, 202, 204, 303, 304],
  ...[400, 403, 404, 405, 408, 409, 410, 413, 414, 415, 429, 431],
  ...[500, 503],
] as const;

const MAX_STATUS = 600;
/** Where each status is counted; all others share the first place. */
const PLACES = new Uint8Array(MAX_STATUS);
COUNTED_STATUSES.forEach((status, index) => PLACES[status] = index + 1);
const KINDS = CALLER_KINDS.length;
const KIND_INDEX = Object.fromEntries(
  CALLER_KINDS.map((kind, index) => [kind, index]),
) as Record<CallerKind, number>;
const LENGTH = (COUNTED_STATUSES.length + 1) * KINDS;

/** One family's counts: an array of fixed length for each route. */
interface FamilyCounts {
  readonly routes: Map<string, Float64Array>;
  readonly durations: Durations;
}

/** Creates the counts. To count a request makes no object. */
export function createRequestCounts() {
  const families = new Map<string, FamilyCounts>();
  const durations = new Map<string, Durations>();

  function addFamily(name: string): FamilyCounts {
    const added = { routes: new Map<string, Float64Array>(), durations: createDurations() };
    families.set(name, added);
    durations.set(name, added.durations);
    return added;
  }

  return {
    /** By family. */
    durations: durations as ReadonlyMap<string, Durations>,
    /**
     * Counts one. `family` and `route` are names of tables, never what was sent; `ms` passed until the
     * answer was ready.
     */
    note(
      family: string,
      route: string,
      status: number,
      credential: CallerKind,
      ms: number,
    ): void {
      const known = families.get(family) ?? addFamily(family);
      let counts = known.routes.get(route);
      if (counts === undefined) known.routes.set(route, counts = new Float64Array(LENGTH));
      counts[(PLACES[status] ?? 0) * KINDS + KIND_INDEX[credential]]!++;
      known.durations.add(ms);
    },
    /** By family, route, status and credential; what did not happen is left out. */
    samples: (): Sample[] =>
      [...families].flatMap(([family, { routes }]) =>
        [...routes].flatMap(([route, counts]) => samplesOf(family, route, counts))
      ),
  };
}

function samplesOf(family: string, route: string, counts: Float64Array): Sample[] {
  return [...counts].flatMap((value, index) => {
    if (value === 0) return [];
    const status = String(COUNTED_STATUSES[Math.floor(index / KINDS) - 1] ?? "other");
    const credential = CALLER_KINDS[index % KINDS]!;
    return [{ labels: { family, route, status, credential }, value }];
  });
}

/** The counts of this process, since its start. */
export interface Counts {
  readonly requests: RequestCounts;
  readonly quotaStoreCalls: LabelledCount<Counted["quotaStoreCall"]>;
  readonly polls: LabelledCount<Counted["poll"]>;
  /** Attempts to deliver an event to a webhook. */
  readonly webhookAttempts: LabelledCount<Counted["webhookAttempt"]>;
  /** What became of sign-ups, and what owners did. */
  readonly signups: LabelledCount<Counted["signup"]>;
}

/** Creates all of them. */
export function createCounts(): Counts {
  return {
    requests: createRequestCounts(),
    quotaStoreCalls: createLabelledCount(["call", "outcome"]),
    polls: createLabelledCount(["platform", "outcome"]),
    webhookAttempts: createLabelledCount(["outcome"]),
    signups: createLabelledCount(["event"]),
  };
}
