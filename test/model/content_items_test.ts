import assert from "node:assert/strict";
import fc from "fast-check";
import {
  comparedNames,
  compareLists,
  type ContentItem,
  foldChanges,
  indexLists,
  type ItemChange,
  type ItemList,
} from "../../src/model/content_items.ts";
import { propertyRun } from "../support/size.ts";

const NOW = 1000;

/** An item as editors see it. */
interface Draft {
  readonly values: Readonly<Record<string, string>>;
  readonly from: number | undefined;
}

/** What a program knows, and the items of a kind by id. */
interface Build {
  readonly fields: readonly string[];
  readonly items: Readonly<Record<string, Draft>>;
}

const FIELDS = ["title", "venue", "date", "url"];
const draft = fc.record({
  values: fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom("a", "b", "c")),
  from: fc.constantFrom(undefined, NOW - 1, NOW, NOW + 1),
});
const build: fc.Arbitrary<Build> = fc.record({
  fields: fc.shuffledSubarray(FIELDS),
  items: fc.dictionary(fc.constantFrom("one", "two", "three", "four"), draft),
});

function listOf({ fields, items }: Build, kind = "show"): ItemList {
  return {
    ...{ group: "bunga", kind, fields },
    items: Object.entries(items).map(([id, { values, from }]) => ({
      id,
      ...(from !== undefined && { from }),
      fields: Object.fromEntries(
        Object.entries(values).filter(([field]) => fields.includes(field)),
      ),
    })),
  };
}

/** The same as {@linkcode compareBuilds}, as plainly as it can be said. */
function expected(before: Build, after: Build): string[] {
  const seen = ({ items }: Build, id: string) =>
    Object.hasOwn(items, id) && (items[id]!.from ?? 0) <= NOW ? items[id]!.values : undefined;
  const known = before.fields.filter((field) => after.fields.includes(field));
  return ["one", "two", "three", "four"].flatMap((id) => {
    const [old, now] = [seen(before, id), seen(after, id)];
    if (old === undefined && now === undefined) return [];
    if (old === undefined) return [`added ${id}`];
    if (now === undefined) return [`removed ${id}`];
    const fields = known.filter((field) => old[field] !== now[field]).sort();
    return fields.length === 0 ? [] : [`changed ${id} ${fields}`];
  }).sort();
}

/** Compares two builds, each kind that both sides' programs know. */
function compareBuilds(before: readonly ItemList[], after: readonly ItemList[]): ItemChange[] {
  const [old, fresh] = [indexLists(before), indexLists(after)];
  return comparedNames(old, fresh).flatMap((name) =>
    compareLists(old.get(name), fresh.get(name), NOW).map(({ before: _, ...change }) => change)
  );
}

function compared(before: readonly ItemList[], after: readonly ItemList[]): string[] {
  return compareBuilds(before, after)
    .map(({ change, id, fields }) => `${change} ${id} ${fields.toSorted()}`.trim()).sort();
}

Deno.test("any two builds: what is seen to change is said, and nothing else", () => {
  fc.assert(
    fc.property(build, build, (before, after) => {
      assert.deepEqual(compared([listOf(before)], [listOf(after)]), expected(before, after));
    }),
    propertyRun(500),
  );
});

Deno.test("any build, cut into lists of some items in any way, has not changed", () => {
  fc.assert(
    fc.property(build, fc.nat(4), (whole, cut) => {
      const list = listOf(whole);
      const pieces = [list.items.slice(0, cut), list.items.slice(cut)]
        .map((items) => ({ ...list, items }));
      assert.deepEqual(compared([list], pieces), []);
      assert.deepEqual(compared(pieces, [list]), []);
    }),
    propertyRun(100),
  );
});

const OLD: Build = {
  fields: ["title"],
  items: { one: { values: { title: "a" }, from: undefined } },
};

Deno.test("items of a group that is new, or gone, are added or removed", () => {
  const other = { ...listOf(OLD), group: "kebun" };
  assert.deepEqual(compared([listOf(OLD)], [listOf(OLD), other]), ["added one"]);
  assert.deepEqual(compared([listOf(OLD), other], [listOf(OLD)]), ["removed one"]);
});

Deno.test("a list that was without a kind, or is, tells nothing of its items", () => {
  const news = listOf(OLD, "news");
  assert.deepEqual(compared([listOf(OLD)], [listOf(OLD), news]), []);
  assert.deepEqual(compared([listOf(OLD), news], [listOf(OLD)]), []);
  const none = { ...news, items: [] };
  assert.deepEqual(compared([listOf(OLD), none], [listOf(OLD), news]), ["added one"]);
});

/** Titles by id. */
type Titles = Readonly<Record<string, string>>;

function compare(before: readonly ContentItem[], after: readonly ContentItem[]): ItemChange[] {
  const listOf = (items: readonly ContentItem[]) => [
    { group: "bunga", kind: "show", fields: ["title"], items },
  ];
  return compareBuilds(listOf(before), listOf(after));
}

function itemsOf(titles: Titles): ContentItem[] {
  return Object.entries(titles).map(([id, title]) => ({ id, fields: { title } }));
}

const titles = fc.dictionary(
  fc.constantFrom("one", "two", "three/four"),
  fc.constantFrom("a", "b"),
);

Deno.test("what is folded is what the first and last build say, and what was taken back", () => {
  fc.assert(
    fc.property(fc.array(titles, { minLength: 2, maxLength: 6 }), (builds) => {
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
    compare([before!], [{ ...renamed, fields: { title: "b" } }]),
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
  const other = { id: "new", former: ["old"], fields: { title: "b" } };
  assert.deepEqual(compare(items, [...items, other]).map(({ change, id }) => [change, id]), [
    ["added", "new"],
  ]);
});
