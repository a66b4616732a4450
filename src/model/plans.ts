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

/** Who gets a key without asking an operator. */
interface Signup {
  /** What proves who somebody is. */
  readonly by: "email";
  /** The slugs of the groups that such a key may read. */
  readonly groups: readonly string[];
}

/** The limits of a package of keys. */
export interface Plan {
  readonly rate: Rate | "unlimited";
  readonly quota: Quota | "unlimited";
  /** Event streams that a key holds open in one process. */
  readonly streams?: number | undefined;
  readonly webhooks?: number | undefined;
  /** Absent: operators alone issue keys of it. */
  readonly signup?: Signup | undefined;
}

/** What a plan allows that does not say so itself. */
export const DEFAULT_STREAMS = 50;
export const DEFAULT_WEBHOOKS = 10;

/** What a plan allows that anybody may sign up for, likewise. */
export const SIGNUP_STREAMS = 3;
export const SIGNUP_WEBHOOKS = 1;

/** Event streams that a key of this plan holds open in one process; `plan` undefined: the content has it no more. */
export function maxStreams(plan: Plan | undefined): number {
  return plan?.streams ?? (plan?.signup === undefined ? DEFAULT_STREAMS : SIGNUP_STREAMS);
}

/** Webhooks that a key of this plan has, likewise. */
export function maxWebhooks(plan: Plan | undefined): number {
  return plan?.webhooks ?? (plan?.signup === undefined ? DEFAULT_WEBHOOKS : SIGNUP_WEBHOOKS);
}

/** A plan that anybody may sign up for. */
export interface OpenPlan {
  readonly name: string;
  /** The slugs of the groups that its keys read: never none, which would be all. */
  readonly groups: Signup["groups"];
}

/** The plans that anybody may sign up for. */
export function openPlans(
  { plans, groups }: { plans: Plans; groups: readonly { readonly slug: string }[] },
): readonly OpenPlan[] {
  const slugs = new Set(groups.map(({ slug }) => slug));
  return Object.entries(plans).flatMap(([name, { signup }]) => {
    const open = signup?.groups.filter((slug) => slugs.has(slug)) ?? [];
    return open.length === 0 ? [] : [{ name, groups: open }];
  });
}

/** The packages by name, as `content/plans.yaml` lists them. */
export type Plans = Readonly<Record<string, Plan>>;
