import type { LeaseState } from "./lease_state.ts";

/**
 * What a lease does next at the store. `commit`: writes the pending ticket and learns its grant.
 * `inspect`: reads the log for requests about the account's state. `return`: gives back what nobody
 * may spend any more; `return_all`: everything. `lease`: asks for a block. `seal`: compacts the log of
 * a period that is over. `notify`: tells the other holders that nothing unspent is left here.
 * `check_need`: looks whether others need the units that lie idle. `compact`: compacts the log.
 */
export type LeaseAction =
  | "commit"
  | "inspect"
  | "return"
  | "return_all"
  | "lease"
  | "seal"
  | "notify"
  | "check_need"
  | "compact";

/** What a lease sees when it decides. */
export interface LeaseView {
  /** When the period ends, epoch ms. */
  readonly endsAt: number;
  readonly hasPendingTicket: boolean;
  readonly hasInspections: boolean;
  /** Requests that wait for units. */
  readonly waiting: number;
  readonly available: number;
  readonly returnable: number;
  readonly isIdle: boolean;
  readonly isCompactionDue: boolean;
}

/** Decides what the store is needed for at `now` (epoch ms), most urgent first; undefined: nothing. */
export function decideLeaseAction(
  state: LeaseState,
  now: number,
  view: LeaseView,
): LeaseAction | undefined {
  const isEnding = state.phase !== "open";
  const isWaitedFor = view.waiting > 0;
  if (view.hasPendingTicket) return "commit";
  if (view.hasInspections) return "inspect";
  if (isEnding && !isWaitedFor && view.available > 0) return "return_all";
  if (view.returnable > 0) return "return";
  if (isWaitedFor || (state.isRenewing && !isEnding)) return "lease";
  if (isEnding) return mustSeal(state, now, view) ? "seal" : undefined;
  if (state.idleNotice === "due") return "notify";
  if (view.isIdle) return "check_need";
  return view.isCompactionDue ? "compact" : undefined;
}

/** What stays of a period is its checkpoint. */
function mustSeal(state: LeaseState, now: number, { endsAt }: LeaseView): boolean {
  return now >= endsAt && state.phase !== "sealed" && state.leasedOn !== undefined;
}
