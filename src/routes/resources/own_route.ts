import type { Caller } from "../../access/gate/access_request.ts";
import { quotaHeaders } from "../../access/gate/key_gate.ts";
import type { KeyRecord } from "../../access/records/key_store.ts";
import { type Answer, jsonAnswer } from "../../http/answer.ts";
import { HttpError, tryAgain } from "../../http/http_error.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import type { Parameters, Values } from "../../http/parameter.ts";
import type { OwnKeyItem } from "../../model/answer/credentials.ts";
import { type UncachedRoute, uncachedRoute } from "../route.ts";
import type { RouteContext, UncachedContext } from "../route_context.ts";

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

/**
 * `/v1/key`: what the caller's key has used and what is left. Null stands for what there is not: a
 * limit under an unlimited plan, a plan of a caller without a key.
 */
export const ownKey = uncachedRoute({
  id: "own-key",
  path: "key",
  summary: "Your key's plan, what it has used in this period and what is left; costs nothing",
  answers: { one: "ownKey" },
  parameters: {},
  unmetered: true,
  async handler(context) {
    const { caller, ctx: { now } } = context;
    const value = caller.kind === "key" ? await describeKey(caller.key, context) : UNLIMITED;
    return jsonAnswer(value, { madeAt: now, validUntil: Infinity, maxAge: 0 });
  },
});

const UNLIMITED: OwnKeyItem = {
  plan: null,
  used: null,
  limit: null,
  remaining: null,
  resets_at: null,
  period: null,
  rate: null,
};

async function describeKey(
  key: KeyRecord,
  { plans, meter, addHeaders, ctx: route }: UncachedContext,
): Promise<OwnKeyItem> {
  const plan = Object.hasOwn(plans, key.plan) ? plans[key.plan] : undefined;
  const rate = plan === undefined || plan.rate === "unlimited" ? null : plan.rate;
  const quotaStatus = await meter.quotaStatus(key).catch(() => {
    throw tryAgain();
  });
  if (quotaStatus === undefined) return { ...UNLIMITED, plan: key.plan, rate };
  addHeaders(quotaHeaders(plan?.quota ?? "unlimited", quotaStatus, route.now));
  return {
    plan: key.plan,
    used: quotaStatus.used,
    limit: quotaStatus.limit,
    remaining: quotaStatus.remaining,
    resets_at: new Date(quotaStatus.resetsAt).toISOString(),
    period: plan?.quota === "unlimited" ? null : plan?.quota.per ?? null,
    rate,
  };
}
