import assert from "node:assert/strict";
import { readBackup, takeBackup, writeBackup } from "../../src/admin/backup/backup.ts";
import { restoreBackup } from "../../src/admin/backup/restore.ts";
import { recordKindAt } from "../../src/admin/trail/recorded_commit.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createSeal, createWebhookStore } from "../../src/webhooks/records/webhook_store.ts";
import type { WebhookRecord } from "../../src/webhooks/records/webhook_record.ts";
import { cursorFrom } from "../../src/webhooks/send/webhook_cursor.ts";
import { createFixture, openFixtureStore } from "../support/fixture.ts";
import { issueKey } from "../support/issue.ts";

const ROLE = "123456789012345678";

Deno.test("a webhook of ntfy is kept and backed up where an earlier program does not look", async () => {
  await using fixture = await createFixture();
  const store = await openFixtureStore(fixture.env);
  const { id: keyId } = await issueKey(store);
  const seal = createSeal(store.pepper, systemRandom);
  const recordOf = (id: string, more: Pick<WebhookRecord, "format" | "mention">, at: number) => ({
    ...{ id, keyId, types: [], groups: [], members: [], createdAt: at, ...more },
    sealed: seal.close(id, { url: `https://${more.format}.example/x`, secret: "whsec_x" }),
  });
  const webhooks = createWebhookStore(store.kv);
  const records: WebhookRecord[] = [
    recordOf("w_ntfy", { format: "ntfy" }, 1),
    recordOf("w_chat", { format: "discord", mention: ROLE }, 2),
    recordOf("w_hook", { format: "standard" }, 3),
  ];
  for (const record of records) assert.ok(await webhooks.add(record, cursorFrom("0"), 10));

  const idsBelow = async (...prefix: string[]) =>
    (await store.kv.list<WebhookRecord>(prefix)).map(({ value }) => value!.id);
  // An earlier program reads these alone, and takes what is not `standard` for Discord's.
  assert.deepEqual(await idsBelow("webhook", "endpoint"), ["w_chat", "w_hook"]);
  const [key] = (await store.kv.list(["webhook", "ntfy"])).map(({ key }) => key);
  assert.equal(recordKindAt(key!), "webhook");

  const text = writeBackup(await takeBackup(store, { withPepper: false }), 0);
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort();
  const file = JSON.parse(text);
  assert.deepEqual([ids(file.webhooks), ids(file.ntfy_webhooks)], [["w_chat", "w_hook"], [
    "w_ntfy",
  ]]);
  assert.doesNotMatch(text, /ntfy\.example|whsec_/);
  const { ntfy_webhooks: _, ...earlier } = file;
  assert.deepEqual(ids((await readBackup(JSON.stringify(earlier))).webhooks), ["w_chat", "w_hook"]);
  await assert.rejects(
    readBackup(JSON.stringify({ ...file, ntfy_webhooks: "none" })),
    /ntfy_webhooks/,
  );

  for (const id of ["w_ntfy", "w_chat"]) assert.ok(await webhooks.remove(keyId, id));
  assert.deepEqual(ids(await webhooks.list()), ["w_hook"]);
  await restoreBackup(store, await readBackup(text));
  assert.deepEqual(await webhooks.list(), records);
  assert.ok(await webhooks.switchOff(records[0]!, "operator", 5));
  assert.equal((await webhooks.find(keyId, "w_ntfy"))!.offReason, "operator");
  // A backup without it takes it away.
  await restoreBackup(store, await readBackup(JSON.stringify(earlier)));
  assert.deepEqual(ids(await webhooks.listOf(keyId)), ["w_chat", "w_hook"]);
  store.kv.close();
});
