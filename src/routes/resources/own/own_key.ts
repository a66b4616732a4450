import type { KeyRecord } from "../../../access/records/key_store.ts";
import { quotaHeaders } from "../../../access/limits/rate_limit_headers.ts";
import { jsonAnswer } from "../../../http/answer.ts";
import { tryAgain } from "../../../http/http_error.ts";
import { uncachedRoute } from "../../route.ts";
import type { UncachedContext } from "../../route_context.ts";
import type { OwnKeyItem } from "../../../model/answer/credentials.ts";

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
