import assert from "node:assert/strict";
import { createAnswer } from "../../src/http/answer.ts";
import { anyText, required } from "../../src/http/parameter.ts";
import { BARE, V1, WRAPPED } from "../../src/routes/families.ts";
import { cachedRoute } from "../../src/routes/route.ts";
import { createRouteTable, methodsOfPath, READ_WITH_BODY } from "../../src/routes/family.ts";
import type { WriteMethod } from "../../src/routes/route.ts";

function declare(id: string, path: string, method?: WriteMethod) {
  return cachedRoute({
    id,
    path,
    ...(method && { method }),
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
  declare("make", "things", "POST"),
  declare("remove", "things/{name}", "DELETE"),
  declare("try", "things/{name}/try", "POST"),
  declare("tries", "things/{name}/tries"),
]);

Deno.test.each([
  ["things", "all,make", {}],
  ["things/today", "today", {}],
  ["things/Today", "one,remove", { name: "Today" }],
  ["things/a", "one,remove", { name: "a" }],
  ["things/a/try", "try", { name: "a" }],
  ["things/try/tries", "tries", { name: "try" }],
  ["others", "any", { name: "others" }],
])("%s leads to %s: exact paths win", (path, ids, values) => {
  const match = TABLE.match(path.split("/"));
  assert.equal(match?.routes.map(({ id }) => id).join(), ids);
  assert.deepEqual(match?.pathValues, values);
});

Deno.test.each([
  ["others", "GET HEAD POST PUT OPTIONS"],
  ["things", "GET HEAD POST OPTIONS"],
  ["things/a", "GET HEAD DELETE OPTIONS"],
  ["things/a/try", "POST OPTIONS"],
  ["things/a/tries", "GET HEAD POST PUT OPTIONS"],
])("%s takes %s: a POST that writes is no read", (path, methods) => {
  const { routes } = TABLE.match(path.split("/"))!;
  assert.equal(methodsOfPath({ methods: READ_WITH_BODY }, routes).join(" "), methods);
});

Deno.test("a segment may hold a slash, and stays one segment", () => {
  assert.deepEqual(TABLE.match(["things", "a/b"])?.pathValues, { name: "a/b" });
  assert.equal(TABLE.match(["things/today"])?.routes[0]?.id, "any");
  assert.equal(TABLE.match(["things", "today", "more"]), undefined);
});

Deno.test.each([[[]], [["things", ""]], [[""]], [["a", "b"]], [["things", "a", "b"]], [[
  "things",
  "",
  "try",
]]])(
  "%j leads nowhere",
  (segments) => assert.equal(TABLE.match(segments), undefined),
);

Deno.test.each([["bare", BARE], ["wrapped", WRAPPED], ["v1", V1]])(
  "the %s family: ids and paths are unique, path parameters declared and required",
  (_name, { table: { routes } }) => {
    const ids = routes.map(({ id }) => id);
    const paths = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, "{}")}`);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(new Set(paths).size, paths.length);
    for (const { id, path, summary, parameters } of routes) {
      assert.match(summary, /^[A-Z].*[^.]$/, id);
      const inPath = /\{(\w+)\}/.exec(path)?.[1];
      if (inPath !== undefined) assert.equal(parameters[inPath]?.required, true, id);
      for (const { description } of Object.values(parameters)) assert.match(description, /\S/, id);
    }
  },
);
