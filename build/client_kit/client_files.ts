/**
 * This room makes the package that callers write programs with, from the tables that requests are
 * answered by.
 *
 * @module
 */

import { declarations, type GroupNames } from "./declarations.ts";
import readme from "./package_readme.md" with { type: "text" };
import licence from "../site/docs/program_licence.txt" with { type: "text" };
import { ERRORS } from "../../src/http/error_table.ts";
import { COMMON_LIST, methodTable, OWN_KEY } from "./methods.ts";
import type { PublicFile } from "../../src/model/site_pack.ts";
import { packageArchive } from "./package_archive.ts";
import type { ClientTables } from "./core/client.ts";
import modules from "./core/javascript.txt" with { type: "text" };

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

/** The files under which a service serves the client of its own groups. */
export function servedClient(groups: GroupNames): PublicFile[] {
  const files = clientFiles({ groups });
  return [
    {
      path: "/client.js",
      contentType: "text/javascript; charset=utf-8",
      body: files.get("index.js")!.replace("./index.d.ts", "./client.d.ts"),
    },
    {
      path: "/client.d.ts",
      contentType: "application/typescript; charset=utf-8",
      body: files.get("index.d.ts")!,
    },
    { path: "/client.tgz", contentType: "application/gzip", body: packageArchive(files) },
  ];
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

/** Writes `index.js`: the modules as one, and the tables. */
export function script(): string {
  return `// @ts-self-types="./index.d.ts"
// Made by \`deno task client\`.
${NOTICE}
${modules}
const TABLES = ${tablesText()};

function createClient(options) {
  return createClientFrom(TABLES, options);
}

export { createClient, OshibaseError, verifyWebhook };
`;
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
