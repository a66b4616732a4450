import assert from "node:assert/strict";
import { speak } from "../../build/words/say.ts";
import { checkTree } from "../build/check_tree.ts";
import { MISTAKES } from "../build/mistakes/mistakes.ts";

/** Words of English sentences that are none of Indonesian ones. */
const ENGLISH =
  /(?<![\w.-])(?:cannot|expected|found|write|the|this|that|these|and|or|of|is|are|it|its|with|without|has|have|here|there|line|field|file|nobody|delete|leave|take|keep|her|error|warning)(?![\w.:-])/i;

for (const [name, files] of MISTAKES) {
  Deno.test(`check explains in Indonesian ${name}`, async (t) => {
    speak("id");
    try {
      const { stderr } = await checkTree(files);
      for (const line of stderr.split("\n").filter((line) => /^\S/.test(line))) {
        assert.doesNotMatch(withoutQuotes(line), ENGLISH);
      }
      await t.assertSnapshot(stderr);
    } finally {
      speak("en");
    }
  });
}

/** A message without what it quotes, and without paths and examples of Markdown. */
function withoutQuotes(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\S*[/\\]\S*/g, "");
}
