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
  /** Gives the inspection to all of them. */
  resolve(inspection: Inspection): void;
  reject(error: unknown): void;
}

export function createInspectionQueue(): InspectionQueue {
  let waiting: PromiseWithResolvers<Inspection>[] = [];

  function join(): Promise<Inspection> {
    const caller = Promise.withResolvers<Inspection>();
    waiting.push(caller);
    return caller.promise;
  }

  function takeAll(): PromiseWithResolvers<Inspection>[] {
    const all = waiting;
    waiting = [];
    return all;
  }

  return {
    get isWaiting() {
      return waiting.length > 0;
    },
    join,
    resolve: (inspection) => takeAll().forEach(({ resolve }) => resolve(inspection)),
    reject: (error) => takeAll().forEach(({ reject }) => reject(error)),
  };
}
