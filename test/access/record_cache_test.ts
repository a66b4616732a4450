import assert from "node:assert/strict";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import { createRecordCache } from "../../src/access/records/record_cache.ts";
import { revisionKey } from "../../src/platform/credential_keys.ts";
import { createCredentialStores } from "../support/credential_stores.ts";
import { addManyKeys, secretOf } from "../support/many_keys.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

/** Three slices. */
const MANY = 600;

/** Many keys in a store, and a cache of them; `paused` is called after the first slice is read. */
async function world(paused: () => Promise<unknown>) {
  const { kv, keys, secretHash } = createCredentialStores(createMemoryKv());
  await addManyKeys({ kv, secretHash }, MANY);
  let isFirst = true;
  const cache = createRecordCache<KeyRecord>({
    kv,
    store: keys,
    nameFrom: secretHash,
    now: () => 0,
    async pause() {
      if (isFirst) await paused();
      isFirst = false;
    },
  }, () => Promise.resolve());
  const refresh = async () => await cache.refresh(await kv.get<string>(revisionKey("key")));
  const move = (id: string, secret: string) =>
    keys.update(id, (key) => ({ ...key, digest: secretHash(secret) }));
  return { cache, keys, secretHash, refresh, move };
}

/** The keys' secrets in the order in which the store has them, and a new one beside each end. */
function inOrder(hash: (secret: string) => string) {
  const sorted = (secrets: string[]) => secrets.sort((a, b) => hash(a) < hash(b) ? -1 : 1);
  const known = sorted(Array.from({ length: MANY }, (_, n) => secretOf(n)));
  const fresh = sorted(Array.from({ length: 20 }, (_, n) => `test-key-rotated-${n}`));
  return { first: known[0]!, last: known.at(-1)!, low: fresh[0]!, high: fresh.at(-1)! };
}

for (const to of ["low", "high"] as const) {
  for (const from of ["first", "last"] as const) {
    Deno.test(`a secret that is rotated while keys are read is refused: from ${from} to ${to}`, async () => {
      let rotate = () => Promise.resolve<unknown>(undefined);
      const { cache, keys, secretHash, refresh, move } = await world(() => rotate());
      const secrets = inOrder(secretHash);
      const [old, fresh] = [secrets[from], secrets[to]];
      const id = (await keys.findByName(secretHash(old)))!.id;
      rotate = () => move(id, fresh);
      await refresh();
      assert.equal((await cache.find(old))?.id, from === "first" && to === "low" ? id : undefined);
      await refresh();
      assert.equal(cache.find(old), undefined);
      assert.equal((await cache.find(fresh))?.id, id);
      assert.deepEqual([cache.size, [...cache.all()].length], [MANY, MANY]);

      await keys.update(id, (key) => ({ ...key, revokedAt: 5 }));
      await refresh();
      assert.equal((await cache.find(fresh))?.revokedAt, 5);
      assert.equal(cache.find(old), undefined);
    });
  }
}
