import assert from "node:assert/strict";
import { brotliCompressSync } from "node:zlib";
import { clientFiles } from "../../build/client_kit/client_files.ts";
import { familyOf } from "../../build/client_kit/core/client.ts";
import { createJsonSchemas } from "../../build/site/openapi/json_schemas.ts";
import { ERRORS, type JsonSchema } from "../../src/http/error_table.ts";
import { BARE, V1, WRAPPED } from "../../src/routes/families.ts";
import { permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { isInstalled } from "../support/is_installed.ts";
import { writePackage } from "./package.ts";

const ROOT = new URL("../../", import.meta.url);
const FILES = clientFiles();

Deno.test("deno task client writes the package, the same bytes every time", async () => {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  Deno.copyFileSync(new URL("deno.json", ROOT), `${folder}/deno.json`);
  const groups: Record<string, string> = {
    satu: "name: Satu\nfamily: bare\naliases: [one, { name: old, as: jkt48connect }]\n",
    dua: "name: Dua\nfamily: wrapped\n",
  };
  for (let run = 0; run < 4; run++) {
    const hasContent = run > 1;
    const files = hasContent
      ? clientFiles({ groups: { bare: ["satu", "one"], wrapped: ["dua"] } })
      : FILES;
    for (const [slug, text] of hasContent ? Object.entries(groups) : []) {
      Deno.mkdirSync(`${folder}/content/${slug}`, { recursive: true });
      Deno.writeTextFileSync(`${folder}/content/${slug}/group.yaml`, text);
    }
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", `--config=${new URL("deno.json", ROOT).pathname}`],
        ...permissionsOf("client"),
        new URL("build/service/write_client.ts", ROOT).pathname,
      ],
      cwd: folder,
    }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    for (const [name, text] of files) {
      assert.equal(Deno.readTextFileSync(`${folder}/build/client/${name}`), text, name);
    }
  }
});

Deno.test("the package is found by its name, with its types", async () => {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const home = `${folder}/node_modules/oshibase-client`;
  Deno.mkdirSync(home, { recursive: true });
  writePackage(home);
  Deno.writeTextFileSync(`${folder}/package.json`, '{"type":"module"}');
  const program = `import { createClient, type OshibaseClient } from "oshibase-client";
const client: OshibaseClient = createClient({ baseUrl: "http://a.example" });
// @ts-expect-error: its types are there
client.colour;
console.log(Object.keys(client).join());`;
  Deno.writeTextFileSync(`${folder}/program.ts`, program);
  const script = program.replace(", type OshibaseClient", "").replace(": OshibaseClient", "");
  Deno.writeTextFileSync(`${folder}/program.js`, script);
  for (
    const [runtime, ...words] of [
      [Deno.execPath(), "run", "--quiet", "--check", "--node-modules-dir=manual", "program.ts"],
      ...(await isInstalled("node") ? [["node", "program.js"]] : []),
    ]
  ) {
    const { stdout, stderr } = await new Deno.Command(runtime!, { args: words, cwd: folder })
      .output();
    assert.equal(
      new TextDecoder().decode(stdout),
      "bare,wrapped,group,v1,key,usage,rotateKey\n",
      new TextDecoder().decode(stderr),
    );
  }
});

Deno.test("the client is at most 8.5 KB in br, and needs no other module", () => {
  const script = FILES.get("index.js")!;
  assert.ok(brotliCompressSync(script).length <= 8_500);
  assert.doesNotMatch(script, /^\s*import\b|\bimport\(|\brequire\(/m);
});

Deno.test("the package says what it exports to every runtime, and cannot be published by mistake", () => {
  const manifest = JSON.parse(FILES.get("package.json")!);
  for (const target of Object.values<string>(manifest.exports["."])) {
    assert.ok(FILES.has(target.replace("./", "")), target);
  }
  assert.equal(manifest.private, true);
  assert.equal(manifest.dependencies, undefined);
});

Deno.test("the package is under the program's licence, and each of its files says so", () => {
  const { license } = JSON.parse(Deno.readTextFileSync("deno.json"));
  assert.equal(JSON.parse(FILES.get("package.json")!).license, license);
  assert.equal(FILES.get("LICENSE"), Deno.readTextFileSync("LICENSE"));
  for (const name of ["index.js", "index.d.ts"]) {
    const head = FILES.get(name)!.slice(0, 300);
    assert.match(head, /^\/\/ Copyright \(c\) \d{4} The Oshibase authors$/m, name);
    assert.match(head, new RegExp(`^// SPDX-License-Identifier: ${license}$`, "m"), name);
  }
});

Deno.test("every answer of a group in JSON shows which family it is of", () => {
  const schemas = createJsonSchemas();
  let seen = 0;
  for (const [name, { table }] of [["bare", BARE], ["wrapped", WRAPPED]] as const) {
    for (const { id, answers } of table.routes) {
      if ("stream" in answers || "document" in answers) continue;
      const schema = schemas.ofAnswers(answers, name) as JsonSchema & { anyOf?: JsonSchema[] };
      for (const { properties = {} } of schema.anyOf ?? [schema]) {
        const fields = properties as Record<string, { type?: string; const?: unknown }>;
        const answer = {
          success: fields.success?.const,
          data: fields.data?.type === "array" ? [] : undefined,
          message: fields.message?.type === "string" ? "OK" : undefined,
        };
        const found = familyOf(answer);
        assert.equal(found, name, id);
        seen++;
      }
    }
  }
  assert.ok(seen > 40, `${seen}`);
});

Deno.test("the client has a method for every endpoint, and a type for every refusal", () => {
  const types = FILES.get("index.d.ts")!;
  const tables = { BareGroup: BARE, WrappedGroup: WRAPPED, V1 };
  for (const [name, { table }] of Object.entries(tables)) {
    const [, body = ""] = new RegExp(`^export interface ${name} \\{\n([^]*?)^\\}`, "m")
      .exec(types) ?? [];
    const methods = [...new Set([...body.matchAll(/^ {2}(\w+)\(/gm)].map(([, one]) => one!))]
      .filter((one) => !one.endsWith("Pages"));
    assert.equal(methods.length, table.routes.length, name);
    const script = FILES.get("index.js")!;
    for (const { path } of table.routes) assert.ok(script.includes(`["${path}", "`), path);
  }
  for (const { status, type } of Object.values(ERRORS)) {
    if (type === undefined) continue;
    assert.match(types, new RegExp(`ErrorOf<[\\d |]*\\b${status}\\b[\\d |]*, "${type}">`));
  }
});
