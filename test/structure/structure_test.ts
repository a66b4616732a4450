import assert from "node:assert/strict";

/** An import by a module. */
interface Import {
  /** A path below the project, or a specifier such as `npm:zod` and `node:crypto`. */
  readonly to: string;
  /** `type` is gone when the program runs; `later` is loaded when the importing module asks for it. */
  readonly when: "now" | "later" | "type";
}

type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const STATIC = /^(?:import|export) (type )?(?:([^;"'`]*?) from )?"([^"]+)"/gm;
const DYNAMIC = /(typeof )?\bimport\(\s*"([^"]+)"/g;
/** A comment, or a line of one. */
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/).*$/gm;

const GRAPH = importGraph("src", "build");

/** Which imports are wrong: of a module `from`, but these, whatever `to` is there. */
const ARROWS: readonly { readonly from: RegExp; readonly but?: RegExp; readonly to: RegExp }[] = [
  { from: /^src\//, to: /^(build|test)\// },
  {
    from: /^(src|build)\//,
    but: /^(src|build)\/(addons\/|(core\/)?addons\.ts$|tools\.ts$)/,
    to: /\/addons\//,
  },
  {
    from: /^build\//,
    but: /^build\/dev\//,
    to:
      /^src\/(core\/(?!addon\.ts|addons\.ts|all_settings\.ts|registry\.ts|roots\.ts)|main\.ts|store|admin\/cli|quota|access\/(?!gate\/credentials\.ts))/,
  },
];

function wrongIn(graph: ImportGraph): string[] {
  return [...graph].flatMap(([path, imports]) =>
    imports.filter(({ to }) =>
      ARROWS.some(({ from, but, to: target }) =>
        from.test(path) && !but?.test(path) && target.test(to)
      )
    ).map(({ to }) => `${path} imports ${to}`)
  );
}

Deno.test("src imports no build, nothing outside imports an add-on, and build no wiring of src", () => {
  assert.deepEqual(wrongIn(GRAPH), []);
  const made = [
    ["src/http/a.ts", 'import type { A } from "../../build/b.ts";'],
    ["src/http/c.ts", 'const load = () => import("../addons/webhooks/b.ts");'],
    ["src/core/addons.ts", 'import { addon } from "../addons/webhooks/addon.ts";'],
    ["build/derive/d.ts", 'export { quota } from "../../src/quota/quota.ts";'],
    ["build/dev/serve_folder.ts", 'import { start } from "../../src/core/start.ts";'],
  ].map(([path, text]) => [path!, importsIn(path!, text!)] as const);
  assert.deepEqual(wrongIn(new Map(made)), [
    "src/http/a.ts imports build/b.ts",
    "src/http/c.ts imports src/addons/webhooks/b.ts",
    "build/derive/d.ts imports src/quota/quota.ts",
  ]);
});

Deno.test("no module imports itself by a detour, of types or of what is loaded later", () => {
  assert.deepEqual(findCycle(GRAPH), undefined);
  const made = [
    ["src/a.ts", 'const loadB = lazily(() => import("./b.ts"));'],
    ["src/b.ts", 'import type { A } from "./a.ts";'],
  ].map(([path, text]) => [path!, importsIn(path!, text!)] as const);
  assert.deepEqual(findCycle(new Map(made)), ["src/a.ts", "src/b.ts", "src/a.ts"]);
});

Deno.test("the server starts with no library, and loads later those alone that it serves with", () => {
  const librariesOf = (later: boolean) =>
    reach(GRAPH, "src/main.ts", later).filter((to) => to.startsWith("npm:")).sort();
  assert.deepEqual(librariesOf(false), []);
  const served = [
    "@modelcontextprotocol/server",
    "nodemailer",
    "postgres",
    "temporal-polyfill",
    "zod",
  ];
  assert.deepEqual(librariesOf(true), served.map((name) => `npm:${name}`));
});

function findCycle(graph: ImportGraph): string[] | undefined {
  const done = new Set<string>();
  function visit(module: string, path: readonly string[]): string[] | undefined {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (done.has(module)) return undefined;
    done.add(module);
    for (const { to } of graph.get(module) ?? []) {
      const cycle = visit(to, [...path, module]);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  }
  for (const module of graph.keys()) {
    const cycle = visit(module, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** Reads which module imports which, of the modules below these folders. */
function importGraph(...folders: readonly string[]): ImportGraph {
  return new Map(
    folders.flatMap(modulesBelow).map((path) => {
      const text = Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url));
      return [path, importsIn(path, text)];
    }),
  );
}

/** The imports in a module's text. */
function importsIn(path: string, text: string): Import[] {
  const code = text.replaceAll(COMMENT, "");
  return [
    ...[...code.matchAll(STATIC)].map(([, type, names, to]): Import => ({
      to: resolve(path, to!),
      when: type !== undefined || isOfTypes(names) ? "type" : "now",
    })),
    ...[...code.matchAll(DYNAMIC)].map(([, type, to]): Import => ({
      to: resolve(path, to!),
      when: type === undefined ? "later" : "type",
    })),
  ];
}

/** All that a module loads, with itself; with `later`, also what it may load. */
function reach(graph: ImportGraph, entry: string, later: boolean): string[] {
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const { to, when } of graph.get(path) ?? []) {
      if (when === "now" || (later && when === "later")) reached.add(to);
    }
  }
  return [...reached];
}

function modulesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return modulesBelow(`${folder}/${name}`);
    return name.endsWith(".ts") ? [`${folder}/${name}`] : [];
  });
}

/** Whether every name in braces is a type: `{ type Key, type Plan }`. */
function isOfTypes(names = ""): boolean {
  const inBraces = /^\{([^]*)\}$/.exec(names.trim())?.[1];
  return inBraces !== undefined &&
    inBraces.split(",").every((name) => /^\s*(type .*)?$/.test(name));
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return new URL(specifier, `file:///${path}`).pathname.slice(1);
  return specifier.includes(":") ? specifier : `npm:${specifier}`;
}

Deno.test("every value that goes holds when, so that a copy of the store can tell", () => {
  const makers = [...GRAPH.keys()].filter((path) =>
    /^src\//.test(path) && /\bexpireInMs\b/.test(Deno.readTextFileSync(path))
  );
  const engines = ["src/platform/deno_kv.ts", "src/platform/kv.ts"];
  assert.deepEqual(makers.filter((path) => !/postgres/.test(path)).sort(), engines);
});
