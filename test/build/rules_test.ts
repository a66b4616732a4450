import assert from "node:assert/strict";
import { diagnose } from "../../build/diagnose.ts";
import { RULES } from "../../build/lint/lint_content.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";
import { MISTAKES } from "./mistakes/mistakes.ts";

/** What only a program without its add-on of pages warns of: the test that takes add-ons away shows it. */
const SHOWN_ELSEWHERE = "group/public";

function rulesBrokenBy(files: TreeFiles): (string | undefined)[] {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeTree(root, files);
  return diagnose(root).map(({ rule }) => rule);
}

Deno.test("each rule warns of a mistake that somebody makes", () => {
  const unproved = new Set(RULES.map(({ id }) => id));
  unproved.delete(SHOWN_ELSEWHERE);
  for (const [, files] of MISTAKES) {
    for (const rule of rulesBrokenBy(files)) unproved.delete(rule ?? "");
    if (unproved.size === 0) break;
  }
  assert.deepEqual([...unproved], []);
});
