/** Writes the summary of what callers rely on: `deno task record`. */
import { formatFacts, summarize, SUMMARY } from "../../../contract/summary.ts";

Deno.writeTextFileSync(SUMMARY, formatFacts(await summarize()));
