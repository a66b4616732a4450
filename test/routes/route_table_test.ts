import assert from "node:assert/strict";
import { createAnswer } from "../../src/http/answer.ts";
import { anyText, required } from "../../src/http/parameter_kinds.ts";
import { BARE, V1, WRAPPED } from "../../src/routes/families.ts";
import { cachedRoute } from "../../src/routes/route.ts";
import { createRouteTable } from "../../src/routes/route_table.ts";

function declare(id: string, path: string) {
  return cachedRoute({
    id,
    path,
    summary: id,
    answers: { one: "member" },
    parameters: { name: required(anyText("a name")) },
    answer: () => createAnswer(new Uint8Array(), { madeAt: 0, validUntil: 0 }),
  });
}

const TABLE = createRouteTable([
  declare("one", "things/{name}"),
  declare("all", "things"),
  declare("today", "things/today"),
  declare("any", "{name}"),
]);

Deno.test.each([
  ["things", "all", {}],
  ["things/today", "today", {}],
  ["things/Today", "one", { name: "Today" }],
  ["things/a", "one", { name: "a" }],
  ["others", "any", { name: "others" }],
])("%s leads to %s: exact paths win", (path, id, values) => {
  const match = TABLE.match(path.split("/"));
  assert.equal(match?.route.id, id);
  assert.deepEqual(match?.pathValues, values);
});

Deno.test("a segment may hold a slash, and stays one segment", () => {
  assert.deepEqual(TABLE.match(["things", "a/b"])?.pathValues, { name: "a/b" });
  assert.equal(TABLE.match(["things/today"])?.route.id, "any");
  assert.equal(TABLE.match(["things", "today", "more"]), undefined);
});

Deno.test.each([[[]], [["things", ""]], [[""]], [["a", "b"]], [["things", "a", "b"]]])(
  "%j leads nowhere",
  (segments) => assert.equal(TABLE.match(segments), undefined),
);

Deno.test.each([["bare", BARE], ["wrapped", WRAPPED], ["v1", V1]])(
  "the %s family: ids and paths are unique, path parameters declared and required",
  (_name, { table: { routes } }) => {
    const ids = routes.map(({ id }) => id);
    const paths = routes.map(({ path }) => path.replace(/\{\w+\}/, "{}"));
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(new Set(paths).size, paths.length);
    for (const { id, path, summary, parameters } of routes) {
      assert.match(summary, /^[A-Z].*[^.]$/, id);
      const inPath = /\{(\w+)\}$/.exec(path)?.[1];
      if (inPath !== undefined) assert.equal(parameters[inPath]?.required, true, id);
      for (const { description } of Object.values(parameters)) assert.match(description, /\S/, id);
    }
  },
);
