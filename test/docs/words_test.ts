import assert from "node:assert/strict";
import { documents } from "../../build/site/docs/pages.ts";
import { ERRORS } from "../../src/http/error_table.ts";
import { BANNED } from "./banned_words.ts";
import { shippedSite } from "../support/shipped_site.ts";

const PAGES = "build/site/docs/pages";

/** The banned words of a text, each with its line and a better one; code is passed over. */
function findings(name: string, text: string): string[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, "_");
  const words = text.replaceAll(/^```[^]*?^```$/gm, blank).replaceAll(/`[^`]*`/g, blank);
  return BANNED.flatMap(({ form, better }) =>
    [...words.matchAll(new RegExp(form, `g${form.flags}`))].map((found) => {
      const line = words.slice(0, found.index).split("\n").length;
      return `${name}:${line}: "${found[0]}", better: ${better}`;
    })
  );
}

Deno.test("documents say things plainly", () => {
  const pages = [...Deno.readDirSync(PAGES)].filter(({ name }) => name.endsWith(".md"))
    .map(({ name }) => `${PAGES}/${name}`);
  const readmes = [
    "content/README.md",
    "README.md",
    "build/service/readme.md",
  ];
  const about = ["CHANGELOG.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"];
  const files = [...pages, ...readmes, ...about];
  assert.ok(files.length > 20, "pages are read");
  assert.deepEqual(files.flatMap((file) => findings(file, Deno.readTextFileSync(file))), []);
});

Deno.test("the reference says things plainly, descriptions of fields and parameters too", () => {
  const pages = documents(shippedSite())
    .filter(({ path }) => /^\/docs\/(errors|reference.*)\.md$/.test(path));
  assert.ok(pages.length > 5);
  assert.deepEqual(pages.flatMap(({ path, body }) => findings(path, String(body))), []);
});

Deno.test("messages of errors say things plainly", () => {
  const texts = Object.entries(ERRORS).map((
    [code, { message, about, fields = {} }],
  ) => [
    code,
    [message, about, ...Object.values(fields).map((field) => field.description)].join(" "),
  ]);
  assert.deepEqual(texts.flatMap(([code, text]) => findings(code!, text!)), []);
});

Deno.test("the help of every task says things plainly", () => {
  const helps = sourcesBelow("build").concat(sourcesBelow("src")).flatMap((file) =>
    [...Deno.readTextFileSync(file).matchAll(/\b\w*HELP =\s+`([^]*?)`;/g)]
      .map(([, help]) => [file, help!] as const)
  );
  const { tasks } = JSON.parse(Deno.readTextFileSync("deno.json"));
  const descriptions = Object.entries<{ description: string }>(tasks).map(([name, task]) =>
    [`deno.json ${name}`, task.description] as const
  );
  const ofAdmin = sourcesBelow("src/admin/commands").flatMap((file) =>
    [...Deno.readTextFileSync(file).matchAll(/\bdescription:\s+"([^"]*)"/g)]
      .map(([, text]) => [file, text!] as const)
  );
  assert.ok(helps.length > 10 && descriptions.length > 20 && ofAdmin.length > 60);
  assert.deepEqual(
    [...helps, ...descriptions, ...ofAdmin].flatMap(([name, text]) => findings(name, text)),
    [],
  );
});

function sourcesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return sourcesBelow(path);
    return name.endsWith(".ts") && !path.includes("indonesian") ? [path] : [];
  });
}
