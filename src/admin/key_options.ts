import type { Option } from "./command.ts";

/** Which plan a key has. */
export const PLAN: Option = { takes: "plan", says: "a plan of content/plans.yaml" };

/** From where it may be used. */
export const IP: Option = {
  takes: "address",
  says: "an address or CIDR range it may be used from",
  repeats: true,
};

/** When it ends. */
export const EXPIRES: Option = {
  takes: "date",
  says: "the day it ends, such as 2027-01-31 (UTC), an instant, or never",
};
