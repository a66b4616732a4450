import assert from "node:assert/strict";
import { createChapters, REQUEST_COUNT } from "./chapters.ts";
import { play } from "./play.ts";
import { isOfContent, RECORDING } from "./recording.ts";
import { differenceOf, type Exchange, parseTranscript } from "./transcript.ts";

/** How many differences are told in full. */
const TOLD = 5;

const text = Deno.readTextFileSync(RECORDING);
const recorded = parseTranscript(text);
const isSameContent = isOfContent(text);
const chapters = createChapters();

Deno.test("the recording holds 3,000 requests, and none that is no longer asked", () => {
  const asked = chapters.map(({ name, requests }) => [name, requests.length]);
  const kept = [...recorded].map(([name, exchanges]) => [name, exchanges.length]);
  assert.deepEqual(kept, asked);
  assert.equal(kept.reduce((sum, [, count]) => sum + Number(count), 0), REQUEST_COUNT);
});

for (const chapter of chapters) {
  // An editor's change of the content is no change of the program.
  const ignore = chapter.harness().content === "content" && !isSameContent;
  Deno.test({
    name: `requests are answered as recorded: ${chapter.name}`,
    ignore,
    fn: async () => assertSame(recorded.get(chapter.name) ?? [], await play(chapter)),
  });
}

function assertSame(before: readonly Exchange[], after: readonly Exchange[]): void {
  const differences = after.flatMap((exchange, n) => {
    const difference = before[n] === undefined ? "" : differenceOf(before[n], exchange);
    return difference === undefined ? [] : [difference];
  });
  assert.ok(
    differences.length === 0,
    `${differences.length} of ${after.length} answers are not as recorded; where that is meant, ` +
      `run "deno task record". The first of them:\n\n${differences.slice(0, TOLD).join("\n\n")}`,
  );
}
