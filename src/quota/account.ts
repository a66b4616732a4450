import type { Quota } from "../model/plans.ts";

/** A key as the ledger sees it: whose units they are and how many there are. */
export interface Account {
  readonly id: string;
  /** What the key's plan allows in a period, as this process has the plan now. */
  readonly quota: Quota | "unlimited";
}

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
