/** Writes the summary of what callers rely on, and says which changes break callers: `deno task record`. */
import {
  breakingChanges,
  formatFacts,
  parseFacts,
  summarize,
  SUMMARY,
} from "../../../contract/summary.ts";

const facts = await summarize();
for (const change of breakingChanges(readSummary(), facts)) {
  console.error(`This breaks callers: ${change}`);
}
Deno.writeTextFileSync(SUMMARY, formatFacts(facts));

function readSummary() {
  try {
    return parseFacts(Deno.readTextFileSync(SUMMARY));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return new Map<string, string>();
  }
}
