import assert from "node:assert/strict";
import { FIGURES_TEXTS, shownFigures } from "./documents.ts";
import { readResults } from "./results.ts";

/** How `deno fmt` breaks lines says nothing. */
const unbroken = (text: string) => text.trim().replaceAll(/\s+/g, " ");

Deno.test("the figures of the documents are those of the last whole run of deno task bench", () => {
  const results = readResults();
  for (const text of FIGURES_TEXTS) {
    assert.equal(unbroken(shownFigures(text)), unbroken(text.markdown(results)), text.path);
  }
});
