import type { AdmitBySecret, Entrance } from "../../access/gate/gate.ts";
import { serviceKey } from "../../core/service_key.ts";
import { ANNOUNCED, SUNSET_ANNOUNCED_AT } from "../../core/services.ts";
import type { Dependency } from "../../routes/route.ts";

/** Lets callers in by a feed token. */
export const ADMIT_BY_FEED_TOKEN = serviceKey<AdmitBySecret>("feed token entrance");

/** Programs that subscribe send an address and no more: the token is in it. */
const FEED_TOKEN: Entrance = {
  parameter: "feed",
  description: "A feed token.",
  admit: ADMIT_BY_FEED_TOKEN,
};

/** Who may read calendars and feeds, besides the callers of their families. */
export const FEED_ACCESS = { entrance: FEED_TOKEN, publicFrom: "feeds" } as const;

/** How long clients may keep a calendar or feed, in seconds: each states that it changes hourly. */
export const FEED_MAX_AGE_S = 3600;

/** Answers that say when items changed. */
export const ANNOUNCED_ITEMS: Dependency = {
  ready: (service) => service(ANNOUNCED).ready(),
  version: (service) => `${service(ANNOUNCED).version()} ${service(SUNSET_ANNOUNCED_AT)?.() ?? ""}`,
};
