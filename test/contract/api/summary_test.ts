import assert from "node:assert/strict";
import { breakingChanges } from "./breaking_changes.ts";
import { formatFacts, parseFacts, summarize, SUMMARY } from "./summary.ts";

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
