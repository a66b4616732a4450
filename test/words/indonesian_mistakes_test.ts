import assert from "node:assert/strict";
import { speak } from "../../build/words/say.ts";
import { checkTree } from "../build/check_tree.ts";
import { MISTAKES } from "../build/mistakes/mistakes.ts";
import { ENGLISH, withoutQuotes } from "./english.ts";

const SNAPSHOTS =
  new URL("./__snapshots__/indonesian_mistakes_test.ts.snap", import.meta.url).pathname;

for (const [name, files] of MISTAKES) {
  Deno.test(`check explains in Indonesian ${name}`, async (t) => {
    speak("id");
    try {
      const { stderr } = await checkTree(files);
      for (const line of stderr.split("\n").filter((line) => /^\S/.test(line))) {
        assert.doesNotMatch(withoutQuotes(line), ENGLISH);
      }
      await t.assertSnapshot(stderr, { path: SNAPSHOTS });
    } finally {
      speak("en");
    }
  });
}
