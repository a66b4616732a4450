import assert from "node:assert/strict";
import { REPOSITORY } from "../support/contents.ts";
import { world } from "../support/world.ts";
import { formatFacts, summarize, SUMMARY } from "./summary.ts";

/** What a schema of the document has, as far as it is looked at here. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [part: string]: unknown;
}

Deno.test("every property of every answer has a description", async () => {
  await using app = await world(REPOSITORY);
  const { document } = app.laws;
  const bare: string[] = [];
  visit(document, "", (path, schema) => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const says = property.description ?? resolve(document, property)?.description ?? "";
      if (!/^[A-Z`].*[.]$/s.test(says)) bare.push(`${path}/${name}: ${JSON.stringify(says)}`);
    }
  });
  assert.deepEqual(bare, []);
});

function resolve(document: unknown, { $ref }: Schema): Schema | undefined {
  // deno-lint-ignore no-explicit-any
  const part = (at: any, name: string) => at?.[name];
  return $ref?.slice(2).split("/").reduce(part, document) as Schema | undefined;
}

/** Calls `see` with every object that has properties. */
function visit(at: unknown, path: string, see: (path: string, schema: Schema) => void): void {
  if (typeof at !== "object" || at === null) return;
  if ("properties" in at) see(path, at as Schema);
  for (const [name, part] of Object.entries(at)) {
    if (name !== "examples" && name !== "example") visit(part, `${path}/${name}`, see);
  }
}

Deno.test('the summary is that of the document: what callers rely on; "deno task record" writes it anew', async () => {
  assert.equal(formatFacts(await summarize()), Deno.readTextFileSync(SUMMARY));
});
