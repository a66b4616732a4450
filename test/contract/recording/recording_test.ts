import assert from "node:assert/strict";
import { TRIO } from "../../support/contents.ts";
import { documentedRefusals, seenOutcomes } from "../../support/laws.ts";
import { world } from "../../support/world.ts";
import { playChapter } from "./play.ts";
import { RECORDING } from "./record.ts";
import { type Exchange, readTranscript } from "./transcript.ts";

/** How many answers that differ are shown. */
const SHOWN = 5;

for (const [name, recorded] of readTranscript(Deno.readTextFileSync(RECORDING))) {
  Deno.test(`requests are answered as recorded and as declared: ${name}`, async () => {
    const given = await playChapter(name, recorded.map(({ line }) => line));
    const isSame = (one: Exchange, n: number) =>
      one.body === recorded[n]!.body && one.status === recorded[n]!.status &&
      one.headers.join() === recorded[n]!.headers.join();
    const others = given.keys().filter((n) => !isSame(given[n]!, n)).toArray();
    const shown = others.slice(0, SHOWN);
    assert.deepEqual(
      shown.map((n) => toShow(given[n]!)),
      shown.map((n) => toShow(recorded[n]!)),
      `${others.length} of ${given.length} answers are not as recorded; where that is meant, run "deno task record"`,
    );
    assert.deepEqual(others.map((n) => given[n]!.body), others.map((n) => recorded[n]!.body));
  });
}

function toShow({ body, ...exchange }: Exchange) {
  return { ...exchange, body: body === "" ? undefined : JSON.parse(body) };
}

/** Of these the recording has no good answer; other tests in test/contract hold them. */
const HELD_ELSEWHERE = ["v1/rotate-key", "wrapped/chat-stream"];

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

Deno.test("an answer with a known secret in it, and one of 500, break the laws", async () => {
  const app = await world({ ...TRIO, faulty: true });
  app.kv.outOfReach = true;
  await app.ask("/v1/webhooks", { method: "POST", body: '{"url":"https://fans.example/hook"}' });
  await assert.rejects(() => app.check());
  app.kv.outOfReach = false;
  app.log.lines.length = 0;
  await app[Symbol.asyncDispose]();
});
