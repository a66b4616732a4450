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

Deno.test("schemas are the same on every run", () => {
  assert.deepEqual(schemaFiles(), schemaFiles());
});

Deno.test("a schema says what may be written: only what must be there is required, all is explained", () => {
  const member = JSON.parse(schemaFiles().get("member.json")!);
  assert.deepEqual(member.required, ["name"]);
  assert.equal(member.additionalProperties, false);
  assert.deepEqual(member.properties.status.enum, ["active", "trainee", "graduated"]);
  for (const [name, text] of schemaFiles()) {
    const { properties = {}, items } = JSON.parse(text);
    const fields = Object.entries({ ...properties, ...items?.properties });
    for (const [field, { description }] of fields as [string, { description?: string }][]) {
      assert.match(description ?? "", /\.$/, `${name} explains ${field}`);
    }
  }
});
