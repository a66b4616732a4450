import type { Meter } from "../../access/limits/meter.ts";
import type { OwnFeedTokens } from "../../access/limits/own_feed_tokens.ts";
import type { Webhooks } from "../../webhooks/webhooks.ts";
import type { RouteState } from "../route.ts";
import type { Caller } from "../../access/gate/access_request.ts";
import type { Plans } from "../../model/plans.ts";

/** The dependencies of endpoints. */
export interface RouteDeps extends RouteState {
  /** The meter of what keys have used. */
  readonly meter: Meter;
  /** What keys may do with their feed tokens. */
  readonly feedTokens: OwnFeedTokens;
  /** The webhooks of all keys. */
  readonly webhooks: Webhooks;
  /** The event streams that this process may hold open. */
  readonly streamSlots: StreamSlots;
  /** The present instant, epoch ms. */
  now(): number;
}

/** Says who may open one more event stream in this process. */
export interface StreamSlots {
  /**
   * Takes a place for a caller; the returned function gives it back, once.
   *
   * @throws {HttpError} `TRY_AGAIN`
   */
  take(caller: Caller, plans: Plans): () => void;
}
