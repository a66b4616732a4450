import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { codedBody, createAnswer } from "../../src/http/answer.ts";

const LARGE = new Uint8Array(100_000).fill(7);

Deno.test.each(
  [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const,
)("codedBody() tries %s again after it failed once", async (coding, decompress) => {
  const whole = createAnswer(LARGE, { madeAt: 0, validUntil: Infinity });
  // The same answer, in the hands of a compressor that cannot read its body.
  const broken = { ...whole, body: { length: LARGE.length } as typeof LARGE };
  await assert.rejects(async () => await codedBody(broken, coding), TypeError);
  assert.deepEqual(new Uint8Array(decompress(await codedBody(whole, coding))), LARGE);
});
