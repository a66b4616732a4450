/**
 * This room makes the package that callers write programs with, from the tables that requests are
 * answered by.
 *
 * @module
 */

import { declarations, type GroupNames } from "./declarations.ts";
import readme from "./package_readme.md" with { type: "text" };
import licence from "../site/docs/program_licence.txt" with { type: "text" };
import { aliasName, groupFile } from "../schema/content/group.ts";
import { foldersIn } from "../files/taken_slugs.ts";
import { readFile } from "../read/read_file.ts";
import { exists } from "../read/there.ts";
import { TaskError } from "../task/task_error.ts";
import { stripTypeScriptTypes } from "node:module";
import { ERRORS } from "../../src/http/error_table.ts";
import { COMMON_LIST, methodTable, OWN_KEY } from "./methods.ts";
import client from "./core/client.ts" with { type: "text" };
import type { ClientTables } from "./core/client.ts";
import connection from "./core/connection.ts" with { type: "text" };
import followStream from "./core/follow_stream.ts" with { type: "text" };
import oshibaseError from "./core/oshibase_error.ts" with { type: "text" };
import verifyWebhook from "./core/verify_webhook.ts" with { type: "text" };

/** The SPDX id of the program's licence, which is the client's too. */
const LICENCE_ID = "MIT";

/** The lines by which a file says whose it is, and under which licence. */
const NOTICE = `// ${/^Copyright .*$/m.exec(licence)![0]}
// SPDX-License-Identifier: ${LICENCE_ID}
`;

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

/** The modules of the client; each comes after those whose classes it uses. */
const MODULES = [oshibaseError, connection, followStream, client, verifyWebhook];

/** Writes `index.js`: the modules as one, and the tables. */
export function script(): string {
  return `// @ts-self-types="./index.d.ts"
// Made by \`deno task client\`.
${NOTICE}
${MODULES.map(withoutTypes).join("\n")}
const TABLES = ${tablesText()};

function createClient(options) {
  return createClientFrom(TABLES, options);
}

export { createClient, OshibaseError, verifyWebhook };
`;
}

function withoutTypes(module: string): string {
  return ownLines(stripTypeScriptTypes(module, { mode: "transform" }))
    .replace(/\/\*\*(?:\n \*.*)*? @module\n \*\/\s*/, "")
    .replace(/^import .*\n/gm, "")
    .replace(/^export /gm, "");
}

/** Puts comments on lines of their own, but those of what is gone. */
function ownLines(text: string): string {
  return text.replace(/\/\*\*[^\n]*\*\/ (?=\/\*\*)/g, "")
    .replace(/^( *)(.*\*\/) (?=\S)/gm, "$1$2\n$1")
    .replace(/^ (?=(?:export|async|function|const|class))/gm, "");
}

/** An endpoint a line. */
function tablesText(): string {
  return JSON.stringify(tables(), null, 2).replace(
    /\[\s+("[^[\]]*")\s+\]/g,
    (_, list) => `[${list.replace(/\s+/g, " ")}]`,
  );
}

function tables(): ClientTables {
  return {
    families: {
      bare: methodTable("bare"),
      wrapped: methodTable("wrapped"),
      v1: methodTable("v1"),
    },
    ownKey: OWN_KEY,
    commonList: COMMON_LIST,
    errors: errorTypes(),
  };
}

/** A refusal without a type has that of another with the same status and message. */
function errorTypes(): ClientTables["errors"] {
  const kinds = Object.values(ERRORS);
  const known = kinds.flatMap(({ type }) => type ?? []);
  const unnamed = kinds.filter(({ type }) => type === undefined).flatMap(({ status, message }) => {
    const named = kinds.find((kind) =>
      kind.type !== undefined && kind.status === status && kind.message === message
    );
    return named === undefined ? [] : [[`${status} ${message}`, named.type!] as const];
  });
  return { known: [...new Set(known)], unnamed: Object.fromEntries(unnamed) };
}
