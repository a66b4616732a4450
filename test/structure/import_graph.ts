import { type Module, modules } from "./modules.ts";

/** An import of values by a module. */
export interface Import {
  /** A path below the project, or a specifier such as `npm:zod` and `node:crypto`. */
  readonly to: string;
  /** Whether it is loaded when the importing module asks for it, not with that module. */
  readonly isLater: boolean;
}

/** The imports of each module, in their order. */
export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const STATIC = /^(?:import|export) (?!type )(?:([^;"'`]*?) from )?"([^"]+)"/gm;
const DYNAMIC = /(?<!typeof )\bimport\(\s*"([^"]+)"/g;

/** A comment, or a line of one. */
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/).*$/gm;

/** Reads which module imports which, of the modules below these folders. */
export function importGraph(...folders: readonly string[]): ImportGraph {
  return new Map(folders.flatMap(modules).map((module) => [module.path, importsIn(module)]));
}

/** The imports of values in the text of a module. */
export function importsIn({ path, text }: Module): Import[] {
  const code = text.replaceAll(COMMENT, "");
  const loaded = [...code.matchAll(STATIC)].filter(([, names]) => !isOfTypes(names))
    .map(([, , specifier]) => ({ to: resolve(path, specifier!), isLater: false }));
  const later = [...code.matchAll(DYNAMIC)]
    .map(([, specifier]) => ({ to: resolve(path, specifier!), isLater: true }));
  return [...loaded, ...later];
}

/** All that a module loads, with itself; with `later`, also what it may load. */
export function reach(
  graph: ImportGraph,
  entry: string,
  { later }: { readonly later: boolean },
): string[] {
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const { to, isLater } of graph.get(path) ?? []) {
      if (later || !isLater) reached.add(to);
    }
  }
  return [...reached];
}

/** Whether every name in braces is a type: `{ type Key, type Plan }`. */
function isOfTypes(names: string | undefined): boolean {
  const inBraces = /^\{([^]*)\}$/.exec(names?.trim() ?? "")?.[1];
  if (inBraces === undefined) return false;
  return inBraces.split(",").map((name) => name.trim()).filter(Boolean)
    .every((name) => name.startsWith("type "));
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return new URL(specifier, `file:///${path}`).pathname.slice(1);
  return specifier.includes(":") ? specifier : `npm:${specifier}`;
}
