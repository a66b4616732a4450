import type { Clock } from "./clock.ts";
import type { Kv } from "./kv.ts";
import type { Log } from "./log.ts";
import type { Random } from "./random.ts";

/** What work in the background needs of the outside; a part that needs less takes a `Pick` of it. */
export interface Env {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
