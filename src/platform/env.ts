/**
 * This room is the one way to the outside: clock, store, network, randomness, log, settings.
 *
 * @module
 */

import type { Clock } from "./clock.ts";
import type { Kv } from "./kv.ts";
import type { Log } from "./log.ts";
import type { DirectNet, Net } from "./net.ts";
import type { Random } from "./random.ts";

/** What work in the background needs of the outside; a part that needs less takes a `Pick` of it. */
export interface Env {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** What is used of a WebSocket. */
export type Socket = Pick<
  WebSocket,
  "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose"
>;

/** Opens a WebSocket to an address of the operator's. */
export type OpenSocket = (url: string) => Socket;

/** Everything outside that the program meets, but its store. */
export interface Platform extends Omit<Env, "kv"> {
  readonly net: Net;
  readonly direct: DirectNet;
  /** The runtime's own if left out. */
  readonly openSocket?: OpenSocket;
}
