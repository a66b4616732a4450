import type { Period } from "./period.ts";

/** The ledger's answer to one request. */
export interface Charge {
  /**
   * `admitted`: the units are charged. `exhausted`: the period has too few left. `unavailable`: the
   * store could not be asked in time; nothing is charged.
   */
  readonly outcome: "admitted" | "exhausted" | "unavailable";
  /** The quota with the operator's credits; Infinity for an unlimited plan. */
  readonly limit: number;
  /** Units left to the key as far as this process knows; exact if it is the only one. */
  readonly remaining: number;
  /** When the period ends, epoch ms; Infinity for an unlimited plan. */
  readonly resetsAt: number;
  /** Gives the units back, because the answer turned out uncharged. Only the first call counts. */
  refund(): void;
}

/** What an unlimited plan is charged. */
export const UNLIMITED: Charge = {
  outcome: "admitted",
  limit: Infinity,
  remaining: Infinity,
  resetsAt: Infinity,
  refund() {},
};

/** What a ledger answers that is closed. */
export const CLOSED: Charge = {
  outcome: "unavailable",
  limit: 0,
  remaining: 0,
  resetsAt: 0,
  refund() {},
};

/** What a charge is paid from. */
interface Lender {
  readonly period: Period;
  /** Takes back units that were charged while the plan had so many `requests`. */
  refund(units: number, requests: number): void;
}

/** What a lease answers to a request. */
export class LeaseCharge implements Charge {
  readonly resetsAt: number;
  readonly #lease: Lender;
  readonly #requests: number;
  #refundable: number;

  /** `units`: what was charged; `requests`: the quota of the plan. */
  constructor(
    lease: Lender,
    readonly outcome: Charge["outcome"],
    units: number,
    readonly limit: number,
    readonly remaining: number,
    requests: number,
  ) {
    this.resetsAt = lease.period.endsAt;
    this.#lease = lease;
    this.#requests = requests;
    this.#refundable = units;
  }

  refund(): void {
    if (this.#refundable > 0) this.#lease.refund(this.#refundable, this.#requests);
    this.#refundable = 0;
  }
}
