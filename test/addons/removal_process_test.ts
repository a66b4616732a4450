import assert from "node:assert/strict";
import type { AddOn } from "../../src/core/addon.ts";
import { ADDONS } from "../../src/core/addons.ts";
import { command, permissionsOf, watchServer } from "../support/server.ts";
import { copyFolder } from "../support/shipped_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Add-ons that a room of the core imports as long as it is there: they cannot be taken away alone. */
const NEEDED_BY: Readonly<Record<string, string>> = { search: "src/mcp" };

const isNeeded = ({ name }: AddOn) => NEEDED_BY[name] !== undefined && exists(NEEDED_BY[name]);

Deno.test("the program is whole without an add-on and what needs it, and without all", async (t) => {
  // Types that were checked at a path need not be checked there again.
  await using folder = await temporaryFolder();
  for (const addOn of ADDONS) {
    await t.step({
      name: `without ${addOn.name}`,
      ignore: isNeeded(addOn),
      fn: () => standsWithout(ADDONS.filter((other) => needs(other, addOn.name)), folder.path),
    });
  }
  await t.step("without all", async () => {
    const kept = ADDONS.filter((addOn) => isNeeded(addOn));
    const isKept = ({ name }: AddOn) => kept.some((one) => needs(one, name));
    await standsWithout(ADDONS.filter((addOn) => !isKept(addOn)), folder.path);
  });
});

/** Whether an add-on is this one, or cannot be without it. */
function needs({ name, needs: needed = [] }: AddOn, other: string): boolean {
  return name === other ||
    needed.some((word) => needs(ADDONS.find(({ name }) => name === word)!, other));
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
async function standsWithout(gone: readonly AddOn[], tree: string): Promise<void> {
  await copyProgram(tree);
  await using folder = await temporaryFolder();
  for (const { name } of gone) await takeAway(tree, name);
  const env = {
    CONTENT_DIR: `${ROOT}content`,
    OUT_DIR: `${folder.path}/out`,
    KV_PATH: `${folder.path}/store.kv`,
    KEY_PEPPER: "a pepper for tests alone",
    LIVE: "off",
    PORT: "0",
    DRAIN_MS: "0",
  };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await command(args, env, { cwd: tree }).output();
    const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assert.equal(code, 0, `${out}${err}`);
    return out!;
  };
  await run("check", "src/main.ts", "src/cli/main.ts", "build/main.ts");
  await run("run", ...permissionsOf("build"), "build/main.ts", "build");
  const help = await run("run", ...permissionsOf("admin"), "src/cli/main.ts", "--help");
  for (const { commands } of gone) {
    for (const { noun, verb } of await commands?.() ?? []) {
      assert.ok(!help.includes(`${noun} ${verb}`), `${noun} ${verb}`);
    }
  }

  const line = ["run", ...permissionsOf("serve"), "src/main.ts"];
  await using server = await watchServer(command(line, env, { cwd: tree }));
  await until(() => server.demoKey !== undefined);
  const ask = async (path: string, method = "GET") => {
    const headers = { "x-api-key": server.demoKey! };
    const response = await fetch(`${server.base}${path}`, { method, headers });
    const text = await response.text();
    return { status: response.status, text };
  };
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
  assert.equal((await ask("")).status, 200);
  for (const [method, path] of gone.flatMap(pathsOf)) {
    assert.equal((await ask(path, method)).status, 404, `${method} ${path}`);
  }
}

/** Writes the program to a folder, in place of what is there, but for what it has built. */
async function copyProgram(tree: string): Promise<void> {
  await Deno.remove(tree, { recursive: true });
  await copyFolder(`${ROOT}src`, `${tree}/src`);
  await Deno.mkdir(`${tree}/build`);
  for (const { name, isDirectory } of Deno.readDirSync(`${ROOT}build`)) {
    const path = `build/${name}`;
    if (!isDirectory) await Deno.copyFile(`${ROOT}${path}`, `${tree}/${path}`);
    else if (!BUILT.includes(path)) await copyFolder(`${ROOT}${path}`, `${tree}/${path}`);
  }
  for (const name of ["deno.json", "deno.lock"]) {
    await Deno.copyFile(`${ROOT}${name}`, `${tree}/${name}`);
  }
}

/** Folders that the project's tasks write. */
const BUILT = ["build/out", "build/kept", "build/client"];

/** Takes away the line of an add-on, and its folders. */
async function takeAway(tree: string, name: string): Promise<void> {
  const list = `${tree}/src/core/addons.ts`;
  const text = await Deno.readTextFile(list);
  const load = new RegExp(`^import \\{ (\\w+) \\} from "../addons/${name}/addon.ts";\n`, "m");
  const [whole, line] = load.exec(text) ?? [];
  assert.ok(whole !== undefined, `${name} has no line`);
  await Deno.writeTextFile(list, text.replace(whole, "").replace(`  ${line},\n`, ""));
  await Deno.remove(`${tree}/src/addons/${name}`, { recursive: true });
  if (exists(`build/addons/${name}`)) {
    await Deno.remove(`${tree}/build/addons/${name}`, { recursive: true });
  }
}

/** What an add-on answers: methods and paths. */
function pathsOf({ routes = {}, roots = [] }: AddOn): [method: string, path: string][] {
  const { group = [], bare = [], wrapped = [], v1 = [] } = routes;
  const below = (root: string, one: typeof group): [string, string][] =>
    one.map(({ method, path }) => [method ?? "GET", root + path.replace(/\{\w+\}/, "groupa")]);
  return [
    ...below("api/groupa/", [...group, ...bare]),
    ...below("api/groupb/", [...group, ...wrapped]),
    ...below("v1/", v1),
    ...below("", routes.public ?? []),
    ...roots.map((root): [string, string] => ["GET", root]),
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
