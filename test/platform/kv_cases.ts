import assert from "node:assert/strict";
import { openKv } from "../support/open_kv.ts";
import { type Kv, type KvKey, type KvWrite, listAll } from "../../src/platform/kv.ts";
import { closing } from "../support/closing.ts";

/** One promise of the {@linkcode Kv} interface. */
export interface KvCase {
  readonly name: string;
  run(kv: Kv): Promise<void>;
}

function put(key: KvKey, value: unknown): KvWrite {
  return { set: key, value };
}

async function keysOf(kv: Kv, prefix: KvKey, options = {}): Promise<KvKey[]> {
  return (await kv.list(prefix, options)).map(({ key }) => key);
}

/** What every store must do; each case gets an empty store of its own. */
export const kvCases: readonly KvCase[] = [
  {
    name:
      "get() gives what was committed with the commit's version, a copy each time; else nothing",
    async run(kv) {
      assert.deepEqual(await kv.get(["a"]), { key: ["a"], value: null, version: null });
      const value = { text: "日本", list: [1, null, true], bytes: new Uint8Array([1, 2]) };
      const version = await kv.commit([], [put(["a", 1], value)]);
      assert.deepEqual(await kv.get(["a", 1]), { key: ["a", 1], value, version });
      const own = { n: 1 };
      await kv.commit([], [put(["a"], own)]);
      own.n = 2;
      (await kv.get<{ n: number }>(["a"])).value!.n = 3;
      assert.deepEqual((await kv.get(["a"])).value, { n: 1 });
    },
  },
  {
    name: "a key of 2 KiB is stored; get() finds nothing at a longer one, and a commit refuses it",
    async run(kv) {
      const [longest, tooLong] = [["a", "x".repeat(2043)], ["a", "x".repeat(2044)]];
      const version = await kv.commit([], [put(longest, 1)]);
      assert.deepEqual(await kv.get(longest), { key: longest, value: 1, version });
      for (const key of [tooLong, ["a", "ﷺ".repeat(2000)]]) {
        assert.deepEqual(await kv.get(key), { key, value: null, version: null });
        await assert.rejects(() => kv.commit([], [put(key, 1)]), TypeError);
      }
    },
  },
  {
    name: "getMany() answers in the order asked, up to 10 keys",
    async run(kv) {
      await kv.commit([], [put(["a"], 1), put(["b"], 2)]);
      const found = await kv.getMany<number>([["b"], ["none"], ["a"]]);
      assert.deepEqual(found.map(({ value }) => value), [2, null, 1]);
      const keys = Array.from({ length: 11 }, (_, n) => ["k", n]);
      assert.equal((await kv.getMany(keys.slice(0, 10))).length, 10);
      await assert.rejects(() => kv.getMany(keys));
    },
  },
  {
    name: "versions are of commits, grow and sort as text",
    async run(kv) {
      const versions: string[] = [];
      for (let n = 0; n < 40; n++) versions.push((await kv.commit([], [put(["a"], n)]))!);
      assert.deepEqual(versions.toSorted(), versions);
      assert.equal(new Set(versions).size, 40);
      const version = await kv.commit([], [put(["p", "a"], 1), put(["p", "b"], 2)]);
      const rows = await kv.list(["p"]);
      assert.deepEqual(rows.map((row) => row.version), [version, version]);
    },
  },
  {
    name: "list() gives what lies strictly below the prefix, in key order",
    async run(kv) {
      const keys: KvKey[] = [
        ["p", ""],
        ["p", "!"],
        ["p", "Z"],
        ["p", "a"],
        ["p", "a", "b"],
        ["p", "a\0"],
        ["p", "ab"],
        ["p", "\uffee"],
        ["p", "😀"],
        ["p", -2],
        ["p", -1.5],
        ["p", 0],
        ["p", 2],
        ["p", 10],
      ];
      const others: KvKey[] = [["p"], ["o", "a"], ["pa", "a"], ["q"], [1]];
      await kv.commit([], [...keys.toReversed(), ...others].map((key) => put(key, 1)));
      assert.deepEqual(await keysOf(kv, ["p"]), keys);
      assert.deepEqual(await keysOf(kv, ["p"], { reverse: true }), keys.toReversed());
      assert.deepEqual(await keysOf(kv, ["p", "a"]), [["p", "a", "b"]]);
    },
  },
  {
    name: "list() takes `limit`, `after` and `reverse` together",
    async run(kv) {
      const keys = ["a", "b", "c", "d", "e"].map((name) => ["p", name]);
      await kv.commit([], [...keys, ["o", "z"], ["q", "a"]].map((key) => put(key, 1)));
      assert.deepEqual(await keysOf(kv, ["p"], { limit: 2 }), keys.slice(0, 2));
      assert.deepEqual(await keysOf(kv, ["p"], { after: ["p", "b"] }), keys.slice(2));
      assert.deepEqual(await keysOf(kv, ["p"], { after: ["p", "bb"], limit: 1 }), [["p", "c"]]);
      assert.deepEqual(await keysOf(kv, ["p"], { reverse: true, limit: 2 }), [keys[4], keys[3]]);
      assert.deepEqual(
        await keysOf(kv, ["p"], { reverse: true, after: ["p", "c"] }),
        [keys[1], keys[0]],
      );
      assert.deepEqual(await keysOf(kv, ["p"], { after: ["p", "e"] }), []);
      assert.deepEqual(await keysOf(kv, ["p"], { reverse: true, after: ["p", "a"] }), []);
      assert.deepEqual(await keysOf(kv, ["none"]), []);
    },
  },
  {
    name: "list() `after` a key gives the keys below that key too",
    async run(kv) {
      await kv.commit([], [put(["p", "a"], 1), put(["p", "a", "x"], 1), put(["p", "b"], 1)]);
      assert.deepEqual(await keysOf(kv, ["p"], { after: ["p", "a"] }), [["p", "a", "x"], [
        "p",
        "b",
      ]]);
    },
  },
  {
    name: "one list() gives 1,000 entries; listAll() goes on in batches of 1,000",
    async run(kv) {
      const keys = Array.from({ length: 2_300 }, (_, n) => ["p", n]);
      for (let from = 0; from < keys.length; from += 1000) {
        await kv.commit([], keys.slice(from, from + 1000).map((key) => put(key, 1)));
      }
      assert.equal((await kv.list(["p"])).length, 1000);
      const found: KvKey[] = [];
      for await (const { key } of listAll(kv, ["p"])) found.push(key);
      assert.deepEqual(found, keys);
      await kv.commit([], Array.from({ length: 1000 }, (_, n) => put(["q", n], n)));
      assert.equal((await Array.fromAsync(listAll(kv, ["q"]))).length, 1000);
    },
  },
  {
    name:
      "a check holds while the entry is as it was: not there, or never written or deleted since",
    async run(kv) {
      const check = { key: ["a"], version: null };
      assert.notEqual(await kv.commit([check], [put(["a"], 1)]), null);
      assert.equal(await kv.commit([check], [put(["a"], 2)]), null);
      assert.equal((await kv.get(["a"])).value, 1);
      const version = await kv.commit([], [put(["a"], 1)]);
      const stale = { key: ["a"], version };
      assert.notEqual(await kv.commit([stale], [put(["a"], 1)]), null);
      assert.equal(await kv.commit([stale], [put(["a"], 3)]), null, "of the same value too");
      await kv.commit([], [{ delete: ["a"] }]);
      assert.equal(await kv.commit([stale], [put(["b"], 1)]), null);
      await kv.commit([], [put(["a"], 1)]);
      assert.equal(await kv.commit([stale], [put(["b"], 1)]), null);
      assert.equal((await kv.get(["b"])).value, null);
    },
  },
  {
    name: "a commit whose second check fails writes nothing; a deletion forgives what is not there",
    async run(kv) {
      await kv.commit([], [put(["b"], 1)]);
      const checks = [{ key: ["a"], version: null }, { key: ["b"], version: null }];
      assert.equal(await kv.commit(checks, [put(["a"], 1), { delete: ["b"] }]), null);
      assert.equal((await kv.get(["a"])).value, null);
      assert.equal((await kv.get(["b"])).value, 1);
      assert.notEqual(await kv.commit([], [{ delete: ["b"] }, { delete: ["none"] }]), null);
      assert.deepEqual(await kv.get(["b"]), { key: ["b"], value: null, version: null });
    },
  },
  {
    name: "of 20 commits that race for one key, exactly one wins",
    async run(kv) {
      const race = Array.from(
        { length: 20 },
        (_, n) => kv.commit([{ key: ["a"], version: null }], [put(["a"], n)]),
      );
      const won = (await Promise.all(race)).map((version) => version !== null);
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal((await kv.get(["a"])).value, won.indexOf(true));
    },
  },
  {
    name: "64 KiB of a value and 1,000 writes are taken, more is refused and writes nothing",
    async run(kv) {
      assert.notEqual(await kv.commit([], [put(["a"], new Uint8Array(65_536))]), null);
      assert.notEqual(await kv.commit([], [put(["b"], "x".repeat(65_000))]), null);
      const writes = [put(["c"], 1), put(["d"], new Uint8Array(65_537))];
      await assert.rejects(() => kv.commit([], writes), TypeError);
      assert.equal((await kv.get(["c"])).value, null);
      const many = Array.from({ length: 1001 }, (_, n) => put(["p", n], n));
      assert.notEqual(await kv.commit([], many.slice(0, 1000)), null);
      await assert.rejects(() => kv.commit([], many), TypeError);
      const deletes = many.slice(0, 1000).map((_, n): KvWrite => ({ delete: ["p", n] }));
      assert.notEqual(await kv.commit([], deletes), null);
      assert.deepEqual(await kv.list(["p"]), []);
    },
  },
  {
    name: "watch() tells of a change, and of none after it was ended",
    async run(kv) {
      let told = 0;
      const end = kv.watch([["rev"], ["other"]], () => told++);
      await kv.commit([], [put(["rev"], 1)]);
      await waitUntil(() => told > 0, "the watch to tell of the first change");
      const before = told;
      await kv.commit([], [put(["rev"], 2)]);
      await waitUntil(() => told > before, "the watch to tell of the second change");
      end();
      const after = told;
      await kv.commit([], [put(["rev"], 3)]);
      assert.equal((await kv.get(["rev"])).value, 3);
      assert.equal(told, after);
    },
  },
];

async function waitUntil(condition: () => boolean, what: string): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error(`Waited 10 s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Runs a case on the store that is at this path or address. */
export async function withKv(path: string, run: (kv: Kv) => Promise<void>): Promise<void> {
  using kv = closing(await openKv(path));
  await run(kv);
}
