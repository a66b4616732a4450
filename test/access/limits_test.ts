import assert from "node:assert/strict";
import fc from "fast-check";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import type { Plans } from "../support/opening.ts";
import { propertyRun } from "../support/size.ts";
import { type Ask, type World, world } from "../support/world.ts";
import { StreamSlots } from "../../src/routes/stream_slots.ts";

const BARE = "/api/kembang/members";
const WRAPPED = "/api/melati/members";
const month = { requests: 1_000_000, per: "month", timezone: "Asia/Jakarta" } as const;

const PLANS: Plans = {
  standard: { rate: "unlimited", quota: { ...month, per: "day" } },
  hasty: { rate: { per_second: 10, burst: 30 }, quota: month },
  slow: { rate: { per_second: 1, burst: 60 }, quota: month },
  free: { rate: "unlimited", quota: "unlimited" },
};

async function usedBy(app: World, key: string): Promise<number> {
  return (await app.json("/v1/key", { key })).used;
}

/** What a request costs, and what it is answered with. */
type Row = [what: string, units: 0 | 1, status: number, path: string, ask?: Ask];

const ROWS: readonly Row[] = [
  ["2xx", 1, 200, BARE],
  ["2xx by POST", 1, 200, WRAPPED, { method: "POST", body: "{}" }],
  ["2xx by PUT", 1, 200, "/v1/birthdays", { method: "PUT", body: '{"month":2}' }],
  ["an empty list is a 2xx", 1, 200, "/api/hikari/events"],
  ["404 within the group", 1, 404, "/api/kembang/nothing"],
  ["404 of an item", 1, 404, "/api/kembang/theater/nothing"],
  ["404 of a member", 1, 404, "/v1/birthdays/nobody"],
  ["400 of a parameter", 1, 400, "/api/kembang/news?page=0"],
  ["400 in a body", 1, 400, "/v1/birthdays", { method: "POST", body: '{"month":13}' }],
  ["304", 0, 304, BARE, { headers: { "if-none-match": "*" } }],
  ["5xx", 0, 503, "/api/kembang/chat-stream?room_id=500"],
  ["HEAD", 0, 200, BARE, { method: "HEAD" }],
  ["HEAD of nothing", 0, 404, "/api/kembang/nothing", { method: "HEAD" }],
  ["one's own key", 0, 200, "/v1/key"],
  ["one's own key, by POST", 0, 200, "/v1/key", { method: "POST", body: "{}" }],
];

/** What is answered before anybody looks at a key: of no cost, and without a word of its limits. */
const BEFORE: readonly Row[] = [
  ["OPTIONS", 0, 204, BARE, { method: "OPTIONS" }],
  ["404", 0, 404, "/api/nobody/members"],
  ["405", 0, 405, BARE, { method: "DELETE" }],
  ["400", 0, 400, WRAPPED, { method: "POST", body: "{" }],
  ["400 of a broken escape", 0, 400, `${BARE}?x=%zz`],
  ["413", 0, 413, WRAPPED, { method: "POST", body: " ".repeat(5000) }],
];

Deno.test("2xx and 4xx after authentication are charged, and tell the limits; 304, 5xx, HEAD, OPTIONS and /v1/key are free", async () => {
  const platforms = { SHOWROOM_URL: "http://platforms.example" };
  await using app = await world({ ...TRIO, plans: PLANS, env: platforms, outage: true });
  app.platforms.fail("showroom", () => Promise.resolve(new Response(null, { status: 500 })));
  for (const row of [...ROWS, ...BEFORE]) {
    const [what, units, status, path, ask] = row;
    const before = await usedBy(app, app.key);
    const reply = await app.until(app.ask(path, ask));
    assert.equal(reply.status, status, what);
    assert.equal(await usedBy(app, app.key) - before, units, `${what} costs ${units}`);
    assert.equal(reply.headers.has("ratelimit"), !BEFORE.includes(row), what);
    if (BEFORE.includes(row)) continue;
    assert.equal(reply.headers.get("ratelimit-policy"), '"quota";q=1000000;w=86400', what);
    // From 17:00 to midnight in Jakarta.
    assert.match(reply.headers.get("ratelimit")!, /^"quota";r=9999\d\d;t=25\d\d\d$/, what);
  }
});

Deno.test("a month has no fixed window, an unlimited plan no RateLimit, and answers to bad keys say nothing of limits", async () => {
  await using app = await world({ ...TRIO, plans: PLANS });
  const { secret: monthly } = await app.issue("hasty");
  const { headers } = await app.ask(BARE, { key: monthly });
  assert.equal(headers.get("ratelimit-policy"), '"quota";q=1000000');
  const { secret: unlimited } = await app.issue("free");
  const { id, secret: elsewhere } = await app.issue("standard");
  await app.run(["key", "deny-ip", id, "127.0.0.0/8"]);
  const free = await app.ask(BARE, { key: unlimited });
  assert.equal(free.status, 200);
  const refused: [string, string][] = [
    ...[BARE, WRAPPED, "/v1/key"].map((path): [string, string] => [path, "J-osb_nobody"]),
    [WRAPPED, elsewhere],
  ];
  const replies = await Promise.all(refused.map(([path, key]) => app.ask(path, { key })));
  assert.deepEqual(replies.map(({ status }) => status), [403, 403, 403, 403]);
  for (const { headers } of [free, ...replies]) {
    assert.deepEqual([headers.has("ratelimit"), headers.has("ratelimit-policy")], [false, false]);
  }
});

Deno.test("a key asks `burst` times at once, then at its rate; what is refused is not charged and slows nobody else", async () => {
  await using app = await world({ ...TRIO, plans: PLANS });
  const { secret: key } = await app.issue("hasty");
  const passed = async (times: number) => {
    let passed = 0;
    for (let n = 0; n < times; n++) if ((await app.ask(BARE, { key })).status === 200) passed++;
    return passed;
  };
  assert.equal(await passed(100), 30);
  const refused = await app.ask(BARE, { key });
  assert.equal(refused.status, 429);
  assert.equal(
    await refused.text(),
    '{"status":false,"message":"Too many requests","type":"RATE_LIMITED"}',
  );
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.equal(refused.headers.get("ratelimit-policy"), '"quota";q=1000000');
  assert.equal((await app.ask(BARE)).status, 200, "another key");
  const now = app.clock.now();
  for (const [ms, count] of [[99, 0], [100, 1], [160, 0], [200, 1], [1_200, 10], [9_000, 30]]) {
    app.at(now + ms!);
    assert.equal(await passed(40), count, `${ms} ms`);
  }
  // A clock that is set back locks nobody out.
  app.at(now - 3_600_000);
  assert.equal(await passed(1), 1);
  app.at(now + 20_000);
  assert.equal(await usedBy(app, key), 30 + 1 + 1 + 10 + 30 + 1);

  const { secret: slow } = await app.issue("slow");
  for (const [seconds, count] of [[0, 60], [5, 5], [130, 60]]) {
    app.at(now + 20_000 + seconds! * 1_000);
    let passed = 0;
    while ((await app.ask(BARE, { key: slow })).status === 200) passed++;
    assert.equal(passed, count, "what was spent is remembered until it has refilled");
  }
});

Deno.test("in any t seconds at most burst + t · per_second pass, and after Retry-After one does", async () => {
  const rates = fc.record({
    per_second: fc.integer({ min: 1, max: 500 }),
    burst: fc.integer({ min: 1, max: 20 }),
  });
  await using app = await world({ ...TRIO, plan: null });
  const gaps = fc.array(fc.nat(200), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rates, gaps, async (rate, gaps) => {
      app.setPlans({ standard: { rate, quota: "unlimited" } });
      const key = await app.issueTo([]);
      const passed: number[] = [];
      for (const gap of gaps) {
        app.at(app.clock.now() + gap % 7 * (gap > 150 ? 300 : 1));
        for (let n = 0; n < gap % 5; n++) {
          const { status, headers } = await app.ask(BARE, { key, method: "HEAD" });
          if (status === 200) passed.push(app.clock.now());
          else if (gap % 3 === 0) {
            app.at(app.clock.now() + 1000 * Number(headers.get("retry-after")));
            assert.equal((await app.ask(BARE, { key, method: "HEAD" })).status, 200);
            passed.push(app.clock.now());
          }
        }
      }
      for (const [first, start] of passed.entries()) {
        for (const [last, end] of passed.entries()) {
          if (last < first) continue;
          const most = rate.burst + (end - start) / 1000 * rate.per_second;
          assert.ok(last - first + 1 <= most + 0.01, `${last - first + 1} in ${end - start} ms`);
        }
      }
    }),
    propertyRun(60),
  );
});

const REFUSAL = {
  status: false,
  message: "This key's plan is not offered any more",
  type: "PLAN_UNKNOWN",
};

const plan: Plans[string] = {
  rate: "unlimited",
  quota: { requests: 5, per: "day", timezone: "Asia/Jakarta" },
};

Deno.test("a key whose plan is gone is refused everywhere, and goes on when the plan is back", async () => {
  await using app = await world({ ...REPOSITORY, plans: { standard: plan } });
  const { id, secret: key } = await app.issue("standard");
  const feed = await app.told(["key", "feed", id]);
  assert.equal((await app.ask("/api/groupa/theater", { key })).status, 200);

  app.setPlans({ other: plan });
  const { contact } = app.index.site;
  for (
    const path of [
      ...["/api/groupa/theater", "/api/groupa/live/stream", "/api/groupb/members", "/v1/birthdays"],
      ...["/api/serambi48/theater", `/api/check/${key}`, "/v1/key", "/v1/key/usage"],
      ...["/v1/webhooks", "/v1/dataset", "/v1/events/stream"],
      `/api/groupb/events.ics?feed=${feed.secret}`,
    ]
  ) {
    const response = await app.ask(path, { key: path.includes("feed=") ? null : key });
    assert.equal(response.status, 403, path);
    assert.equal(response.headers.has("retry-after"), false, path);
    assert.match(response.headers.get("link")!, /errors#PLAN_UNKNOWN/);
    const { hint, ...body } = await response.json();
    assert.deepEqual(body, REFUSAL, path);
    assert.ok(hint.includes(contact), hint);
  }
  const elsewhere = await app.ask("/api/groupb/members", { key, from: "203.0.113.9" });
  assert.equal((await elsewhere.json()).type, "IP_NOT_WHITELISTED");
  const assistant = await app.ask("/mcp", {
    ...{ key, method: "POST" },
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  assert.equal(assistant.status, 403);
  assert.match(await assistant.text(), /PLAN_UNKNOWN/);

  app.setPlans({ standard: plan });
  assert.equal((await app.json("/v1/key", { key })).used, 1);
});

Deno.test("the start and each swap of content say how many keys have a plan that is gone, and lists mark them", async () => {
  const plans = { standard: plan, developer: plan };
  await using app = await world({ ...REPOSITORY, plan: null, plans });
  const { id } = await app.issue("developer");
  await app.issue("developer", "--expires", "2026-01-01");
  for (const _ of "12") await app.issue("standard");
  const warned = async (plans: Plans) => {
    app.setPlans(plans);
    app.log.lines.length = 0;
    await app.announce();
    return app.log.lines.flatMap((line) =>
      /^warn (\d+ keys? .*?, which [\w.]+)/.exec(line)?.[1] ?? []
    );
  };
  assert.deepEqual(await warned({ developer: plan }), [
    '2 keys have the plan "standard", which plans.yaml',
  ]);
  assert.deepEqual(await warned(plans), []);
  assert.deepEqual(await warned({ standard: plan }), [
    '1 key has the plan "developer", which plans.yaml',
  ]);
  const { out } = await app.run(["key", "list"]);
  assert.match(out, / plan unknown\n/);
  assert.equal(out.match(/ developer .* yes\n/g)?.length, 2);
  const shown = await app.run(["key", "show", id]);
  assert.match(shown.out, /^plan unknown +yes$/m);
  const records = await app.told(["key", "list"]);
  const marked = records.filter((one: { plan_unknown?: true }) => one.plan_unknown);
  assert.equal(marked.length, 2);
});

Deno.test("40 keys that were signed up for leave half of the streams to others", () => {
  const slots = new StreamSlots(100);
  const plans: Plans = {
    standard: { rate: "unlimited", quota: "unlimited" },
    fan: {
      rate: "unlimited",
      quota: "unlimited",
      signup: { by: "email", groups: ["melati"] },
    },
  };
  const person = { owner: "Sari", email: "sari@fans.example", plan: "standard", createdAt: 0 };
  const record = { ...person, groups: [], ips: [], digest: "", hint: "" };
  let open = 0;
  for (let n = 0; n < 40; n++) {
    const key = { ...record, id: `k_${n}`, plan: "fan", signup: "x" };
    for (let stream = 0; stream < 5; stream++) {
      try {
        slots.take({ kind: "key", key }, plans);
        open++;
      } catch {
        // As many as they may have.
      }
    }
    assert.ok(slots.openOf(`k_${n}`) <= 3);
  }
  assert.equal(open, 50);
  const other = { kind: "key", key: { ...record, id: "k_other" } } as const;
  for (let n = 0; n < 30; n++) slots.take(other, plans);
});
