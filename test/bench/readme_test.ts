import assert from "node:assert/strict";
import { readmeFigures } from "./readme.ts";
import { reportMarkdown } from "./report.ts";
import { readResults } from "./results.ts";

/** How `deno fmt` breaks lines says nothing. */
const unbroken = (text: string) => text.trim().replaceAll(/\s+/g, " ");

Deno.test("the README's figures are those of the last whole run of deno task bench", () => {
  assert.equal(unbroken(readmeFigures()), unbroken(reportMarkdown(readResults())));
});
