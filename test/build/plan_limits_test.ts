import assert from "node:assert/strict";
import { checkTree } from "./check_tree.ts";

const CASES: [limits: string, message: RegExp | undefined][] = [
  ["streams: 200, webhooks: 0", undefined],
  [
    "streams: 2.000",
    /plans\.yaml:1:\d+: error: Cannot use "standard\.streams": 2\.000 is read as 2/,
  ],
  ["webhooks: unlimited", /plans\.yaml:1:\d+: error: .*"standard\.webhooks"/],
  ["webhooks: -1", /plans\.yaml:1:\d+: error: .*"standard\.webhooks"/],
  ["streams: 1.5", /plans\.yaml:1:\d+: error: .*"standard\.streams"/],
  ["stream: 5", /plans\.yaml:1:\d+: error: .*"stream".*"streams"/],
];

Deno.test("a plan takes whole numbers of streams and webhooks", async () => {
  for (const [limits, message] of CASES) {
    const text = `standard: { rate: unlimited, quota: unlimited, ${limits} }\n`;
    const { code, stderr } = await checkTree({ "plans.yaml": text });
    assert.equal(code, message === undefined ? 0 : 1, limits + stderr);
    if (message !== undefined) assert.match(stderr, message);
  }
});
