import assert from "node:assert/strict";
import { compile } from "../../build/compile.ts";
import { renderOpenApi } from "../../build/addons/site/openapi/document.ts";
import { ADDONS } from "../../src/core/addons.ts";
import { loadCommands } from "../../src/core/commands.ts";
import { FAMILIES } from "../../src/core/registry.ts";
import { RESERVED_ROOTS, reservedRoots } from "../../src/core/roots.ts";
import { CORE_SETTINGS } from "../../src/platform/settings.ts";

/** What there may be one of, whoever has it. */
const UNIQUE: Readonly<Record<string, readonly string[]>> = {
  name: ADDONS.map(({ name }) => name),
  root: ADDONS.flatMap(({ roots = [] }) => roots),
  setting: [CORE_SETTINGS, ...ADDONS.map(({ settings = {} }) => settings)].flatMap(Object.keys),
  command: (await loadCommands()).map(({ noun, verb }) => `${noun} ${verb}`),
  ...Object.fromEntries(
    Object.values(FAMILIES).map(({ name, table }) => [
      `endpoint of ${name}`,
      table.routes.map(({ method = "GET", path }) => `${method} ${path.replace(/\{\w+\}/, "{}")}`),
    ]),
  ),
};

for (const [what, words] of Object.entries(UNIQUE)) {
  Deno.test(`no ${what} is there twice`, () => {
    assert.ok(words.length > 0);
    assert.deepEqual([...new Set(words)], words);
  });
}

Deno.test("an add-on comes behind those that it needs", () => {
  for (const [place, { name, needs = [] }] of ADDONS.entries()) {
    const before = ADDONS.slice(0, place).map(({ name }) => name);
    assert.deepEqual(needs.filter((needed) => !before.includes(needed)), [], name);
  }
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

Deno.test("commands of add-ons follow those of the core", async () => {
  const core = await loadCommands([]);
  const command = { ...core[0]!, noun: "fan", verb: "list" };
  const commands = () => Promise.resolve([command]);
  assert.deepEqual(await loadCommands([{}, { commands }]), [...core, command]);
});
