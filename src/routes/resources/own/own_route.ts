/**
 * This room declares what belongs to the caller's key: its use, its feed tokens, its webhooks.
 *
 * @module
 */

import type { Caller } from "../../../access/gate/access_request.ts";
import type { KeyRecord } from "../../../access/records/key_store.ts";
import { type Answer, jsonAnswer } from "../../../http/answer.ts";
import { HttpError } from "../../../http/http_error.ts";
import type { RouteContext } from "../../route_context.ts";

/**
 * The caller's key, where what is asked for belongs to one.
 *
 * @throws {HttpError} `KEY_REQUIRED` where another credential let the caller in
 */
export function requireKey(caller: Caller): KeyRecord {
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
