import assert from "node:assert/strict";
import { openContent } from "../../../src/catalog/catalog.ts";
import { documentedRefusals, seenOutcomes } from "../../support/api_document.ts";
import { packOf } from "../../support/compiled.ts";
import { BARE, V1, WRAPPED } from "../../../src/routes/families.ts";
import { createChapters, REQUEST_COUNT } from "./chapters.ts";
import { assertAsDeclared, heldEndpoints } from "./declared.ts";
import type { FullAnswer } from "./harness.ts";
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
  assert.ok(kept.reduce((sum, [, count]) => sum + Number(count), 0) >= REQUEST_COUNT);
});

for (const chapter of chapters) {
  // An editor's change of the content is no change of the program.
  const ignore = chapter.harness().content === "content" && !isSameContent;
  Deno.test({
    name: `requests are answered as recorded and as declared: ${chapter.name}`,
    ignore,
    fn: async () => {
      const answers: FullAnswer[] = [];
      const exchanges = await play(chapter, (answer) => answers.push(answer));
      assertSame(recorded.get(chapter.name) ?? [], exchanges);
      answers.forEach(assertAsDeclared);
    },
  });
}

/**
 * Of these the recording has no good answer; other tests in test/contract hold them, and what is no
 * JSON.
 */
const HELD_ELSEWHERE = [
  ...[
    "v1/event-stream",
    "bare/live-stream",
    "wrapped/live-stream",
    "wrapped/recent-by-id",
    "v1/rotate-key",
    "wrapped/show",
  ],
  ...["wrapped/videocall", "wrapped/videocall-today", "wrapped/chat-stream", "v1/datasets"],
];

Deno.test({
  name: "the recording holds a good answer of every other endpoint against what it declares",
  ignore: !isSameContent,
  fn() {
    const endpoints = [BARE, WRAPPED, V1].flatMap(({ name, table }) =>
      table.routes.filter(({ answers }) => !("document" in answers) || answers.json !== undefined)
        .map(({ id }) => `${name}/${id}`)
    );
    const others = ["public/healthz", "public/readyz", "public/status", "codes/code-verify"];
    const missing = [...endpoints, ...others].filter((id) => !heldEndpoints.has(id));
    assert.deepEqual(missing.sort(), HELD_ELSEWHERE.toSorted());
  },
});

/** Refusals that the recording has no example of: other tests bring them about. */
const REFUSED_ELSEWHERE = [
  ...["bare", "wrapped", "v1", "codes", "public"].map((family) => `${family} 500 INTERNAL`),
  "v1 408 TIMEOUT",
  ...["wrapped", "v1", "codes", "public"].map((family) => `${family} 414 URI_TOO_LONG`),
  "public 429 RATE_LIMITED",
  ...["bare", "wrapped", "v1", "codes"].map((family) => `${family} 503 TRY_AGAIN`),
  "wrapped 503 PLATFORM_UNAVAILABLE",
];

Deno.test({
  name: "the recording holds every refusal that the API document has, but for a few",
  ignore: !isSameContent,
  fn() {
    const seen = new Set([...seenOutcomes].map((outcome) => outcome.replace(/\/\S+/, "")));
    const { index } = openContent(packOf("test/fixtures/trio")).catalog;
    const missing = [...documentedRefusals(index)].filter((refusal) => !seen.has(refusal));
    assert.deepEqual(missing.sort(), REFUSED_ELSEWHERE.toSorted());
  },
});

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
