import assert from "node:assert/strict";
import { documents } from "../../build/site/docs/pages.ts";
import { siteSourceOf } from "../../build/site_writer.ts";
import { compile } from "../../build/compile.ts";
import { modules } from "../structure/modules.ts";

const { content: { site, plans, groups } } = compile("content");
const page = String(
  documents(siteSourceOf(site!, plans!, groups))
    .find(({ path }) => path === "/docs/libraries.md")!.body,
);

/** The packages of which a module takes a file as it is. */
function packagesIn(text: string): string[] {
  const imports = text.matchAll(
    /from "((?:@[\w.-]+\/)?[a-z][\w.-]*)\/[^"]+" with \{ type: "\w+" \}/g,
  );
  return [...imports].map(([, name]) => name!);
}

Deno.test("browsers get no file of a package, as the page of libraries says", () => {
  const all = [...modules("src"), ...modules("build")];
  assert.deepEqual(all.flatMap(({ text }) => packagesIn(text)), []);
  assert.deepEqual(packagesIn('import a from "react/dist/react.js" with { type: "text" };'), [
    "react",
  ]);
  assert.match(page, /There is none: no page and no script/);
});

Deno.test("the program's licence is on the page, whole", () => {
  const licence = Deno.readTextFileSync("LICENSE");
  assert.match(licence, /^MIT License\n\nCopyright \(c\) \d{4} The Oshibase authors\n/);
  assert.ok(page.includes(licence.trim()));
  // The build may read its own folder alone.
  assert.equal(Deno.readTextFileSync("build/site/docs/program_licence.txt"), licence);
  assert.equal(JSON.parse(Deno.readTextFileSync("deno.json")).license, "MIT");
});
