import type { Quota } from "../../model/plans.ts";
import { remainingOf } from "./fold.ts";
import type { Reading } from "./sheet.ts";

/** What a plan makes of the last reading of a sheet. */
export interface Outlook {
  /** The quota with the operator's credits. */
  readonly limit: number;
  /** What the sheet had left to grant; the whole quota before the first reading. */
  readonly left: number;
  /** Whether it is known to have had nothing left. */
  readonly drained: boolean;
}

/** Finds the outlook; only anew when the plan or the reading is another, since every request asks. */
export function createOutlook(): (plan: Quota, reading: Reading | undefined) => Outlook {
  let last: { readonly plan: Quota; readonly reading: Reading | undefined; outlook: Outlook };

  return (plan, reading) => {
    if (last?.plan !== plan || last.reading !== reading) {
      last = { plan, reading, outlook: outlookOf(plan.requests, reading) };
    }
    return last.outlook;
  };
}

function outlookOf(requests: number, reading: Reading | undefined): Outlook {
  if (reading === undefined) return { limit: requests, left: requests, drained: false };
  const left = remainingOf(reading.tally, requests);
  return { limit: requests + reading.tally.credited, left, drained: left === 0 };
}
