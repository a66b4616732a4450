import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Net } from "../platform/net.ts";
import type { Random } from "../platform/random.ts";

/** Everything outside that the program meets, but its store. */
export interface Outside {
  readonly clock: Clock;
  readonly log: Log;
  readonly net: Net;
  readonly random: Random;
}
