import assert from "node:assert/strict";
import { TRIO } from "../../support/contents.ts";
import { documentedRefusals, seenOutcomes } from "../../support/laws.ts";
import { world } from "../../support/world.ts";
import { createChapters, REQUEST_COUNT } from "./chapters.ts";
import { play } from "./play.ts";
import { FILES } from "./record.ts";
import { differenceOf, type Exchange, readTranscript } from "./transcript.ts";

/** How many answers that differ are shown. */
const SHOWN = 5;

const recorded = readTranscript({
  requests: Deno.readTextFileSync(FILES.requests),
  bodies: Deno.readTextFileSync(FILES.bodies),
});
const chapters = createChapters();

Deno.test("the recording holds 3,000 requests, and none that is no longer asked", () => {
  const asked = chapters.map(({ name, requests }) => [name, requests.length]);
  const kept = [...recorded].map(([name, exchanges]) => [name, exchanges.length]);
  assert.deepEqual(kept, asked);
  assert.ok(kept.reduce((sum, [, count]) => sum + Number(count), 0) >= REQUEST_COUNT);
});

for (const chapter of chapters) {
  Deno.test(`requests are answered as recorded and as declared: ${chapter.name}`, async () => {
    assertSame(recorded.get(chapter.name) ?? [], await play(chapter));
  });
}

/**
 * Of these the recording has no good answer; other tests in test/contract hold them, and what is no
 * JSON.
 */
const HELD_ELSEWHERE = [
  ...["wrapped/recent-by-id", "v1/rotate-key", "wrapped/show", "wrapped/videocall"],
  ...["wrapped/videocall-today", "wrapped/chat-stream", "v1/datasets"],
  "wrapped/member-detail",
];

Deno.test("the recording holds a good answer of every other endpoint against what it declares", async () => {
  await using app = await world(TRIO);
  const endpoints = app.laws.endpoints
    .filter(({ route: { answers } }) =>
      "stream" in answers ? false : !("document" in answers) || answers.json !== undefined
    )
    .map(({ family, route }) => `${family}/${route.id}`);
  const missing = new Set(endpoints).difference(
    new Set([...seenOutcomes].filter((one) => / 2\d\d/.test(one)).map((one) => one.split(" ")[0]!)),
  );
  assert.deepEqual([...missing].sort(), HELD_ELSEWHERE.toSorted());
});

/** Refusals that the recording has no example of: other tests bring them about. */
const REFUSED_ELSEWHERE = [
  ...["bare", "wrapped", "v1", "codes", "public"].map((family) => `${family} 500 INTERNAL`),
  "v1 408 TIMEOUT",
  "v1 409 LIMIT_REACHED",
  ...["wrapped", "v1", "codes", "public"].map((family) => `${family} 414 URI_TOO_LONG`),
  "public 429 RATE_LIMITED",
  ...["bare", "wrapped", "v1", "codes", "public"].map((family) => `${family} 503 TRY_AGAIN`),
  "wrapped 503 PLATFORM_UNAVAILABLE",
];

Deno.test("the recording holds every refusal that the API document has, but for a few", async () => {
  await using app = await world(TRIO);
  const seen = new Set([...seenOutcomes].map((outcome) => outcome.replace(/\/\S+/, "")));
  const missing = [...documentedRefusals(app.laws.document)].filter((one) => !seen.has(one));
  assert.deepEqual(missing.sort(), REFUSED_ELSEWHERE.toSorted());
});

function assertSame(before: readonly Exchange[], after: readonly Exchange[]): void {
  const differences = after.flatMap((exchange, n) => {
    const difference = before[n] === undefined ? "" : differenceOf(before[n], exchange);
    return difference === undefined ? [] : [difference];
  });
  if (differences.length === 0) return;
  throw new Error(
    `${differences.length} of ${after.length} answers are not as recorded; where that is meant, ` +
      `run "deno task record". The first of them:\n\n${differences.slice(0, SHOWN).join("\n\n")}`,
  );
}
