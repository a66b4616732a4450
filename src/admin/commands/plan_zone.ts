import type { Plans } from "../../model/plans.ts";

/** The time zone whose days a plan counts; UTC where it counts none. */
export function planZone(plans: Plans, name: string): string {
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
  return plan === undefined || plan.quota === "unlimited" ? "UTC" : plan.quota.timezone;
}
