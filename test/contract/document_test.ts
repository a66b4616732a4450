import assert from "node:assert/strict";
import { REPOSITORY } from "../support/contents.ts";
import { world } from "../support/world.ts";
import { breakingChanges, formatFacts, parseFacts, summarize, SUMMARY } from "./summary.ts";

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

const stored = Deno.readTextFileSync(SUMMARY);

const before = parseFacts(stored);

const facts = await summarize();

Deno.test("no change breaks callers", () => {
  assert.deepEqual(breakingChanges(before, facts), []);
});

Deno.test('the summary is that of the document; "deno task record" writes it anew', () => {
  assert.equal(formatFacts(facts), stored);
  assert.deepEqual(before, facts, "it is read as it was written");
});

const TITLE = "bare/theater GET answers 200 application/json |0 [] .title";

const PAGE = "bare/theater GET takes page in the query";

const SORT = "bare/recent GET takes sort in the query";

Deno.test("what goes, or gets narrower, breaks callers", () => {
  const changes: [about: string, fact: string | undefined][] = [
    [TITLE, undefined],
    [TITLE, 'sometimes {"type":"string"}'],
    [TITLE, 'always {"type":"number"}'],
    [PAGE, undefined],
    [PAGE, 'required {"type":"integer","minimum":1}'],
    [PAGE, 'optional {"type":"integer","minimum":1,"maximum":5}'],
    [SORT, 'optional {"type":"string","enum":["date","duration"]}'],
    ["bare/theater GET opens by QueryApikey", undefined],
    ["bare/theater HEAD", undefined],
    ["bare/theater GET takes colour in the query", 'required {"type":"string"}'],
  ];
  for (const [about, fact] of changes) {
    const after = changed(about, fact);
    const [broken, ...others] = breakingChanges(before, after);
    assert.match(broken!, new RegExp(`^${about.split(" ")[0]}`), `${about}: ${fact}`);
    assert.deepEqual(others, []);
  }
});

Deno.test("what is added, or gets wider, breaks nobody", () => {
  const changes: [about: string, fact: string][] = [
    [`${TITLE}_more`, 'always {"type":"string"}'],
    [PAGE, 'optional {"type":"integer","minimum":0}'],
    [SORT, 'optional {"type":"string","enum":["date","duration","viewers","name"]}'],
    ["bare/theater GET takes member in the query", 'optional {"type":"string","format":"names"}'],
    ["bare/theater GET takes colour in the query", 'optional {"type":"string"}'],
    ["bare/new GET takes colour in the query", 'required {"type":"string"}'],
  ];
  for (const [about, fact] of changes) {
    assert.deepEqual(breakingChanges(before, changed(about, fact)), [], about);
  }
});

function changed(about: string, fact: string | undefined): Map<string, string> {
  const after = new Map(before);
  if (fact === undefined) after.delete(about);
  else after.set(about, fact);
  return after;
}
