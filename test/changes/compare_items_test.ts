import assert from "node:assert/strict";
import fc from "fast-check";
import { compareBuilds } from "../support/compare_builds.ts";
import { indexLists } from "../../src/changes/compare_items.ts";
import {
  FIELD_HASH_LENGTH,
  type HashedList,
  NO_FIELD_HASH,
} from "../../src/changes/hashed_items.ts";
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

function listOf({ fields, items }: Build, kind = "show"): HashedList {
  return {
    ...{ group: "bunga", kind, fields },
    items: Object.entries(items).map(([id, { values, from }]) => ({
      id,
      ...(from !== undefined && { from }),
      hashes: fields.map((field) => values[field]?.padEnd(FIELD_HASH_LENGTH) ?? NO_FIELD_HASH)
        .join(""),
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

function compared(before: readonly HashedList[], after: readonly HashedList[]): string[] {
  return compareBuilds(indexLists(before), indexLists(after), NOW)
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
