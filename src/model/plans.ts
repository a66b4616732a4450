import type { QuotaPeriod } from "./enums.ts";

/** How fast a key may ask: tokens that refill, and how many may be spent at once. */
export interface Rate {
  readonly per_second: number;
  readonly burst: number;
}

/** How much a key may ask in a period, which begins at midnight in `timezone`. */
export interface Quota {
  readonly requests: number;
  readonly per: QuotaPeriod;
  readonly timezone: string;
}

/** The limits of a package of keys. */
export interface Plan {
  readonly rate: Rate | "unlimited";
  readonly quota: Quota | "unlimited";
  /** Event streams that a key holds open in one process. */
  readonly streams?: number | undefined;
  /** Webhooks that a key has. */
  readonly webhooks?: number | undefined;
}

/** What a plan allows that does not say so itself. */
export const DEFAULT_STREAMS = 50;
export const DEFAULT_WEBHOOKS = 10;

/** The packages by name, as `content/plans.yaml` lists them. */
export type Plans = Readonly<Record<string, Plan>>;
