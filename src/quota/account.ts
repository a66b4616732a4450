import type { Quota } from "../model/plans.ts";
import type { Period } from "./period.ts";

/** A key as the ledger sees it: whose units they are and how many there are. */
export interface Account {
  readonly id: string;
  /** What the key's plan allows in a period, as this process has the plan now. */
  readonly quota: Quota | "unlimited";
  /** The plan's rate, requests per second in one process; bounds how much is leased ahead. */
  readonly ratePerSecond: number | "unlimited";
}

/** What a process has in memory of the use of a quota. */
export interface LeasedUse {
  readonly period: Period;
  /** The quota with the operator's credits. */
  readonly limit: number;
  /** Units that all processes have leased and not given back. */
  readonly taken: number;
  /** Those of them that this process has not spent. */
  readonly unspent: number;
}

/** Receives each lease of an account, with what shows its use at any time after. */
export type NoteLeased = (account: string, use: () => LeasedUse) => void;
