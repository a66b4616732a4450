/**
 * This room makes the package that callers write programs with, from the tables that requests are
 * answered by.
 *
 * @module
 */

import { declarations, type GroupNames } from "./declarations.ts";
import readme from "./package_readme.md" with { type: "text" };
import licence from "../site/docs/program_licence.txt" with { type: "text" };
import { LICENCE_ID, NOTICE, script } from "./script.ts";
import { aliasName, groupFile } from "../../src/model/content/group.ts";
import { foldersIn } from "../files/taken_slugs.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { TaskError } from "../task/task_error.ts";

/** What the package is made for. */
interface ClientPackage {
  /** The groups that there are; without them the package is for any service. */
  readonly groups?: GroupNames | undefined;
}

/** The files of the package by name; the same on every run. */
export function clientFiles({ groups }: ClientPackage = {}): Map<string, string> {
  return new Map([
    ["package.json", JSON.stringify(MANIFEST, null, 2) + "\n"],
    ["index.js", script()],
    ["index.d.ts", `${NOTICE}\n${declarations(groups)}`],
    ["README.md", readme],
    ["LICENSE", licence],
  ]);
}

/** It is made, not published: who has the repository makes it. */
const MANIFEST = {
  name: "oshibase-client",
  version: "1.0.0",
  description: "Asks an Oshibase service: members, live broadcasts, shows, news, birthdays",
  license: LICENCE_ID,
  private: true,
  type: "module",
  exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  types: "./index.d.ts",
  files: ["index.js", "index.d.ts"],
  sideEffects: false,
  engines: { node: ">=20" },
};

/** What `group.yaml` says of how a group is asked. */
const ASKED = groupFile.pick({ family: true, aliases: true });

/**
 * The words under which the groups of a content folder are served, but those of another service's
 * programs; undefined where the folder has no groups.
 *
 * @throws {TaskError} where a `group.yaml` does not say how its group answers
 */
export function readGroupNames(contentFolder: string): GroupNames | undefined {
  const names = { bare: [] as string[], wrapped: [] as string[] };
  for (const slug of foldersIn(contentFolder)) {
    const path = `${contentFolder}/${slug}/group.yaml`;
    if (!exists(path)) continue;
    const { data } = ASKED.safeParse(pickAsked(readFile(path, () => {})?.value));
    if (data === undefined) {
      throw new TaskError(
        `Cannot read ${path}: expected a group; deno task check says what is wrong`,
      );
    }
    const aliases = data.aliases.filter((alias) => typeof alias === "string").map(aliasName);
    names[data.family].push(slug, ...aliases);
  }
  return names.bare.length + names.wrapped.length === 0 ? undefined : names;
}

function pickAsked(value: unknown) {
  const { family, aliases } = Object(value) as { family?: unknown; aliases?: unknown };
  return { family, aliases };
}
