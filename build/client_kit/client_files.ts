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
import type { ClientTables } from "./core/client.ts";
import modules from "./core/javascript.txt" with { type: "text" };
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";

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

/** The blocks of an archive, in bytes. */
const BLOCK = 512;

const encoder = new TextEncoder();

/**
 * An archive of files as npm takes packages: POSIX tar (ustar, IEEE 1003.1), gzipped. Equal files, equal
 * bytes: it has no times.
 */
function packageArchive(files: ReadonlyMap<string, string>): Uint8Array {
  const blocks = [...files].flatMap(([name, text]) => {
    const body = encoder.encode(text);
    const padding = new Uint8Array((BLOCK - body.length % BLOCK) % BLOCK);
    return [header(`package/${name}`, body.length), body, padding];
  });
  const whole = Buffer.concat([...blocks, new Uint8Array(2 * BLOCK)]);
  return new Uint8Array(gzipSync(whole, { level: 9 }));
}

/** The place of the checksum, which counts as spaces while it is made. */
const CHECKSUM = 148;

function header(name: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(encoder.encode(text), at);
  put(0, name);
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(CHECKSUM, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\u000000");
  put(CHECKSUM, `${octal(block.reduce((sum, byte) => sum + byte, 0), 6)}\0 `);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
