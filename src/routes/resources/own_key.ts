import { METER, ROTATE_KEY } from "../../core/services.ts";
import type { Caller } from "../../access/gate/caller.ts";
import { quotaHeaders } from "../../access/gate/key_gate.ts";
import type { KeyRecord } from "../../access/records/key_store.ts";
import { type Answer, jsonAnswer } from "../../http/answer.ts";
import { HttpError, tryAgain } from "../../http/http_error.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import { otherwise, type Parameters, type Values, wholeNumber } from "../../http/parameter.ts";
import type { KeyUsage, OwnKeyItem, RotatedKey } from "../../model/answer/v1.ts";
import { type Route, route } from "../route.ts";
import type { AnswerContext, RequestContext } from "../answer_context.ts";

/** An endpoint about what belongs to a key: no other caller may ask, and it costs nothing. */
interface OwnRoute<P extends Parameters> extends Omit<Route<P>, "kept" | "fresh" | "unmetered"> {
  /** As `fresh` of other endpoints, for the caller's key. */
  own(key: KeyRecord, context: RequestContext, values: Values<P>): MaybeAsync<unknown>;
}

/** Declares an endpoint about what belongs to the caller's key; another caller gets `KEY_REQUIRED`. */
export function ownRoute<const P extends Parameters>(
  { refuses = [], own, ...endpoint }: OwnRoute<P>,
): Route {
  return route({
    ...endpoint,
    refuses: ["KEY_REQUIRED", ...refuses],
    unmetered: true,
    fresh: (context, values) => own(keyOf(context.caller), context, values),
  });
}

function keyOf(caller: Caller): KeyRecord {
  if (caller.kind !== "key") throw new HttpError("KEY_REQUIRED");
  return caller.key;
}

/** An answer about a key, as it is at this moment: no cache keeps it. */
function ownAnswer({ now }: AnswerContext, value: unknown): Answer {
  return jsonAnswer(value, { madeAt: now, validUntil: Infinity, maxAge: 0 });
}

/** A list of what belongs to a key, likewise. */
export function ownList<T>(ctx: AnswerContext, data: readonly T[]): Answer {
  return ownAnswer(ctx, { total: data.length, data });
}

/**
 * `/v1/key`: what the caller's key has used and what is left. Null is what there is not: a limit
 * under an unlimited plan, a plan of a caller without a key.
 */
export const ownKey = route({
  id: "own-key",
  path: "key",
  summary: "Your key's plan, and what it has used and has left in this period; costs nothing",
  answers: { one: "ownKey" },
  parameters: {},
  unmetered: true,
  async fresh(context) {
    const { caller, ctx } = context;
    const value = caller.kind === "key" ? await describeKey(caller.key, context) : UNLIMITED;
    return ownAnswer(ctx, value);
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
  { plans, addHeaders, ctx }: RequestContext,
): Promise<OwnKeyItem> {
  const plan = plans[key.plan]!;
  const rate = plan.rate === "unlimited" ? null : plan.rate;
  const quotaStatus = await ctx.service(METER).quotaStatus(key).catch(() => {
    throw tryAgain();
  });
  if (quotaStatus === undefined) return { ...UNLIMITED, plan: key.plan, rate };
  addHeaders(quotaHeaders(plan.quota, quotaStatus, ctx.now));
  return {
    plan: key.plan,
    used: quotaStatus.used,
    limit: quotaStatus.limit,
    remaining: quotaStatus.remaining,
    resets_at: new Date(quotaStatus.resetsAt).toISOString(),
    period: plan.quota === "unlimited" ? null : plan.quota.per,
    rate,
  };
}

/** `GET /v1/key/usage`: what the caller's key used, day by day. */
export const keyUsage = ownRoute({
  id: "key-usage",
  path: "key/usage",
  summary: "What your key used on each of the last days, in its plan's time zone; costs nothing",
  answers: { one: "keyUsage" },
  parameters: { days: otherwise(wholeNumber(1, 400), 30) },
  refuses: ["TRY_AGAIN"],
  async own(key, { ctx }, { days }) {
    const used = await ctx.service(METER).usage(key, days).catch(() => {
      throw tryAgain();
    });
    return ownList<KeyUsage["data"][number]>(ctx, used);
  },
});

/** `POST /v1/key/rotate`: another secret; the former one goes on for a day. */
export const rotatedKey = ownRoute({
  id: "rotate-key",
  path: "key/rotate",
  method: "POST",
  summary:
    "Gives your key a new secret, shown this once; the former one works for 24 hours more; costs nothing",
  answers: { one: "rotatedKey" },
  parameters: {},
  refuses: ["IP_NOT_WHITELISTED", "LIMIT_REACHED", "NOT_FOUND", "TRY_AGAIN"],
  async own(key, { ctx, request }) {
    const { record: { id }, secret } = await ctx.service(ROTATE_KEY)(key, request);
    return { id, secret } satisfies RotatedKey;
  },
});
