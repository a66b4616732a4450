import type { Counting } from "../../core/counting.ts";

/** One figure. */
export interface Sample {
  /** What follows the metric's name, if that does not follow from its type. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What let a caller in; `none`: nothing did, or nothing was asked for. */
export type CallerKind = "none" | "key" | "token" | "feed" | "admin";

/** A count of what happens, apart by the values of its labels: words of the program, and few. */
class LabelledCount {
  readonly #names: readonly string[];
  readonly #counts = new Map<string, number>();

  constructor(...names: readonly string[]) {
    this.#names = names;
  }

  readonly add = (...values: readonly string[]): void => {
    const key = values.join("\n");
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  };

  samples(): Sample[] {
    return [...this.#counts].map(([key, value]) => {
      const values = key.split("\n");
      return {
        labels: Object.fromEntries(this.#names.map((name, n) => [name, values[n]!])),
        value,
      };
    });
  }
}

/** The upper bounds of the buckets, in seconds: an answer out of memory takes 20 µs. */
const BOUNDS = [
  ...[0.000_05, 0.000_1, 0.000_25, 0.000_5],
  ...[0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
];

/** How long answers of a family take. */
class Durations {
  readonly #counts = new Float64Array(BOUNDS.length + 1);
  #sum = 0;

  add(seconds: number): void {
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    this.#counts[bucket === -1 ? BOUNDS.length : bucket]!++;
    this.#sum += seconds;
  }

  /** The buckets, each with all shorter ones in it, the count and the sum. */
  samples(family: string): Sample[] {
    let count = 0;
    const buckets = [...this.#counts].map((inBucket, n): Sample => {
      const le = boundText(BOUNDS[n] ?? Infinity);
      return { suffix: "_bucket", labels: { family, le }, value: count += inBucket };
    });
    return [
      ...buckets,
      { suffix: "_count", labels: { family }, value: count },
      { suffix: "_sum", labels: { family }, value: this.#sum },
    ];
  }
}

/** A bound as the format has it: with a point. */
function boundText(bound: number): string {
  if (bound === Infinity) return "+Inf";
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

/** What has happened in this process since its start. */
export class Counts {
  readonly requests = new LabelledCount("family", "route", "status", "credential");
  readonly quotaStoreCalls = new LabelledCount("call", "outcome");
  readonly polls = new LabelledCount("platform", "outcome");
  readonly webhookAttempts = new LabelledCount("outcome");
  readonly signups = new LabelledCount("event");
  readonly #durations = new Map<string, Durations>();

  constructor(counting: Counting) {
    counting.on("quotaStoreCall", this.quotaStoreCalls.add);
    counting.on("poll", this.polls.add);
    counting.on("webhookAttempt", this.webhookAttempts.add);
    counting.on("signup", this.signups.add);
  }

  /** Counts an answer. `family` and `route` are names of tables, never what was sent. */
  noteRequest(
    family: string,
    route: string,
    status: number,
    credential: CallerKind,
    ms: number,
  ): void {
    this.requests.add(family, route, String(status), credential);
    const durations = this.#durations.get(family) ?? new Durations();
    this.#durations.set(family, durations);
    durations.add(ms / 1_000);
  }

  durations(): Sample[] {
    return [...this.#durations].flatMap(([family, durations]) => durations.samples(family));
  }
}
