import assert from "node:assert/strict";
import { z } from "zod";
import { createProgram, type ProgramOptions } from "../support/program.ts";
import { LATER, PERILOUS, REPOSITORY, TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";
import { assertDeclared, assertShape } from "../support/shapes.ts";

Deno.test.each<[string, ProgramOptions]>([
  ["three groups", TRIO],
  ["content still to come", LATER],
  ["content all there", { ...LATER, now: "2026-08-01T00:00:00Z" }],
  ["dangerous news", PERILOUS],
  ["the repository", REPOSITORY],
  ["the repository before its first show", { ...REPOSITORY, now: "2024-12-31T16:59:59.999Z" }],
  ["the repository on a leap day", { ...REPOSITORY, now: "2028-02-29T01:00:00Z" }],
  ["the repository when all is over", { ...REPOSITORY, now: "2031-03-01T00:00:00Z" }],
])("every endpoint answers in its shape and field order, with %s", async (_what, options) => {
  await using app = await createProgram(options);
  const paths = await everyPath(app);
  for (const path of paths) assertDeclared(app.catalog, path, await app.json(path));
});

Deno.test("every wrapped answer counts its data and says a message", async () => {
  await using app = await createProgram(TRIO);
  const paths = (await everyPath(app)).filter((path) => path.startsWith("/api/melati/"));
  for (const path of paths) {
    const { success, total, data, message } = await app.json(path);
    assert.equal(success, true, path);
    assert.equal(total, data.length, path);
    assert.match(message, /\S/, path);
  }
});

Deno.test("assertShape() refuses another order, a further field and a missing one", () => {
  const schema = z.strictObject({ a: z.number(), b: z.number().optional() }).array();
  assertShape(schema, [{ a: 1, b: 2 }, { a: 1 }], "fits");
  for (const value of [[{ b: 2, a: 1 }], [{ a: 1, c: 3 }], [{ b: 2 }]]) {
    assert.throws(() => assertShape(schema, value, "does not fit"), assert.AssertionError);
  }
});
