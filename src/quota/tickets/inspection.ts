import type { Totals } from "./fold.ts";

/** What an account has taken from a ticket log, and how much of that this process has not spent. */
export interface Inspection {
  readonly totals: Totals;
  readonly unspent: number;
  /** The day that usage reports count the unspent units for; undefined: there have been none. */
  readonly day: string | undefined;
}

/** An inspection of the log of one period, which this process leases from. */
export interface LogInspection extends Inspection {
  readonly period: string;
}

/** The callers that wait for an inspection. */
export interface InspectionQueue {
  readonly isWaiting: boolean;
  join(): Promise<Inspection>;
  /**
   * The log is read now, for those who wait now: whoever joins later may know of something that this
   * reading misses.
   */
  begin(): void;
  /** Gives the inspection to those for whom the log was read. */
  resolve(inspection: Inspection): void;
  /** Tells all of them that the log cannot be read. */
  reject(error: unknown): void;
}

export function createInspectionQueue(): InspectionQueue {
  let waiting: PromiseWithResolvers<Inspection>[] = [];
  let asked: PromiseWithResolvers<Inspection>[] = [];

  return {
    get isWaiting() {
      return waiting.length > 0;
    },
    join() {
      const caller = Promise.withResolvers<Inspection>();
      waiting.push(caller);
      return caller.promise;
    },
    begin() {
      asked = [...asked, ...waiting];
      waiting = [];
    },
    resolve(inspection) {
      for (const { resolve } of asked) resolve(inspection);
      asked = [];
    },
    reject(error) {
      for (const { reject } of [...asked, ...waiting]) reject(error);
      asked = [];
      waiting = [];
    },
  };
}
