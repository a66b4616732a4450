import type { Caller } from "../../src/access/gate/caller.ts";
import { createMeter } from "../../src/access/limits/meter.ts";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import type { Answer } from "../../src/http/answer.ts";
import type { HeaderList } from "../../src/http/fixed_headers.ts";
import { HttpError } from "../../src/http/http_error.ts";
import type { Plans } from "../../src/model/plans.ts";
import { ownKey } from "../../src/routes/resources/own_key.ts";
import type { UncachedRoute } from "../../src/routes/route.ts";
import type { UncachedContext } from "../../src/routes/answer_context.ts";

import assert from "node:assert/strict";

const PLANS: Plans = {
  daily: {
    rate: { per_second: 10, burst: 30 },
    quota: { requests: 100, per: "day", timezone: "Asia/Jakarta" },
  },
  monthly: { rate: "unlimited", quota: { requests: 9, per: "month", timezone: "UTC" } },
  free: { rate: { per_second: 1, burst: 1 }, quota: "unlimited" },
};

const STANDING = {
  period: "2026-07-04",
  used: 12,
  limit: 100,
  remaining: 88,
  resetsAt: Date.UTC(2026, 6, 4, 17),
};

const NOW = Date.UTC(2026, 6, 4, 16);

/** The headers that came with the last answers. */
const said: (readonly [string, string])[] = [];

const unused = () => Promise.reject(new Error("not asked for"));

/** What the endpoint tells a caller, and what it says in headers; the ledger stands as `standing` says. */
async function tell(
  caller: Caller,
  quotaStatus: () => Promise<typeof STANDING | undefined> = () => Promise.resolve(STANDING),
) {
  const meter = createMeter(
    { status: quotaStatus, statuses: unused, usage: unused, credit: unused },
    () => PLANS,
  );
  const addHeaders = (headers: HeaderList) => void said.push(...headers);
  const context = { caller, plans: PLANS, meter, addHeaders, ctx: { now: NOW } };
  const handled = (ownKey as UncachedRoute).handler(context as unknown as UncachedContext, {});
  return JSON.parse(new TextDecoder().decode((await handled as Answer).body));
}

function keyOf(plan: string): Caller {
  return { kind: "key", key: { id: "k_1", plan } as KeyRecord };
}

const NOTHING = {
  used: null,
  limit: null,
  remaining: null,
  resets_at: null,
  period: null,
};

Deno.test("own key: a plan with a quota is told with what is left, in the contract's order", async () => {
  const told = await tell(keyOf("daily"));
  assert.equal(
    JSON.stringify(told),
    '{"plan":"daily","used":12,"limit":100,"remaining":88,"resets_at":"2026-07-04T17:00:00.000Z",' +
      '"period":"day","rate":{"per_second":10,"burst":30}}',
  );
});

Deno.test("own key: what has no limit is null", async () => {
  const monthly = await tell(keyOf("monthly")) as Record<string, unknown>;
  assert.equal(monthly.period, "month");
  assert.equal(monthly.rate, null);
  const none = () => Promise.resolve(undefined);
  assert.deepEqual(await tell(keyOf("free"), none), {
    ...NOTHING,
    plan: "free",
    rate: { per_second: 1, burst: 1 },
  });
  const others: Caller[] = [
    { kind: "admin", username: "root" },
    { kind: "token", token: {} as never, secret: "" },
  ];
  for (const caller of others) {
    assert.deepEqual(await tell(caller, unused), { ...NOTHING, plan: null, rate: null });
  }
});

Deno.test("own key: a store out of reach is said, and is no fault", async () => {
  await assert.rejects(
    tell(keyOf("daily"), () => Promise.reject(new Error("gone"))),
    (error) => error instanceof HttpError && error.code === "TRY_AGAIN",
  );
});

Deno.test("own key: the quota stands in the headers too, as on every answer to a key", async () => {
  said.length = 0;
  await tell(keyOf("daily"));
  assert.deepEqual(said.map(([name]) => name), ["ratelimit-policy", "ratelimit"]);
  assert.match(said[1]![1], /^"quota";r=88;t=3600$/);
});
