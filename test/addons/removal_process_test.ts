import assert from "node:assert/strict";
import type { AddOn } from "../../src/core/addon.ts";
import { BUILD_ADDONS } from "../../build/addons.ts";
import { TOOLS } from "../../build/tools.ts";
import { ADDONS, ENGINES } from "../../src/core/addons.ts";
import { copyProgram } from "./program_copy.ts";
import { permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

Deno.test("the program is whole without an add-on and what needs it, and without all", async (t) => {
  // Types that were checked at a path need not be checked there again.
  await using folder = await temporaryFolder();
  for (const { name } of [...ADDONS, ...ENGINES]) {
    await t.step(
      `without ${name}`,
      () => standsWithout(ADDONS.filter((one) => needs(one, name)), [name], folder.path),
    );
  }
  for (const name of BUILD_ALONE) {
    await t.step(`the build without ${name}`, () => buildsWithout(name, folder.path));
  }
  await t.step(
    "without all",
    () => standsWithout(ADDONS, [...ENGINES.map(({ name }) => name), ...BUILD_ALONE], folder.path),
  );
});

/** Whether an add-on is this one, or cannot be without it. */
function needs({ name, needs: needed = [] }: AddOn, other: string): boolean {
  return name === other ||
    needed.some((word) => needs(ADDONS.find(({ name }) => name === word)!, other));
}

/** What the build alone has. */
const BUILD_ALONE = new Set(
  [...BUILD_ADDONS, ...TOOLS].map(({ name }) => name).filter((name) =>
    ![...ADDONS, ...ENGINES].some((one) => one.name === name)
  ),
);

/** Takes away a tool and what needs it; checks the types, and lets the build say what it can do. */
async function buildsWithout(name: string, tree: string): Promise<void> {
  await using program = await copyProgram(tree);
  const gone = new Set([name]);
  for (const one of gone) {
    for (const { name, needs = [] } of TOOLS) if (needs.includes(one)) gone.add(name);
  }
  for (const one of gone) await takeAway(tree, one);
  await program.run("check", "src/main.ts", "build/main.ts");
  const help = await program.run("run", ...permissionsOf("build"), "build/main.ts", "--help");
  for (const one of TOOLS) {
    for (const word of Object.keys(one.commands ?? {})) {
      assert.equal(help.includes(` ${word}`), !gone.has(one.name), word);
    }
  }
}

/** What the specification names: paths with an array, with an object, with the wrapper object. */
const LISTS = [
  ...["members", "live", "live/idn", "theater", "news", "events", "birthday"],
].map((path) => `api/groupa/${path}`);
const OBJECTS = [
  "api/groupa/theater?page=1&perpage=2",
  "api/groupa/news?page=1&perpage=2",
  "api/groupa/videocall",
  ...["/today", "/upcoming?days=14", "?month=3"].map((path) => `v1/birthdays${path}`),
  "healthz",
  "readyz",
];
const WRAPPED = [
  ...["members", "member/a", "schedule", "schedule?status=past", "news?page=1&perpage=2"],
  ...["releases", "birthdays", "birthdays/3"],
].map((path) => `api/groupb/${path}`);

/**
 * Takes away the lines and the folders of add-ons; checks the types, builds the shipped content, serves it
 * and asks for what the specification names.
 */
async function standsWithout(
  gone: readonly AddOn[],
  further: readonly string[],
  tree: string,
): Promise<void> {
  await using program = await copyProgram(tree);
  const names = new Set([...gone.map(({ name }) => name), ...further]);
  for (const name of names) await takeAway(tree, name);
  await program.run("check", "src/main.ts", "src/admin/cli/main.ts", "build/main.ts");
  const help = await program.run(
    "run",
    ...permissionsOf("admin"),
    "src/admin/cli/main.ts",
    "--help",
  );
  for (const { commands } of gone) {
    for (const { noun, verb } of await commands?.() ?? []) {
      assert.ok(!help.includes(`${noun} ${verb}`), `${noun} ${verb}`);
    }
  }

  await using server = await program.serve();
  await until(() => server.demoKey !== undefined);
  const ask = async (path: string): Promise<{ status: number; text: string }> => {
    const headers = { "x-api-key": server.demoKey! };
    const response = await fetch(`${server.base}${path}`, { headers });
    const text = await response.text();
    const seconds = response.headers.get("retry-after");
    if (response.status !== 429 || seconds === null) return { status: response.status, text };
    await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
    return await ask(path);
  };
  await until(async () => (await ask("readyz")).status === 200);
  const read = async (path: string) => {
    const { status, text } = await ask(path);
    assert.equal(status, 200, `${path}: ${text}`);
    return JSON.parse(text);
  };
  for (const path of LISTS) assert.ok(Array.isArray(await read(path)), path);
  for (const path of OBJECTS) assert.ok(!Array.isArray(await read(path)), path);
  for (const path of WRAPPED) {
    const { success, total, data } = await read(path);
    assert.ok(success && total === data.length, path);
  }
  const [member] = await read("api/groupa/members");
  assert.equal((await read(`api/groupa/member-detail?url=${member.url_key}`)).name, member.name);
  assert.equal((await read(`v1/birthdays/${member.id}`)).name, member.name);
  const { data: [article] } = await read("api/groupb/news?page=1&perpage=1");
  assert.equal((await read(`api/groupb/news/${article.id}`)).total, 1);
  const [headline] = await read("api/groupa/news");
  assert.equal((await read(`api/groupa/news-detail?id=${headline.id}`)).title, headline.title);
  const { text: noCode } = await ask("api/codes/verify?code=none");
  assert.equal(JSON.parse(noCode).message, "Code not found");
  const front = await ask("");
  assert.equal(front.status, 200);
  const hasPages = !names.has("pages");
  assert.equal(/Groups have no pages here/.test(program.built), !hasPages, program.built);
  if (!hasPages) assert.match(front.text, /^[^\n<]+: http\S+\/docs\n$/);
  assert.equal(front.text.includes('type="search"'), hasPages && !names.has("search"));
  for (const { name } of gone) {
    const { documents = [] } = BUILD_ADDONS.find((one) => one.name === name) ?? {};
    for (const { path, markdown } of documents) {
      const [heading] = /^#+ .+$/m.exec(markdown)!;
      const { text } = await ask(`${path.slice(1)}.md`);
      assert.ok(!text.split("\n").includes(heading), heading);
    }
  }
  const settingsPage = await ask("docs/settings.md");
  assert.equal(settingsPage.status, names.has("site") ? 404 : 200);
  for (const { name, settings = {} } of names.has("site") ? [] : [...ADDONS, ...ENGINES]) {
    for (const variable of Object.keys(settings)) {
      assert.equal(settingsPage.text.includes(variable), !names.has(name), variable);
    }
  }
  for (const path of gone.flatMap(pathsOf)) {
    assert.equal((await ask(path)).status, 404, path);
  }
}

/** The lists of add-ons, and where their folders are. */
const LISTS_OF_ADDONS = [
  ["src/core/addons.ts", "src/addons", "addon.ts"],
  ["build/addons.ts", "build/addons", "addon.ts"],
  ["build/tools.ts", "build/addons", "tool.ts"],
] as const;

/** Takes away the lines of an add-on, and its folders. */
async function takeAway(tree: string, name: string): Promise<void> {
  for (const [list, folders, declaration] of LISTS_OF_ADDONS) {
    const text = await Deno.readTextFile(`${tree}/${list}`);
    const load = new RegExp(`^import \\{ (\\w+) \\} from ".*/${name}/${declaration}";\n`, "m");
    const [whole, line] = load.exec(text) ?? [];
    const folder = `${folders}/${name}`;
    assert.equal(whole !== undefined, exists(`${folder}/${declaration}`), `${list}, ${folder}`);
    if (whole === undefined) continue;
    await Deno.writeTextFile(
      `${tree}/${list}`,
      text.replace(whole, "").replace(`  ${line},\n`, "").replace(`[${line}]`, "[]"),
    );
  }
  for (const folders of ["src/addons", "build/addons"]) {
    if (exists(`${folders}/${name}`)) {
      await Deno.remove(`${tree}/${folders}/${name}`, { recursive: true });
    }
  }
}

/** The paths of an add-on. A method that the family does not take would be refused before the path. */
function pathsOf({ routes = {}, roots = [] }: AddOn): string[] {
  const { group = [], bare = [], wrapped = [], v1 = [] } = routes;
  const below = (root: string, all: typeof group) =>
    all.map(({ path }) => root + path.replace(/\{\w+\}/, "groupa"));
  return [
    ...below("api/groupa/", [...group, ...bare]),
    ...below("api/groupb/", [...group, ...wrapped]),
    ...below("v1/", v1),
    ...roots,
  ];
}

function exists(path: string): boolean {
  try {
    Deno.statSync(`${ROOT}${path}`);
    return true;
  } catch {
    return false;
  }
}
