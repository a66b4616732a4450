import assert from "node:assert/strict";
import { BARE_PATH, CALLER, createFleet } from "../support/fleet.ts";
import { issueKey } from "../support/issue.ts";
import { sizeOf } from "../support/size.ts";

/** Samples of each kind; dudect's bound for `|t|` is 10, beyond which a leak is certain. */
const SAMPLES = sizeOf({ default: 6_000, full: 60_000 });
const MAX_T = 10;

Deno.test("a key that is wrong in its last letter takes as long as one that is wrong in its first", async () => {
  await using fleet = createFleet("2026-07-04T10:00:00Z");
  const { secret } = await issueKey(fleet.stores, { ips: [CALLER] });
  const process = await fleet.start({ standard: { rate: "unlimited", quota: "unlimited" } });
  const other = (letter: string) => letter === "a" ? "b" : "a";
  // Behind the prefix, and before the checksum, which is public: no secret is compared there.
  const kinds = [10, secret.length - 8].map((at) =>
    secret.slice(0, at) + other(secret[at]!) + secret.slice(at + 1)
  );
  const times: number[][] = [[], []];
  const ask = (key: string) => {
    const request = new Request(`http://localhost${BARE_PATH}`, { headers: { "x-api-key": key } });
    const begun = performance.now();
    const answer = process.handle(request, CALLER);
    const took = performance.now() - begun;
    assert.ok(!(answer instanceof Promise) && answer.status === 403);
    return took;
  };
  for (let n = 0; n < 2_000; n++) kinds.forEach(ask);
  for (let n = 0; n < SAMPLES; n++) {
    // In turns, each as often first: what disturbs the machine disturbs both.
    for (const kind of n % 2 === 0 ? [0, 1] : [1, 0]) times[kind]!.push(ask(kinds[kind]!));
  }
  const t = welch(...times.map(withoutOutliers) as [number[], number[]]);
  assert.ok(Math.abs(t) < MAX_T, `t = ${t.toFixed(2)}`);
});

/** Pauses of the machine are no property of the key. */
function withoutOutliers(times: readonly number[]): number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.slice(0, Math.floor(sorted.length * 0.95));
}

/** Welch's t of two samples. */
function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one, other].map((times) => {
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1);
    return { mean, error: variance / times.length };
  }) as [{ mean: number; error: number }, { mean: number; error: number }];
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error);
}
