import type { Quota } from "../../model/plans.ts";
import { hasOthers, othersMayGiveBack, type Totals } from "../tickets/fold.ts";

/** From `since` on, before `until`, epoch ms. A clock that was set back is before it. */
interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

const RECHECK_MS = 1_000;
const LONG_RECHECK_MS = 60_000;

/** What a lease has learnt and resolved so far. */
export class LeaseState {
  /** `open`: it leases units. `ending`: it gives them back. `sealed`: its log is compacted, too. */
  phase: "open" | "ending" | "sealed" = "open";
  plan: Quota;
  /** Requests per second in this process; Infinity if the plan sets no rate. */
  ratePerSecond = Infinity;
  /** The store goes on in another database, of which it is not known yet whether it has the tickets. */
  isInDoubt = false;
  /** When the lease was last used, epoch ms. */
  usedAt: number;
  /** Another block is to be leased, because half of the last one is spent. */
  isRenewing = false;
  /** No renewal begins before this instant, epoch ms: the store has failed. */
  renewNotBefore = 0;
  /** How often it was forgotten that nothing is left, because units may have come back. */
  forgotten = 0;
  /** Whether other holders are to be notified, or were, that nothing unspent is left here. */
  idleNotice: "none" | "due" | "sent" = "none";
  /** The day the last block was leased on, which usage reports count its units for. */
  leasedOn: string | undefined = undefined;
  /** The time in which nothing is left to lease, as far as is known. */
  #exhausted: TimeSpan | undefined = undefined;
  /** The time in which more than these units are refused, since the store had no more together. */
  #short: (TimeSpan & { readonly left: number }) | undefined = undefined;

  /** The state of a lease that was not used yet; `now` in epoch ms. */
  constructor(plan: Quota, now: number) {
    this.plan = plan;
    this.usedAt = now;
  }

  get isOpen(): boolean {
    return this.phase === "open";
  }

  isExhausted(now: number): boolean {
    return isWithin(this.#exhausted, now);
  }

  /** Whether `units` are more than there were together a moment ago. */
  isTooMuch(now: number, units: number): boolean {
    return this.#short !== undefined && units > this.#short.left && isWithin(this.#short, now);
  }

  /** What there was together a moment ago, if somebody wanted more; else 0. */
  leftIfShort(now: number): number {
    return isWithin(this.#short, now) ? this.#short!.left : 0;
  }

  /** Another limit, larger or smaller, makes it worth asking the store again. */
  adoptPlan(plan: Quota): void {
    if (plan.requests !== this.plan.requests) this.#exhausted = this.#short = undefined;
    this.plan = plan;
  }

  /** Units may be to be had again. What was read of the log before says nothing of them. */
  forgetExhaustion(): void {
    this.#exhausted = this.#short = undefined;
    this.forgotten++;
  }

  /** Units were given back: they are to be had again, by this holder too. */
  noteGivenBack(): void {
    this.#exhausted = undefined;
    this.forgotten++;
  }

  /** A ticket of `day` was granted `grant` units. */
  noteGrant(grant: number, day: string): void {
    this.isRenewing = false;
    this.leasedOn = day;
    if (grant > 0) this.idleNotice = "none";
  }

  /**
   * The log has nothing left. The store is asked again after a second if another holder may still
   * give back, else after a minute. Those others are notified once that there is nothing to wait for here.
   */
  noteExhaustion(now: number, { holder, totals, available, left, endsAt }: {
    readonly holder: string;
    readonly totals: Totals;
    /** Units that this holder has not spent. */
    readonly available: number;
    /**
     * What there was, if a request wanted more than that, which went back: a request for more is refused
     * unasked for a second.
     */
    readonly left: number | undefined;
    /** When the period ends, epoch ms. */
    readonly endsAt: number;
  }): void {
    this.#short = left === undefined ? undefined : { since: now, until: now + RECHECK_MS, left };
    const recheckMs = othersMayGiveBack(totals, holder, now) ? RECHECK_MS : LONG_RECHECK_MS;
    this.#exhausted = { since: now, until: Math.min(endsAt, now + recheckMs) };
    this.isRenewing = false;
    const isNoticeDue = this.idleNotice === "none" && available === 0 &&
      this.leasedOn !== undefined && hasOthers(totals, holder);
    if (isNoticeDue) this.idleNotice = "due";
  }

  /** The store has failed and is asked again at `retryAt`, epoch ms. */
  noteFailure(retryAt: number): void {
    this.isRenewing = false;
    this.renewNotBefore = retryAt;
  }

  /** The lease leases no more for itself. */
  beginEnding(): void {
    if (this.isOpen) this.phase = "ending";
  }
}

function isWithin(span: TimeSpan | undefined, now: number): boolean {
  return span !== undefined && now < span.until && now >= span.since;
}
