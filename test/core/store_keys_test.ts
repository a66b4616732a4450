import assert from "node:assert/strict";
import type { AddOn } from "../../src/core/addon.ts";
import { ADDONS } from "../../src/core/addons.ts";
import type { Kv, KvKey } from "../../src/platform/kv.ts";
import { world } from "../support/world.ts";

/** The same store; `touched` gets every key that is read, watched or written. */
function noting(kv: Kv, touched: (key: KvKey) => void): Kv {
  return {
    ...kv,
    get(key) {
      touched(key);
      return kv.get(key);
    },
    getMany(keys) {
      keys.forEach(touched);
      return kv.getMany(keys);
    },
    list(prefix, options) {
      touched(prefix);
      return kv.list(prefix, options);
    },
    commit(checks, writes) {
      checks.forEach(({ key }) => touched(key));
      writes.forEach((write) => touched("set" in write ? write.set : write.delete));
      return kv.commit(checks, writes);
    },
    watch(keys, changed) {
      keys.forEach(touched);
      return kv.watch(keys, changed);
    },
  };
}

Deno.test("the first word of an add-on's keys in the store is its name", async () => {
  const touched = new Map<string, KvKey[]>();
  const addOns = ADDONS.map((addOn): AddOn => ({
    ...addOn,
    async open(core) {
      const keys: KvKey[] = [];
      touched.set(addOn.name, keys);
      const kv = noting(core.store.kv, (key) => void keys.push(key));
      return await addOn.open?.({ ...core, store: { ...core.store, kv } }) ?? {};
    },
  }));
  await using service = await world({
    content: {
      "site.yaml":
        "title: Fans\ncontact: a@b.example\nbase_url: https://fans.example\nsunset: {on: 2027-03-01}\n",
    },
    now: "2026-03-02T12:00:00+07:00",
    options: { addOns },
  });
  await service.announce();
  for (const [name, keys] of touched) {
    for (const key of keys) assert.equal(key[0], name, `${name} has the key ${key.join("/")}`);
  }
  assert.ok(touched.get("sunset")!.length > 0);
});
