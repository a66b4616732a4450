import assert from "node:assert/strict";
import { SETTING_NAMES } from "../../src/platform/settings.ts";
import { BARE, V1, WRAPPED } from "../../src/routes/families.ts";

const ROOT = new URL("../../", import.meta.url);
const README = Deno.readTextFileSync(new URL("README.md", ROOT));

Deno.test("the README names every endpoint of every family, and no other", () => {
  for (
    const [start, { table }] of [["bare", BARE], ["wrapped", WRAPPED], ["`/v1/`", V1]] as const
  ) {
    const entry = section("Routing table").split(/^- /m).find((text) =>
      text.startsWith(`**${start}`)
    );
    const [, paths = ""] = /:\s+([^]*)/.exec(entry ?? "") ?? [];
    const named = [...paths.matchAll(/`([a-z][^`=?]*)(?:\?[^`]*)?`/g)].map(([, path]) => path);
    const routes = table.routes.map(({ path }) => path);
    assert.deepEqual([...new Set(named)].sort(), [...new Set(routes)].sort(), start);
  }
});

Deno.test("the page of settings names every setting", () => {
  const table = Deno.readTextFileSync(new URL("build/site/docs/pages/settings.md", ROOT));
  for (const name of SETTING_NAMES) assert.ok(table.includes(`\`${name}\``), name);
});

Deno.test("the README's tree has every room of build and src, and no other", () => {
  const tree = section("The rooms");
  for (const [top, next] of [["build/", "src/"], ["src/", "test/"]] as const) {
    const part = tree.slice(tree.indexOf(`\n${top} `), tree.indexOf(`\n${next} `));
    assert.deepEqual(
      [...part.matchAll(/^ {2}(\w+)\/ /gm)].map(([, name]) => name).sort(),
      foldersOf(top).filter((name) => name !== "out" && name !== "client"),
    );
  }
});

Deno.test("the README's words are at most 25", () => {
  const rows = section("## Words").match(/^\| /gm) ?? [];
  assert.ok(rows.length - 2 <= 25, `${rows.length - 2} rows`);
});

Deno.test("every test and file that the README names or links to is there", () => {
  const links = [...README.matchAll(/\]\(((?:src|test|build|content)\/[\w./]*)\)/g)];
  const named = [...README.matchAll(/`((?:src|test|content|\.ci)\/[\w./]*)`/g), ...links];
  for (const [, path] of named) Deno.statSync(new URL(path!, ROOT));
});

function section(from: string, to = "\n## "): string {
  const start = README.indexOf(`${from}\n`);
  assert.ok(start >= 0, from);
  return README.slice(start, README.indexOf(to, start));
}

function foldersOf(path: string): string[] {
  return [...Deno.readDirSync(new URL(path, ROOT))]
    .filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();
}
