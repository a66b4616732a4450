/**
 * This room declares what belongs to the caller's key: its use, its feed tokens, its webhooks.
 *
 * @module
 */

import type { Caller } from "../../../access/gate/access_request.ts";
import type { KeyRecord } from "../../../access/records/key_store.ts";
import { type Answer, jsonAnswer } from "../../../http/answer.ts";
import { HttpError } from "../../../http/http_error.ts";
import type { MaybeAsync } from "../../../http/maybe_async.ts";
import type { Parameters, Values } from "../../../http/parameter.ts";
import { type UncachedRoute, uncachedRoute } from "../../route.ts";
import type { RouteContext, UncachedContext } from "../../route_context.ts";

/** An endpoint about what belongs to a key: nobody else may ask, and it costs nothing. */
export interface OwnRoute<P extends Parameters>
  extends Omit<UncachedRoute<P>, "handler" | "unmetered"> {
  /** As that of an uncached route, for the caller's key. */
  handler(key: KeyRecord, context: UncachedContext, values: Values<P>): MaybeAsync<unknown>;
}

/** Declares an endpoint about what belongs to the caller's key; another caller gets `KEY_REQUIRED`. */
export function ownRoute<const P extends Parameters>(
  { refuses = [], handler, ...endpoint }: OwnRoute<P>,
): UncachedRoute {
  return uncachedRoute({
    ...endpoint,
    refuses: ["KEY_REQUIRED", ...refuses],
    unmetered: true,
    handler: (context, values) => handler(keyOf(context.caller), context, values),
  });
}

function keyOf(caller: Caller): KeyRecord {
  if (caller.kind !== "key") throw new HttpError("KEY_REQUIRED");
  return caller.key;
}

/** Whatever belongs to a key, as it is at this moment: nobody keeps it. */
export function ownList<T>({ now }: RouteContext, data: readonly T[]): Answer {
  return jsonAnswer({ total: data.length, data }, {
    madeAt: now,
    validUntil: Infinity,
    maxAge: 0,
  });
}
