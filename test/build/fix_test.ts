import assert from "node:assert/strict";
import { diagnose } from "../../build/diagnose.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { writeTree } from "./content_tree.ts";
import { mend } from "./mend.ts";
import { mendedByHand } from "./mistakes/mended.ts";
import { MISTAKES } from "./mistakes/mistakes.ts";
import { wordsOf } from "../../build/words/say.ts";

for (const mistake of MISTAKES) {
  const [name, files] = mistake;
  Deno.test(`what has one answer of ${name} is mended by it`, () => {
    using folder = temporaryFolderSync();
    const root = `${folder.path}/content`;
    writeTree(root, files);
    const before = diagnose(root);
    const fixed = before.filter(({ fix }) => fix !== undefined);
    if (fixed.length < before.length) {
      assert.ok(mendedByHand(mistake), "what is mended by hand has to be written down");
    }
    if (fixed.length === 0) return;
    mend(before);
    const after = diagnose(root).map(({ message }) => wordsOf(message));
    assert.deepEqual(
      after.filter((text) => fixed.some(({ message }) => wordsOf(message) === text)),
      [],
    );
    if (fixed.length === before.length) assert.deepEqual(after, []);
  });

  const mended = mendedByHand(mistake);
  if (mended === undefined) continue;
  Deno.test(`content without ${name} has no problem`, () => {
    using folder = temporaryFolderSync();
    writeTree(`${folder.path}/content`, mended);
    assert.deepEqual(diagnose(`${folder.path}/content`), []);
  });
}
