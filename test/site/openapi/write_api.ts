/**
 * Writes the summary of what callers rely on, and the examples of the
 * document, and says which changes break callers: `deno task record`.
 */
import { breakingChanges } from "../../contract/api/breaking_changes.ts";
import { collectExamples, EXAMPLES, formatExamples } from "./examples.ts";
import { EXAMPLES_CONTENT, shippedContentHash } from "./shipped_hash.ts";
import { formatFacts, parseFacts, summarize, SUMMARY } from "../../contract/api/summary.ts";

const facts = summarize();
for (const change of breakingChanges(readSummary(), facts)) {
  console.error(`This breaks callers: ${change}`);
}
Deno.writeTextFileSync(SUMMARY, formatFacts(facts));
Deno.writeTextFileSync(EXAMPLES, formatExamples(await collectExamples()));
Deno.writeTextFileSync(EXAMPLES_CONTENT, `${shippedContentHash()}\n`);

function readSummary() {
  try {
    return parseFacts(Deno.readTextFileSync(SUMMARY));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return new Map<string, string>();
  }
}
