import type { LeaseState } from "./lease_state.ts";

/**
 * What a lease does next at the store. `review`: reads whether the log has its tickets. `commit`: writes the pending ticket and learns its grant.
 * `inspect`: reads the log for requests about the account's state. `return`: gives back what may
 * not be spent any more; `return_all`: everything. `lease`: asks for a block. `seal`: compacts the log of
 * a period that is over. `notify`: notes for the other holders that nothing unspent is left here.
 * `check_need`: reads whether others need the units that are idle. `compact`: compacts the log.
 */
export type LeaseAction =
  | "review"
  | "commit"
  | "inspect"
  | "return"
  | "return_all"
  | "lease"
  | "seal"
  | "notify"
  | "check_need"
  | "compact";

interface LeaseView {
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
export function nextAction(
  state: LeaseState,
  now: number,
  view: LeaseView,
): LeaseAction | undefined {
  const isEnding = state.phase !== "open";
  const isWaitedFor = view.waiting > 0;
  if (state.isInDoubt) return "review";
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

const FIRST_BLOCK = 8;
const LARGEST_BLOCK = 1000;
/** A key that spends a large block within less renews it so seldom that few of its requests meet a commit. */
const LEAST_SECONDS = 0.25;
const SECONDS_AHEAD = 5;

/**
 * How many units to ask for: 8 at first, then double, at most 1 % of the limit (8 if that is less),
 * 1,000 or what is spent in 0.25 s, and what is spent in 5 s; as the quota drains, `remaining / (2 · holders)`, but not less
 * than `limit / 2000`. Requests that wait already get theirs in any case, up to 1,000: what is
 * spent at once is not held back from anybody.
 */
export function blockSize(
  { limit, remaining, holders, previous, spentPerSecond, waiting }: {
    readonly limit: number;
    /** What the ticket log still has to grant. */
    readonly remaining: number;
    /** Holders that lease from this ticket log now, this one included. */
    readonly holders: number;
    /** The size of the last block; 0: this is the first. */
    readonly previous: number;
    /** Units spent per second since the last block. */
    readonly spentPerSecond: number;
    readonly waiting: number;
  },
): number {
  const seldom = Math.max(LARGEST_BLOCK, Math.ceil(LEAST_SECONDS * spentPerSecond));
  const largest = Math.min(seldom, Math.max(FIRST_BLOCK, Math.floor(limit / 100)));
  const least = Math.min(largest, Math.max(1, Math.ceil(limit / 2000)));
  const paced = Math.max(FIRST_BLOCK, Math.ceil(SECONDS_AHEAD * spentPerSecond));
  const drained = Math.floor(remaining / (2 * Math.max(1, holders)));
  const grown = previous === 0 ? FIRST_BLOCK : 2 * previous;
  const ahead = Math.min(grown, Math.max(least, Math.min(largest, paced, drained)));
  return Math.max(1, Math.min(remaining, Math.max(ahead, Math.min(LARGEST_BLOCK, waiting))));
}
