import assert from "node:assert/strict";
import { compile } from "../../build/compile.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { writeTree } from "./content_tree.ts";
import { mend } from "./mend.ts";
import { mendedByHand } from "./mistakes/mended.ts";
import { BROKEN_TEXT } from "./mistakes/broken_text.ts";
import { COPIED_FILES } from "./mistakes/copied_files.ts";
import { HARDLY_MEANT } from "./mistakes/hardly_meant.ts";
import { MANY_WORDS } from "./mistakes/many_words.ts";
import { MISTYPED_VALUES } from "./mistakes/mistyped_values.ts";
import { PASTED_TEXT } from "./mistakes/pasted_text.ts";
import { WRONG_FILES } from "./mistakes/wrong_files.ts";
import { WRONG_VALUES } from "./mistakes/wrong_values.ts";

for (
  const mistake of [
    ...WRONG_VALUES,
    ...BROKEN_TEXT,
    ...WRONG_FILES,
    ...HARDLY_MEANT,
    ...MANY_WORDS,
    ...PASTED_TEXT,
    ...COPIED_FILES,
    ...MISTYPED_VALUES,
  ]
) {
  const [name, files] = mistake;
  Deno.test(`what has one answer of ${name} is mended by it`, async () => {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    writeTree(root, files);
    const before = compile(root).diagnostics;
    const fixed = before.filter(({ fix }) => fix !== undefined);
    mend(before);
    const after = compile(root).diagnostics.map(({ message }) => message);
    assert.deepEqual(after.filter((text) => fixed.some(({ message }) => message === text)), []);
    if (fixed.length === before.length) assert.deepEqual(after, []);
    else assert.ok(mendedByHand(mistake), "what is mended by hand has to be written down");
  });

  const mended = mendedByHand(mistake);
  if (mended === undefined) continue;
  Deno.test(`content without ${name} has no problem`, async () => {
    await using folder = await temporaryFolder();
    writeTree(`${folder.path}/content`, mended);
    assert.deepEqual(compile(`${folder.path}/content`).diagnostics, []);
  });
}
