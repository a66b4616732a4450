import assert from "node:assert/strict";
import { REPOSITORY } from "../support/contents.ts";
import type { Plans } from "../support/opening.ts";
import { world } from "../support/world.ts";

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
