// What editors are told of their mistakes; `__snapshots__` holds it, to be read as an editor reads it.
import assert from "node:assert/strict";
import { diagnose } from "../../build/compile.ts";
import type { Diagnostic } from "../../build/diagnostic/diagnostic.ts";
import { formatDiagnostics } from "../../build/diagnostic/format.ts";
import { fixContent } from "../../build/fix/fix_content.ts";
import { RULES } from "../../build/lint/lint_content.ts";
import { wordsOf } from "../../build/words/say.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "./content_tree.ts";
import { FACTS } from "./mistakes/facts.ts";
import { FIELDS } from "./mistakes/fields.ts";
import { FILES } from "./mistakes/files.ts";
import { RIGHT } from "./mistakes/right.ts";
import { TEXT } from "./mistakes/text.ts";
import { VALUES } from "./mistakes/values.ts";

const MISTAKES = [
  ...TEXT,
  ...VALUES,
  ...FIELDS,
  ...FILES,
  ...FACTS,
];

/** Mistakes whose report is kept with the line and its caret: the others are kept without. */
const WITH_EXCERPT = [
  "a tab",
  "a long line",
  "wide characters before the place",
  "characters that move the cursor",
];

/** What only a program without its add-on of pages warns of: the test that takes add-ons away shows it. */
const SHOWN_ELSEWHERE = "group/public";

const exampled = new Set<string | undefined>();

function inTree<T>(files: TreeFiles, act: (root: string) => T): T {
  using folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  writeTree(root, files);
  return act(root);
}

/** The report as it is printed, without the folder's own path. */
function reportOf(name: string, root: string, diagnostics: readonly Diagnostic[]): string {
  const text = formatDiagnostics(diagnostics).replaceAll(`${root}/`, "").replaceAll(
    root,
    "content",
  );
  if (WITH_EXCERPT.includes(name)) return text;
  return text.split("\n").filter((line) => /^(?:\S|\s+also at )/.test(line)).join("\n");
}

const textsOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ message }) => wordsOf(message));

for (const [name, files] of MISTAKES) {
  Deno.test(`check explains ${name}, and mends it where it has one answer`, async (t) => {
    const [report, before, after] = inTree(files, (root) => {
      const before = diagnose(root);
      const report = reportOf(name, root, before);
      return [report, before, fixContent(() => diagnose(root)).diagnostics];
    });
    for (const { rule } of before) exampled.add(rule);
    const fixed = textsOf(before.filter(({ fix }) => fix !== undefined));
    assert.deepEqual(textsOf(after).filter((text) => fixed.includes(text)), []);
    if (fixed.length === before.length) assert.deepEqual(textsOf(after), []);
    await t.assertSnapshot(report, { name, serializer: String });
  });
}

Deno.test("each rule warns of one of these mistakes", () => {
  const unproved = RULES.map(({ id }) => id).filter((id) => !exampled.has(id));
  assert.deepEqual(unproved, [SHOWN_ELSEWHERE]);
});

for (const [name, files] of RIGHT) {
  Deno.test(`check says nothing of what is right beside ${name}`, () => {
    assert.deepEqual(textsOf(inTree(files, (root) => diagnose(root))), []);
  });
}
