import assert from "node:assert/strict";
import { importTree } from "./import_tree.ts";

const RECORDS = `[
  // kapten
  { id: 1, name: 'Ayu', "height": +160.5, team: \`dream\`, img: undefined, hobby: null },
  { name: "Bela", nicknames: ["Bel",], sr_exists: !true },
]`.replace(", sr_exists: !true", "");

Deno.test("modules that export plain data are read, however they export it", () => {
  const modules = [
    `export const members = ${RECORDS};`,
    `export default ${RECORDS}`,
    `const members = ${RECORDS};\nexport default members;`,
    `const all = ${RECORDS};\nexport { all as members };`,
    `/* daftar */\nexport const site = { title: "X" };\nexport const members = ${RECORDS};`,
  ];
  for (const module of modules) {
    using tree = importTree();
    const { made, lost, table } = tree.take("members", module);
    assert.deepEqual([made, lost], [2, 0], module + table);
    assert.match(
      tree.text("groupa/members/ayu.yaml"),
      /^name: Ayu\nteam: dream\nheight: 160\.5\n$/,
    );
  }
});

Deno.test("a module is never run: anything but plain data is refused with line and column", () => {
  using tree = importTree();
  const mark = `${tree.root}/ran`;
  const cases: [module: string, message: RegExp][] = [
    [
      `export default [\n  { name: Deno.writeTextFileSync(${JSON.stringify(mark)}, "x") }]`,
      /line 2, column 11: expected plain data, found "call expression"/,
    ],
    ["export default [...others]", /line 1, column 17: .* "spread element"/],
    ["import x from './x.js';\nexport default x", /line 1, column 1: .* "import declaration"/],
    ["export default [{ name: `a${b}` }]", /line 1, column 29: .* "identifier"/],
    ["export default [{ get name() { return 1 } }]", /line 1, column 19: .* "property"/],
    ["export default [{ [k]: 1 }]", /line 1, column 20: /],
    ["export function f() {}\nexport const a = 1", /line 1, column 8: .* "function declaration"/],
    ["export default [{ name: 'A' }", /line 1, column \d+: unexpected token/],
    ["export const a: Member[] = []", /column 15: .*types of TypeScript are not read/],
    ["export default [/x/, 1n]", /line 1, column 17: .* "literal"/],
  ];
  for (const [module, message] of cases) {
    assert.throws(() => tree.take("members", module), message, module);
    assert.deepEqual(tree.names("groupa"), ["group.yaml"]);
  }
  assert.throws(() => Deno.statSync(mark), Deno.errors.NotFound);
});

Deno.test("a key called __proto__ in a module is a field like any other", () => {
  using tree = importTree();
  const { made } = tree.take("members", `export default [{ name: "Ayu", "__proto__": { x: 1 } }]`);
  assert.equal(made, 1);
  assert.equal(({} as Record<string, unknown>)["x"], undefined);
});
