import type { Quota } from "../../model/plans.ts";
import { remainingOf } from "./fold.ts";
import type { TicketSnapshot } from "./ticket_log.ts";

/** What the last snapshot of a ticket log leaves of a plan's quota. */
export interface QuotaView {
  /** The quota with the operator's credits. */
  readonly limit: number;
  /** What the log had left to grant; the whole quota before the first snapshot. */
  readonly left: number;
  /** Whether the log is known to have had nothing left. */
  readonly isDrained: boolean;
}

/** Finds the view of a plan in a snapshot. */
export type FindQuotaView = (plan: Quota, snapshot: TicketSnapshot | undefined) => QuotaView;

/** Makes a finder that remembers its last view, since every request asks for it. */
export function createQuotaView(): FindQuotaView {
  let lastPlan: Quota | undefined;
  let lastSnapshot: TicketSnapshot | undefined;
  let view: QuotaView;

  return (plan, snapshot) => {
    if (lastPlan !== plan || lastSnapshot !== snapshot) {
      view = viewOf(plan.requests, snapshot);
      lastPlan = plan;
      lastSnapshot = snapshot;
    }
    return view;
  };
}

function viewOf(requests: number, snapshot: TicketSnapshot | undefined): QuotaView {
  if (snapshot === undefined) return { limit: requests, left: requests, isDrained: false };
  const left = remainingOf(snapshot.totals, requests);
  return { limit: requests + snapshot.totals.credited, left, isDrained: left === 0 };
}
