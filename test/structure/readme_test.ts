import assert from "node:assert/strict";
import { SETTING_NAMES } from "../../src/platform/settings.ts";

const ROOT = new URL("../../", import.meta.url);
const README = textOf("README.md");
const ROOMS = textOf("build/site/docs/pages/how_it_works.md");
const ADDING = textOf("build/site/docs/pages/adding.md");

Deno.test("the README is one page", () => {
  const lines = README.trimEnd().split("\n").length;
  assert.ok(lines <= 150, `${lines} lines`);
});

Deno.test("the README and the task say the same of how long the tests take", () => {
  const task: string = JSON.parse(textOf("deno.json")).tasks.test.description;
  const [, words] = /\(([\d½]+ minutes on \d+ cores)\)/.exec(task)!;
  assert.match(README, new RegExp(`^deno task test +#.*: ${words}$`, "m"));
});

Deno.test("the page of settings names every setting", () => {
  const table = textOf("build/site/docs/pages/settings.md");
  for (const name of SETTING_NAMES) assert.ok(table.includes(`\`${name}\``), name);
});

Deno.test("the tree of rooms has every room of build and src, and no other", () => {
  const tree = section(ROOMS, "## The rooms");
  for (const [top, next] of [["build/", "src/"], ["src/", "test/"]] as const) {
    const part = tree.slice(tree.indexOf(`\n${top} `), tree.indexOf(`\n${next} `));
    assert.deepEqual(
      [...part.matchAll(/^ {2}(\w+)\/ /gm)].map(([, name]) => name).sort(),
      foldersOf(top).filter((name) => !["out", "kept"].includes(name!)),
    );
  }
});

Deno.test("the project's own words are at most 25", () => {
  const rows = section(ADDING, "## Words").match(/^\| /gm) ?? [];
  assert.ok(rows.length - 2 <= 25, `${rows.length - 2} rows`);
});

Deno.test("the top level of the tree holds what its readers look for, and nothing else", () => {
  const names = [...Deno.readDirSync(ROOT)].map(({ name }) => name)
    .filter((name) => !name.startsWith("."));
  assert.deepEqual(names.sort(), [
    ...["CHANGELOG.md", "LICENSE", "README.md"],
    ...["build", "content", "deno.json", "deno.lock", "src", "test"],
  ]);
});

Deno.test("every file that the pages about contributing link to is there", () => {
  const folder = new URL(".github/", ROOT);
  for (const name of ["CONTRIBUTING.md", "SECURITY.md"]) {
    const links = [...textOf(`.github/${name}`).matchAll(/\]\((\.\.?\/[\w./]*)\)/g)];
    assert.ok(links.length > 0, name);
    for (const [, path] of links) Deno.statSync(new URL(path!, folder));
  }
});

Deno.test("every file that the README and the contributor's pages name or link to is there", () => {
  for (const text of [README, ROOMS, ADDING]) {
    const links = text.matchAll(/\]\(((?:src|test|build|content|\.github|[A-Z]+)[\w./]*)\)/g);
    const named = text.matchAll(/`((?:src|test|content|\.ci)\/[\w./]*)`/g);
    for (const [, path] of [...links, ...named]) Deno.statSync(new URL(path!, ROOT));
  }
});

function textOf(path: string): string {
  return Deno.readTextFileSync(new URL(path, ROOT));
}

function section(text: string, from: string): string {
  const start = text.indexOf(`${from}\n`);
  assert.ok(start >= 0, from);
  const end = text.indexOf("\n## ", start);
  return text.slice(start, end < 0 ? undefined : end);
}

function foldersOf(path: string): string[] {
  return [...Deno.readDirSync(new URL(path, ROOT))]
    .filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();
}
