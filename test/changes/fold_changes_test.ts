import assert from "node:assert/strict";
import fc from "fast-check";
import { foldChanges, indexLists, type ItemChange } from "../../src/changes/compare_items.ts";
import { compareBuilds } from "../support/compare_builds.ts";
import type { HashedItem, HashedList } from "../../src/changes/hashed_items.ts";
import { fakeHash } from "../support/announcing.ts";
import { propertyRun } from "../support/size.ts";

/** Titles by id. */
type Build = Readonly<Record<string, string>>;

function listOf(items: readonly HashedItem[]): HashedList {
  return { group: "bunga", kind: "show", fields: ["title"], items };
}

function compare(before: readonly HashedItem[], after: readonly HashedItem[]): ItemChange[] {
  return compareBuilds(indexLists([listOf(before)]), indexLists([listOf(after)]), 0);
}

function itemsOf(build: Build): HashedItem[] {
  return Object.entries(build).map(([id, title]) => ({ id, hashes: fakeHash(title) }));
}

const build = fc.dictionary(fc.constantFrom("one", "two", "three/four"), fc.constantFrom("a", "b"));

Deno.test("what is folded is what the first and last build say, and what was taken back", () => {
  fc.assert(
    fc.property(fc.array(build, { minLength: 2, maxLength: 6 }), (builds) => {
      const steps = builds.slice(1).flatMap((after, n) =>
        compare(itemsOf(builds[n]!), itemsOf(after))
      );
      const [first, last] = [builds[0]!, builds.at(-1)!];
      const touched = new Set(steps.map(({ id }) => id));
      const expected = [...touched].sort().flatMap((id) => {
        const was = Object.hasOwn(first, id);
        const isThere = Object.hasOwn(last, id);
        if (!was) return isThere ? [`added ${id}`] : [];
        return isThere ? [`changed ${id}`] : [`removed ${id}`];
      });
      assert.deepEqual(foldChanges(steps).map(({ change, id }) => `${change} ${id}`), expected);
    }),
    propertyRun(300),
  );
});

Deno.test("a renamed item is one item that changed its id", () => {
  const [before] = itemsOf({ old: "a" });
  const renamed = { ...before!, id: "new", former: ["old"] };
  const said = compare([before!], [renamed]);
  const base = { group: "bunga", kind: "show" };
  const rename = { ...base, id: "new", change: "changed", fields: ["id"], former_id: "old" };
  assert.deepEqual(said, [rename]);
  assert.deepEqual(
    compare([before!], [{ ...renamed, hashes: fakeHash("b") }]),
    [{ ...rename, fields: ["id", "title"] }],
  );
  const again = { ...renamed, id: "newest", former: ["old", "new"] };
  assert.deepEqual(foldChanges([...said, ...compare([renamed], [again])]), [
    { ...rename, id: "newest" },
  ]);
  const gone = compare([renamed], []);
  assert.deepEqual(foldChanges([...said, ...gone]), [
    { ...base, id: "old", change: "removed", fields: [] },
  ]);
  const back = compare([renamed], [{ ...before!, former: ["new"] }]);
  assert.deepEqual(foldChanges([...said, ...back]), [
    { ...base, id: "old", change: "changed", fields: [] },
  ]);
});

Deno.test("a former name of an item that is still there renames nothing", () => {
  const items = itemsOf({ old: "a" });
  const other = { id: "new", former: ["old"], hashes: fakeHash("b") };
  assert.deepEqual(compare(items, [...items, other]).map(({ change, id }) => [change, id]), [
    ["added", "new"],
  ]);
});
