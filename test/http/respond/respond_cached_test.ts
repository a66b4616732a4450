import assert from "node:assert/strict";
import { createAnswer } from "../../../src/http/answer.ts";
import { respondCached } from "../../../src/http/respond_cached.ts";

const NOW = 1_000_000;
const NO_HEADERS = new Headers();

function answerOf(bytes: number, seconds = Infinity) {
  const body = new Uint8Array(bytes).fill(65);
  return createAnswer(body, { madeAt: NOW, validUntil: NOW + seconds * 1_000 });
}

Deno.test("what one response says of its caller is in no other", async () => {
  const answer = answerOf(10);
  const send = (name: string) =>
    respondCached("GET", NO_HEADERS, answer, NOW, [["ratelimit", name], ["x-own", name]]);
  const [one, other] = await Promise.all([send("one"), send("other")]);
  assert.equal(one.headers.get("ratelimit"), "one");
  assert.equal(other.headers.get("ratelimit"), "other");
  const plain = await respondCached("GET", NO_HEADERS, answer, NOW, []);
  assert.equal(plain.headers.get("x-own"), null);
  assert.equal(await one.text(), await other.text());
});

Deno.test("the time that clients may keep an answer runs down with it", async () => {
  const answer = answerOf(10, 90);
  for (const [at, maxAge] of [[0, 60], [30_000, 60], [30_001, 59], [89_500, 0], [0, 60]] as const) {
    const response = await respondCached("GET", NO_HEADERS, answer, NOW + at, []);
    assert.equal(response.headers.get("cache-control"), `private, max-age=${maxAge}`, `${at} ms`);
  }
});

Deno.test("responses share the bytes of their answer", async () => {
  const answer = answerOf(5_000_000);
  const send = () => respondCached("GET", NO_HEADERS, answer, NOW, []);
  await send();
  const before = Deno.memoryUsage().external;
  const responses = await Promise.all(Array.from({ length: 20 }, send));
  const grown = Deno.memoryUsage().external - before;
  assert.ok(grown < 20_000_000, `${responses.length} responses took ${grown} bytes`);
  const { byteLength } = await responses[19]!.arrayBuffer();
  assert.equal(byteLength, 5_000_000);
});
