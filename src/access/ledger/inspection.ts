import type { Tally } from "./fold.ts";

/** What an account has taken from its sheet, and how much of that this process has not spent. */
export interface Inspection {
  readonly tally: Tally;
  readonly unspent: number;
  /** The day that usage reports count the unspent units for; undefined: there have been none. */
  readonly day: string | undefined;
}

/** Those who wait for an inspection. */
export interface Inspectors {
  readonly waiting: boolean;
  join(): Promise<Inspection>;
  show(inspection: Inspection): void;
  dismiss(error: unknown): void;
}

export function createInspectors(): Inspectors {
  let all: PromiseWithResolvers<Inspection>[] = [];

  function join(): Promise<Inspection> {
    const inspector = Promise.withResolvers<Inspection>();
    all.push(inspector);
    return inspector.promise;
  }

  function leave(): PromiseWithResolvers<Inspection>[] {
    const left = all;
    all = [];
    return left;
  }

  return {
    get waiting() {
      return all.length > 0;
    },
    join,
    show: (inspection) => leave().forEach(({ resolve }) => resolve(inspection)),
    dismiss: (error) => leave().forEach(({ reject }) => reject(error)),
  };
}
