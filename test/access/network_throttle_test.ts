import assert from "node:assert/strict";
import { parseAddress } from "../../src/address/ip_address.ts";
import { createNetworkThrottle } from "../../src/access/limits/network_throttle.ts";
import { createManualClock } from "../support/manual_clock.ts";

function setUp() {
  const clock = createManualClock(1_000_000);
  const throttle = createNetworkThrottle(clock, 30);
  const attempt = (address = "203.0.113.7") => throttle.attempt(parseAddress(address));
  return { clock, throttle, attempt };
}

Deno.test("30 failures in a minute pass, the 31st attempt is told when to come again", async () => {
  const { clock, attempt } = setUp();
  for (let n = 0; n < 30; n++) {
    assert.equal(attempt().retryAfterMs, 0, `${n}`);
    await clock.advance(1_000);
  }
  assert.equal(attempt().retryAfterMs, 30_000);
  await clock.advance(29_999);
  assert.equal(attempt().retryAfterMs, 1);
  await clock.advance(1);
  assert.equal(attempt().retryAfterMs, 0);
  assert.equal(attempt().retryAfterMs, 1_000);
});

Deno.test("in no minute more than 30 fail, however they are spread", async () => {
  const { clock, attempt } = setUp();
  const failed: number[] = [];
  for (let n = 0; n < 3_000; n++) {
    if (attempt().retryAfterMs === 0) failed.push(clock.now());
    await clock.advance(n % 7 * 37);
  }
  for (const [n, at] of failed.entries()) {
    const next = failed[n + 30];
    assert.ok(next === undefined || next - at >= 60_000);
  }
});

Deno.test("an attempt that succeeds leaves no trace, and counts once", () => {
  const { throttle, attempt } = setUp();
  for (let n = 0; n < 100; n++) {
    const { retryAfterMs, succeeded } = attempt();
    assert.equal(retryAfterMs, 0);
    succeeded();
    succeeded();
  }
  assert.equal(throttle.size, 0);
  for (let n = 0; n < 29; n++) attempt();
  const last = attempt();
  last.succeeded();
  last.succeeded();
  assert.equal(attempt().retryAfterMs, 0);
  assert.notEqual(attempt().retryAfterMs, 0);
});

Deno.test("attempts that run at once count from their beginning", () => {
  const { attempt } = setUp();
  const begun = Array.from({ length: 40 }, () => attempt());
  assert.equal(begun.filter(({ retryAfterMs }) => retryAfterMs === 0).length, 30);
});

Deno.test("networks do not slow each other down; a /56 is one network", () => {
  const { attempt } = setUp();
  for (let n = 0; n < 40; n++) attempt(`2001:db8:0:${(0x100 + n).toString(16)}::1`);
  assert.notEqual(attempt("2001:db8:0:1ff::2").retryAfterMs, 0);
  assert.equal(attempt("2001:db8:0:200::2").retryAfterMs, 0);
  assert.equal(attempt("203.0.113.8").retryAfterMs, 0);
});

Deno.test("unknown addresses are one network", () => {
  const { attempt } = setUp();
  for (let n = 0; n < 30; n++) attempt(`nonsense ${n}`);
  assert.notEqual(attempt("other nonsense").retryAfterMs, 0);
});

Deno.test("no more than 10,000 networks are kept, the longest silent goes first", () => {
  const { throttle, attempt } = setUp();
  for (let n = 0; n < 30; n++) attempt("198.51.100.1");
  for (let n = 0; n < 10_000; n++) attempt(`10.1.${n >> 8}.${n & 255}`);
  assert.equal(throttle.size, 10_000);
  assert.equal(attempt("198.51.100.1").retryAfterMs, 0);
});
