import assert from "node:assert/strict";
import { MAX_FEED_TOKENS } from "../../src/access/records/feed_token_store.ts";
import { isSecret } from "../support/is_secret.ts";
import { createCredentialStores } from "../support/credential_stores.ts";
import { issueFeedToken, issueKey, replaceSecret } from "../support/issue.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { listAll } from "../../src/platform/kv.ts";

async function everything(kv: ReturnType<typeof createMemoryKv>): Promise<string> {
  let text = "";
  for await (const entry of listAll(kv, [])) text += JSON.stringify(entry);
  return text;
}

Deno.test("a feed token has the shape of other secrets, and only its digest is stored", async () => {
  const kv = createMemoryKv();
  const stores = createCredentialStores(kv);
  const { record } = await issueKey(stores);
  const { id, secret } = await issueFeedToken(stores, record);
  assert.match(secret, /^F-osb_[0-9A-Za-z]{38}$/);
  assert.ok(isSecret(secret));
  assert.match(id, /^f_[0-9A-Za-z]{12}$/);
  assert.equal((await everything(kv)).includes(secret.slice(6, 40)), false);
  const found = await stores.feeds.findByName(stores.secretHash(secret));
  assert.equal(found?.id, id);
});

Deno.test("a key has 20 feed tokens at most, also where two are asked for at once", async () => {
  const stores = createCredentialStores(createMemoryKv());
  const { record } = await issueKey(stores);
  const other = await issueKey(stores);
  for (let n = 1; n < MAX_FEED_TOKENS; n++) await issueFeedToken(stores, record);
  const racing = await Promise.all(Array.from({ length: 5 }, () => stores.feeds.issue(record, 1)));
  assert.deepEqual(racing.map((made) => typeof made).sort(), [
    "object",
    ...Array(4).fill("string"),
  ]);
  assert.equal((await stores.feeds.ofKey(record)).length, MAX_FEED_TOKENS);
  assert.equal((await stores.feeds.list()).length, MAX_FEED_TOKENS);
  assert.equal(typeof await stores.feeds.issue(other.record, 1), "object");

  const [first] = await stores.feeds.ofKey(record);
  assert.equal((await stores.feeds.revoke(first!.id))?.id, first!.id);
  assert.equal(await stores.feeds.revoke(first!.id), undefined);
  assert.equal(await stores.feeds.findByName(first!.digest), undefined);
  assert.equal(typeof await stores.feeds.issue(record, 1), "object");
  assert.equal(await stores.feeds.issue(record, 1), "full");
});

Deno.test("a key that was rotated, revoked or expired gets no feed token, and a new secret counts anew", async () => {
  const kv = createMemoryKv();
  const stores = createCredentialStores(kv);
  const { record, id } = await issueKey(stores);
  for (let n = 0; n < MAX_FEED_TOKENS; n++) await issueFeedToken(stores, record);
  const rotated = (await replaceSecret(stores, id))!.record;
  assert.equal(await stores.feeds.issue(record, 1), "ended", "the old secret");
  assert.deepEqual(await stores.feeds.ofKey(rotated), []);
  await issueFeedToken(stores, rotated);
  assert.equal((await stores.feeds.list()).length, 1, "those of the old secret are gone for good");

  const revoked = (await stores.keys.update(id, (key) => ({ ...key, revokedAt: 5 })))!;
  assert.equal(await stores.feeds.issue(revoked, 6), "ended");
  const expired = await issueKey(stores, { expiresAt: 5 });
  assert.equal(await stores.feeds.issue(expired.record, 5), "ended");
  assert.equal(typeof await stores.feeds.issue(expired.record, 4), "object");
});
