import assert from "node:assert/strict";
import { schemaFiles } from "../../../build/schema/schemas.ts";

const FOLDER = new URL("../../../content/schema/", import.meta.url);

Deno.test("the committed schemas are those of build/schema/content (deno task schema writes them)", () => {
  const there = [...Deno.readDirSync(FOLDER)].filter(({ isFile, name }) =>
    isFile && name.endsWith(".json")
  ).map(({ name }) => name)
    .sort();
  const files = schemaFiles();
  assert.deepEqual(there, [...files.keys()].sort());
  for (const [name, text] of files) {
    assert.equal(Deno.readTextFileSync(new URL(name, FOLDER)), text, name);
  }
});
