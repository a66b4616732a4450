import assert from "node:assert/strict";
import type { Plans } from "../../src/model/plans.ts";
import { sendMessage } from "../mcp/assistant_program.ts";
import { REPOSITORY } from "../support/contents.ts";
import { desk, deskJson } from "../support/desk.ts";
import { createFixture, openFixtureStore } from "../support/fixture.ts";
import { issueFeedToken, issueKey } from "../support/issue.ts";
import { createProgram } from "../support/program.ts";

const REFUSAL = {
  status: false,
  message: "This key's plan is not offered any more",
  type: "PLAN_UNKNOWN",
};
const AWAY = "203.0.113.9";

const plan: Plans[string] = {
  rate: "unlimited",
  quota: { requests: 5, per: "day", timezone: "Asia/Jakarta" },
};

Deno.test("a key whose plan is gone is refused everywhere, and goes on when the plan is back", async () => {
  await using app = await createProgram({ ...REPOSITORY, plans: { standard: plan } });
  const { record, secret: key } = await issueKey(app.stores);
  const feed = await issueFeedToken(app.stores, record);
  await app.service.access.credentials.refresh();
  const ask = (path: string) => app.ask(path, { key });
  assert.equal((await ask("/api/groupa/theater")).status, 200);

  app.setPlans({ other: plan });
  const { contact } = app.catalog.index.site;
  for (
    const path of [
      ...["/api/groupa/theater", "/api/groupa/live/stream", "/api/groupb/members", "/v1/birthdays"],
      ...[
        "/api/serambi48/theater",
        `/api/check/${key}`,
        "/v1/key",
        "/v1/key/usage",
        "/v1/webhooks",
      ],
      ...["/v1/dataset", "/v1/events/stream", `/api/groupb/events.ics?feed=${feed.secret}`],
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
  const elsewhere = await app.ask("/api/groupb/members", { key, from: AWAY });
  assert.equal((await elsewhere.json()).type, "IP_NOT_WHITELISTED");
  const { status, body } = await sendMessage(app, "tools/list", {}, { key });
  const { message, data: { hint: _, ...data } } = body.error;
  assert.deepEqual([status, message, data], [403, REFUSAL.message, { type: REFUSAL.type }]);

  app.setPlans({ standard: plan });
  const { used } = await (await ask("/v1/key")).json();
  assert.equal(used, 1);
});

Deno.test("the start and each swap of content say how many keys have a plan that is gone", async () => {
  await using app = await createProgram({ ...REPOSITORY, plan: null, plans: { standard: plan } });
  await issueKey(app.stores, { plan: "developer" });
  await issueKey(app.stores, { plan: "developer", expiresAt: 1 });
  await issueKey(app.stores);
  await issueKey(app.stores);
  await app.service.access.credentials.refresh();
  const warned = async () => {
    app.log.lines.length = 0;
    await app.service.announcer.sync();
    return app.log.lines.flatMap((line) =>
      /^warn (\d+ keys? .*?, which [\w.]+)/.exec(line)?.[1] ?? []
    );
  };
  assert.deepEqual(await warned(), ['1 key has the plan "developer", which plans.yaml']);
  app.setPlans({ developer: plan });
  assert.deepEqual(await warned(), ['2 keys have the plan "standard", which plans.yaml']);
  app.setPlans({ developer: plan, standard: plan });
  assert.deepEqual(await warned(), []);
});

Deno.test("key list and key show mark a key whose plan is gone", async () => {
  await using at = await createFixture();
  const store = await openFixtureStore(at.env);
  const { id } = await issueKey(store, { plan: "pioneer" });
  await issueKey(store);
  store.kv.close();
  const list = (await desk(at.env, "key", "list")).out;
  assert.equal(list.match(/not in plans\.yaml/g)?.length, 1);
  const shown = await desk(at.env, "key", "show", id);
  assert.match(shown.out, /^plan +pioneer \(not in plans\.yaml\)$/m);
  const records = await deskJson<{ id: string; plan_unknown?: true }[]>(at.env, "key", "list");
  assert.deepEqual(records.flatMap((one) => one.plan_unknown ? one.id : []), [id]);
});
