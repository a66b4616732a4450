/**
 * This room is the one way to the outside: clock, store, network, randomness, log, settings.
 *
 * @module
 */

import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { DirectNet, Net } from "./net.ts";
import type { Random } from "./random.ts";

/** Everything outside that the program meets, but its store. */
export interface Platform {
  readonly clock: Clock;
  readonly log: Log;
  readonly net: Net;
  readonly direct: DirectNet;
  readonly random: Random;
}
