import assert from "node:assert/strict";
import { LIBRARIES } from "../../build/site/docs/libraries.ts";
import { documents } from "../../build/site/docs/pages.ts";
import { siteSourceOf } from "../../build/site_writer.ts";
import { compile } from "../../build/compile.ts";
import { tryFiles } from "../../build/site/site.ts";
import { modules } from "../structure/modules.ts";

const { content: { site, plans, groups } } = compile("content");
const page = String(
  documents(siteSourceOf(site!, plans!, groups))
    .find(({ path }) => path === "/docs/libraries.md")!.body,
);

/** The packages of which a module takes a file as it is: those that browsers get. */
function packagesIn(text: string): string[] {
  const imports = text.matchAll(
    /from "((?:@[\w.-]+\/)?[a-z][\w.-]*)\/[^"]+" with \{ type: "\w+" \}/g,
  );
  return [...imports].map(([, name]) => name!);
}

Deno.test("every package of which browsers get files has its notice on the page of libraries", () => {
  const served = [...modules("src"), ...modules("build")].flatMap(({ text }) => packagesIn(text));
  assert.ok(served.length > 2, `${served.length} files`);
  assert.deepEqual(LIBRARIES.map(({ name }) => name), [...new Set(served)].sort());
  assert.deepEqual(packagesIn('import a from "react/dist/react.js" with { type: "text" };'), [
    "react",
  ]);
});

Deno.test("a notice is of the version that is locked, with a licence text", () => {
  const { imports } = JSON.parse(Deno.readTextFileSync("deno.json"));
  for (const { name, version, licence, texts } of LIBRARIES) {
    assert.equal(imports[name], `npm:${name}@${version}`);
    assert.ok(page.includes(`## ${name}\n\nVersion ${version}, ${licence}`), name);
    for (const text of texts) assert.ok(page.includes(text.trim()), name);
    assert.ok(texts.some((text) => /permission|TERMS AND CONDITIONS/i.test(text)), name);
  }
});

Deno.test("the program's licence is on the page, whole", () => {
  const licence = Deno.readTextFileSync("LICENSE");
  assert.match(licence, /^MIT License\n\nCopyright \(c\) \d{4} The Oshibase authors\n/);
  assert.ok(page.includes(licence.trim()));
  // The build may read its own folder alone.
  assert.equal(Deno.readTextFileSync("build/site/docs/program_licence.txt"), licence);
  assert.equal(JSON.parse(Deno.readTextFileSync("deno.json")).license, "MIT");
});

Deno.test("a file of notices that a served library names is served beside it", () => {
  const files = new Map(tryFiles("").map(({ path, body }) => [path, String(body)]));
  const named = [...files].flatMap(([path, body]) =>
    [...body.slice(0, 500).matchAll(/license information please see (\S+)/g)]
      .map(([, name]) => `${path.slice(0, path.lastIndexOf("/"))}/${name}`)
  );
  assert.deepEqual(named, ["/assets/try/swagger-ui-bundle.js.LICENSE.txt"]);
  for (const path of named) assert.match(files.get(path) ?? "", /React/);
});
