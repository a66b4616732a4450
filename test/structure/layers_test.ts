import assert from "node:assert/strict";
import { mayImport, ROOMS } from "./layers.ts";
import { importGraph, reach } from "./import_graph.ts";
import { type Module, modules } from "./modules.ts";

Deno.test("layers: the runtime knows nothing of the compiler", () => {
  assert.equal(mayImport("src/catalog/pack.ts", "build/emit/blob.ts"), false);
  assert.equal(mayImport("build/emit/blob.ts", "src/model/pack.ts"), true);
  assert.equal(mayImport("build/emit/blob.ts", "src/catalog/pack.ts"), false);
});

Deno.test("layers: rooms import downwards only", () => {
  assert.equal(mayImport("src/routes/bare/news.ts", "src/catalog/news.ts"), true);
  assert.equal(mayImport("src/catalog/news.ts", "src/routes/bare/news.ts"), false);
  assert.equal(mayImport("src/http/body.ts", "src/routes/dispatch.ts"), false);
  assert.equal(mayImport("src/routes/dispatch.ts", "src/http/body.ts"), true);
});

Deno.test("layers: the rooms within a room have an order too", () => {
  assert.equal(mayImport("src/live/live.ts", "src/live/chat/chats.ts"), true);
  assert.equal(mayImport("src/live/chat/chats.ts", "src/live/records/broadcast.ts"), true);
  assert.equal(mayImport("src/live/records/broadcast.ts", "src/live/store/live_state.ts"), false);
  assert.equal(mayImport("src/live/poll/poller.ts", "src/live/live.ts"), false);
  assert.equal(mayImport("src/routes/route.ts", "src/live/view/live_streams.ts"), true);
  assert.equal(mayImport("src/admin/command/command.ts", "src/admin/commands/table.ts"), false);
  assert.equal(mayImport("src/compose/serve/listen.ts", "src/compose/assemble.ts"), false);
});

Deno.test("layers: no room knows itself by a detour", () => {
  assert.equal(mayImport("src/compose/areas.ts", "src/admin/http/admin_area.ts"), true);
  assert.equal(mayImport("src/admin/commands/command.ts", "src/compose/assemble.ts"), false);
  assert.deepEqual(findCycle(new Map(Object.entries(ROOMS))), undefined);
  assert.deepEqual(findCycle(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]])), ["b", "c", "b"]);
});

Deno.test("layers: libraries stay where they are meant to be", () => {
  assert.equal(mayImport("src/http/request.ts", "npm:zod"), false);
  assert.equal(mayImport("src/model/item/show.ts", "npm:zod"), true);
  assert.equal(mayImport("src/access/gate/gate.ts", "node:crypto"), true);
  assert.equal(mayImport("build/read/yaml.ts", "npm:yaml"), true);
  assert.equal(mayImport("src/mail/mail.ts", "npm:nodemailer"), true);
  assert.equal(mayImport("src/admin/commands/key_commands.ts", "npm:nodemailer"), false);
  assert.equal(mayImport("src/access/gate/gate.ts", "src/mail/mail.ts"), false);
});

const GRAPH = importGraph("src", "build");

/** Whether what is imported later is reached too. */
interface ReachOptions {
  readonly later: boolean;
}

function reachedFrom(entry: string, { later }: ReachOptions): string[] {
  const reached = reach(GRAPH, entry, { later });
  assert.ok(reached.length > 20, "the graph was read");
  return reached;
}

/** The packages that an entry reaches: those loaded with it, or also those it may load later. */
function packagesOf(entry: string, options: ReachOptions): string[] {
  const names = reachedFrom(entry, options).map((to) => /^npm:(.+)$/.exec(to)?.[1]);
  return names.filter((name) => name !== undefined).sort();
}

Deno.test("the server starts with no library at all", () => {
  assert.deepEqual(packagesOf("src/main.ts", { later: false }), []);
});

Deno.test("the server starts with no module for Node but these", () => {
  const reached = reachedFrom("src/main.ts", { later: false });
  const needed = ["buffer", "crypto", "timers", "timers/promises", "util", "zlib"];
  const names = reached.filter((specifier) => specifier.startsWith("node:")).sort();
  assert.deepEqual(names, needed.map((name) => `node:${name}`));
});

/** Each takes about 0.2 ms of a start: what few requests need is imported when it is needed. */
const MAX_MODULES = 249;

Deno.test("the server starts with few enough modules", () => {
  const reached = reachedFrom("src/main.ts", { later: false });
  assert.ok(reached.length <= MAX_MODULES, `${reached.length} modules`);
});

Deno.test("no module of the runtime makes a collator or a format of Intl when it is evaluated", () => {
  // The first one of a process takes up to 25 ms.
  const made = modules("src").filter(({ text }) =>
    /^(export )?(const|let) .*new Intl\./m.test(text)
  );
  assert.deepEqual(made.map(({ path }) => path), []);
});

Deno.test("the server reaches no library that only the compiler needs, even later", () => {
  const packages = packagesOf("src/main.ts", { later: true });
  assert.deepEqual(packages, ["nodemailer", "postgres", "temporal-polyfill", "zod"]);
});

Deno.test("what tells operators and owners is loaded later, where the settings ask for it", () => {
  const tells = (module: string) => /^src\/(alerts|notices)\//.test(module);
  assert.deepEqual(reachedFrom("src/main.ts", { later: false }).filter(tells), []);
  assert.ok(reachedFrom("src/main.ts", { later: true }).filter(tells).length > 5);
});

Deno.test("no module imports itself by a detour", () => {
  const next = [...GRAPH].map(([path, imports]) => [path, imports.map(({ to }) => to)] as const);
  assert.deepEqual(findCycle(new Map(next)), undefined);
});

Deno.test("a start loads nothing of the profile but its layer", () => {
  const layer = "src/profile/profile_layer.ts";
  const isOfProfile = (path: string) => path.startsWith("src/profile/");
  const importers = reachedFrom("src/main.ts", { later: true }).filter((path) =>
    !isOfProfile(path) && GRAPH.get(path)?.some(({ to }) => isOfProfile(to))
  );
  assert.deepEqual(importers, ["src/compose/assemble.ts"]);
  const ofProfile = GRAPH.get(importers[0]!)!.map(({ to }) => to).filter(isOfProfile);
  assert.deepEqual(ofProfile, [layer]);
  assert.deepEqual(GRAPH.get(layer), [
    { to: "src/toolbox/lazily.ts", isLater: false },
    { to: "src/profile/profile_dispatch.ts", isLater: true },
  ]);
});

/** Imports of values and of types, and of modules that are loaded later. */
const IMPORT = /(?:^import |\bfrom |\bimport\()"(\.[^"]+)"/gm;

/** The modules that a module imports when it is loaded, later, or only for their types. */
function importsOf({ path, text }: Pick<Module, "path" | "text">): string[] {
  const here = `file:///${path}`;
  return [...text.matchAll(IMPORT)].map(([, to]) => new URL(to!, here).pathname.slice(1));
}

Deno.test("no module of src or build imports itself by a detour of types", () => {
  const next = new Map(["src", "build"].flatMap(modules).map((one) => [one.path, importsOf(one)]));
  assert.ok(next.size > 500, `${next.size} modules were read`);
  assert.ok([...next.values()].flat().length > 3_000, "imports were read");
  assert.deepEqual(findCycle(next), undefined);
});

Deno.test("a circle of types is found", () => {
  const texts = [
    ["src/a/one.ts", 'import type { Two } from "./two.ts";'],
    ["src/a/two.ts", 'export { type Three } from "../b/three.ts";'],
    ["src/b/three.ts", 'import {\n  type One,\n} from "../a/one.ts";'],
  ] as const;
  const next = new Map(texts.map(([path, text]) => [path, importsOf({ path, text })]));
  assert.deepEqual(findCycle(next), [
    "src/a/one.ts",
    "src/a/two.ts",
    "src/b/three.ts",
    "src/a/one.ts",
  ]);
});

Deno.test("a circle of a type and of a module that is loaded later is found", () => {
  const texts = [
    ["src/a/one.ts", 'const loadTwo = lazily(() => import("./two.ts"));'],
    ["src/a/two.ts", 'import type { One } from "./one.ts";'],
  ] as const;
  const next = new Map(texts.map(([path, text]) => [path, importsOf({ path, text })]));
  assert.deepEqual(findCycle(next), ["src/a/one.ts", "src/a/two.ts", "src/a/one.ts"]);
});

function findCycle(next: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  function visit(module: string, path: readonly string[]): string[] | undefined {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (done.has(module)) return undefined;
    done.add(module);
    for (const target of next.get(module) ?? []) {
      const cycle = visit(target, [...path, module]);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  }
  for (const module of next.keys()) {
    const cycle = visit(module, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
