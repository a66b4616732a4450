/**
 * Writes the client's modules in JavaScript, the summary of what callers rely on, and the examples of the
 * document, these two unless a change breaks callers: `deno task api`.
 */
import { JAVASCRIPT, strippedModules } from "../../../build/client_kit/strip_types.ts";
import { DEPRECATIONS } from "../../../src/routes/router.ts";
import { breakingChanges } from "./breaking_changes.ts";
import { collectExamples, EXAMPLES, formatExamples } from "./examples.ts";
import { EXAMPLES_CONTENT, shippedContentHash } from "./shipped_hash.ts";
import { formatFacts, parseFacts, summarize, SUMMARY } from "./summary.ts";

Deno.writeTextFileSync(JAVASCRIPT, strippedModules());
const facts = summarize();
const broken = breakingChanges(readSummary(), facts, new Set(Object.keys(DEPRECATIONS)));
if (broken.length === 0) {
  Deno.writeTextFileSync(SUMMARY, formatFacts(facts));
  Deno.writeTextFileSync(EXAMPLES, formatExamples(await collectExamples()));
  Deno.writeTextFileSync(EXAMPLES_CONTENT, `${shippedContentHash()}\n`);
} else {
  console.error(`These changes break callers; announce them in src/routes/router.ts first:`);
  for (const change of broken) console.error(`  ${change}`);
  Deno.exitCode = 1;
}

function readSummary() {
  try {
    return parseFacts(Deno.readTextFileSync(SUMMARY));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return new Map<string, string>();
  }
}
