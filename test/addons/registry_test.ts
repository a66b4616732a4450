import assert from "node:assert/strict";
import { compile } from "../../build/compile.ts";
import { renderOpenApi } from "../../build/addons/site/openapi/document.ts";
import type { AddOn } from "../../src/core/addon.ts";
import { ADDONS } from "../../src/core/addons.ts";
import { loadCommands } from "../../src/core/commands.ts";
import { FAMILIES, familiesWith } from "../../src/core/registry.ts";
import { RESERVED_ROOTS, reservedRoots } from "../../src/core/roots.ts";
import { route } from "../../src/routes/route.ts";
import { describedSetting } from "../../src/platform/settings.ts";
import { wholeNumberText } from "../../src/toolbox/text_reader.ts";

const endpoint = (path: string, method?: "POST") =>
  route({
    ...{ id: path, path, summary: "An endpoint", answers: { one: "search" }, parameters: {} },
    ...(method && { method }),
    fresh: () => ({}),
  });

const days = describedSetting(wholeNumberText(1, 9), 1, "some days");

/** Add-ons that do not go together, and what is said of them. */
const REFUSED: readonly (readonly [AddOn[], string])[] = [
  [[{ name: "a" }, { name: "a" }], 'Cannot have two add-ons with one name: "a"'],
  [
    [{ name: "a", roots: ["x"] }, { name: "b", roots: ["y", "x"] }],
    'Cannot have two add-ons with one root: "x"',
  ],
  [
    [{ name: "a", settings: { A_DAYS: days } }, { name: "b", settings: { A_DAYS: days } }],
    'Cannot have two add-ons with one setting: "A_DAYS"',
  ],
  [[{ name: "a", settings: { PORT: days } }], 'Cannot have two add-ons with one setting: "PORT"'],
  [[{ name: "a", needs: ["b"] }], 'Cannot have the add-on "a": "b" is not before it'],
  [
    [{ name: "a", needs: ["b"] }, { name: "b" }],
    'Cannot have the add-on "a": "b" is not before it',
  ],
  [[{ name: "a", needs: ["a"] }], 'Cannot have the add-on "a": "a" is not before it'],
  [
    [{ name: "a", routes: { group: [endpoint("x")] } }, {
      name: "b",
      routes: { bare: [endpoint("x")] },
    }],
    "Cannot have two endpoints of bare for GET x",
  ],
  [
    [{ name: "a", routes: { v1: [endpoint("x/{one}")] } }, {
      name: "b",
      routes: { v1: [endpoint("x/{other}")] },
    }],
    "Cannot have two endpoints of v1 for GET x/{}",
  ],
  [
    [{ name: "a", routes: { wrapped: [endpoint("members")] } }],
    "Cannot have two endpoints of wrapped for GET members",
  ],
];

for (const [addOns, message] of REFUSED) {
  Deno.test(`add-ons are refused that do not go together: ${message}`, () => {
    assert.throws(() => familiesWith(addOns), { name: "TypeError", message });
  });
}

Deno.test("add-ons go together that need one another in order, or write where another reads", () => {
  const { v1 } = familiesWith([
    { name: "a", roots: ["x"], routes: { v1: [endpoint("x")] } },
    { name: "b", needs: ["a"], roots: ["y"], routes: { v1: [endpoint("x", "POST")] } },
  ]);
  const { reading, writing } = v1.table.match(["x"])!.routes;
  assert.ok(reading && writing.has("POST"));
});

Deno.test("all that add-ons declare is in the families of the program", () => {
  for (const { routes = {} } of ADDONS) {
    for (const one of routes.v1 ?? []) assert.ok(FAMILIES.v1.table.routes.includes(one), one.id);
    for (const one of routes.group ?? []) {
      assert.ok(FAMILIES.bare.table.routes.includes(one), one.id);
      assert.ok(FAMILIES.wrapped.table.routes.includes(one), one.id);
    }
  }
});

/** What no group may be called, whichever add-on it is that needs the word. */
const RESERVED = [
  ...["groups", "embed", "media", "key", "mcp", "sitemap", "robots", "recent", "live", "birthdays"],
  ...["dataset", "admin", "codes", "check", "zenova", "v1", "docs", "editor", "metrics", "status"],
  ...["healthz", "readyz", "openapi", "llms", "schema", "api"],
];

Deno.test("no group may be called as a first segment of the program's paths", () => {
  for (const word of RESERVED) assert.ok(RESERVED_ROOTS.has(word), word);
  const { paths } = JSON.parse(renderOpenApi(compile("test/fixtures/trio").pack!.index));
  for (const path of Object.keys(paths)) {
    const root = path.split("/")[1]!.split(".")[0]!;
    assert.ok(root === "" || RESERVED_ROOTS.has(root), path);
  }
});

Deno.test("the roots of an add-on are reserved, those of a file without its ending", () => {
  const roots = reservedRoots([{ roots: ["fans", "humans.txt"] }]);
  assert.deepEqual([...roots].filter((root) => !RESERVED_ROOTS.has(root)), ["fans", "humans"]);
});

Deno.test("commands of add-ons follow those of the core, and two with the same words are refused", async () => {
  const core = await loadCommands([]);
  const command = { ...core[0]!, noun: "fan", verb: "list" };
  const commands = () => Promise.resolve([command]);
  assert.deepEqual(await loadCommands([{}, { commands }]), [...core, command]);
  await assert.rejects(loadCommands([{ commands }, { commands }]), {
    message: 'Cannot have two commands "fan list"',
  });
});
