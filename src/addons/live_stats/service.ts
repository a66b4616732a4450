import type { LiveSums } from "../../core/live_services.ts";
import { serviceKey } from "../../core/service_key.ts";
import type { Sum } from "./sum.ts";

/** What broadcasts come to, from memory. */
export interface LiveStats extends LiveSums {
  /**
   * The sums of members by slug, of broadcasts that began from one day to another, `YYYY-MM-DD`: by the
   * records as far as they reach, else by whole months.
   */
  between(group: string, from: string, to: string): ReadonlyMap<string, Sum>;
  /** The first day of the first month of which there is a sum of the group; "" if there is none. */
  firstDay(group: string): string;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

export const LIVE_STATS = serviceKey<LiveStats>("live stats");
