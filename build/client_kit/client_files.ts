/**
 * This room makes the package that callers write programs with, from the tables that requests are
 * answered by.
 *
 * @module
 */

import { declarations, type GroupNames } from "./declarations.ts";
import readme from "./package_readme.md" with { type: "text" };
import { script } from "./script.ts";

/** What the package is made for. */
export interface ClientPackage {
  /** The repository's licence. */
  readonly license?: string | undefined;
  /** The groups that there are; without them the package is for any service. */
  readonly groups?: GroupNames | undefined;
}

/** The files of the package by name; the same on every run. */
export function clientFiles({ license, groups }: ClientPackage = {}): Map<string, string> {
  return new Map([
    ["package.json", JSON.stringify(manifest(license), null, 2) + "\n"],
    ["index.js", script()],
    ["index.d.ts", declarations(groups)],
    ["README.md", readme],
  ]);
}

/** It is made, not published: who has the repository makes it. */
function manifest(license = "UNLICENSED") {
  return {
    name: "oshibase-client",
    version: "1.0.0",
    description: "Asks an Oshibase service: members, live broadcasts, shows, news, birthdays",
    license,
    private: true,
    type: "module",
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    types: "./index.d.ts",
    files: ["index.js", "index.d.ts"],
    sideEffects: false,
    engines: { node: ">=20" },
  };
}
