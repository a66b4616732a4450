import assert from "node:assert/strict";
import { idnItem, youtubeItem } from "../../build/demo/scene.ts";
import { status } from "../support/fake_net.ts";
import { createLiveHarness, INTERVAL_MS, type LiveHarness, START } from "./live_harness.ts";

const MINUTE = 60_000;

/** Advances while somebody keeps asking. */
async function advanceAsked({ live, clock }: LiveHarness, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10_000) {
    live.noteRequest();
    await clock.advance(Math.min(10_000, ms - passed));
  }
}

Deno.test("what a part of a platform's pages does not hold is shown for ten minutes more", async () => {
  const harness = createLiveHarness();
  const { live, clock, net } = harness;
  const strangers = Array.from({ length: 12 }, (_, n) => idnItem(`stranger-${n}`, `s-${n}`));
  net.scene.idn = [idnItem("groupa_feni", "hello-1"), ...strangers];
  live.start();
  await clock.advance(0);
  // From here on she is behind the tenth page, and somebody else is on the first.
  net.scene.idn = [
    idnItem("groupa_gita", "early"),
    ...strangers,
    idnItem("groupa_feni", "hello-1"),
  ];
  net.scene.idnPageSize = 1;
  await advanceAsked(harness, 9 * MINUTE);
  const shown = () => live.view.list("groupa", "idn").map(({ slug }) => slug).sort();
  assert.deepEqual(shown(), ["early", "hello-1"]);
  const { state, last_error: cause, age_ms: age } = live.view.sources()[0]!;
  assert.deepEqual([state, cause], ["stale", "too_many_pages"]);
  assert.ok(age! < 2 * INTERVAL_MS);
  await advanceAsked(harness, 2 * MINUTE);
  assert.deepEqual(shown(), ["early"]);
  assert.ok(live.recents.list("groupa")[0]!.ended_at <= new Date(START + MINUTE).toISOString());
  net.scene.idnPageSize = Infinity;
  await advanceAsked(harness, 2 * INTERVAL_MS);
  assert.deepEqual(shown(), ["early", "hello-1"]);
  assert.equal(live.view.sources()[0]!.state, "ok");
  await live.stop();
});

Deno.test("Retry-After is obeyed to the second", async () => {
  const harness = createLiveHarness();
  const { live, clock, net } = harness;
  net.fail("idn", status(429, { "retry-after": "600" }));
  live.start();
  await advanceAsked(harness, 600_000 - 1);
  // What wakes a sleeping instance obeys it too.
  await live.pollOlderThan(0);
  assert.equal(net.polls.idn, 1);
  assert.equal(live.view.sources()[0]!.last_error, "rate_limited");
  await clock.advance(1);
  assert.equal(net.polls.idn, 2);
  await live.stop();
});

Deno.test("a used-up YouTube quota stops that source until midnight in Los Angeles", async () => {
  const harness = createLiveHarness();
  const { live, clock, net } = harness;
  net.scene.youtube.set("UCgroupa", [youtubeItem("QrCBrhvfsy4", "UCgroupa")]);
  net.scene.youtube.set("UCfeni", []);
  live.start();
  await advanceAsked(harness, MINUTE);
  assert.equal(live.view.list("groupa", "youtube").length, 1);
  const refusal = JSON.stringify({ error: { errors: [{ reason: "quotaExceeded" }] } });
  net.fail("youtube", () =>
    Promise.resolve(
      new Response(refusal, { status: 403, headers: { "content-type": "application/json" } }),
    ));
  // The feed answers with the same refusal and counts as failed; the videos tell the quota.
  await advanceAsked(harness, 2 * MINUTE);
  assert.equal(live.view.sources()[2]!.last_error, "quota_exceeded");
  const requests = net.requests.youtube;
  const midnight = Date.parse("2025-07-04T07:00:00Z"); // 00:00 in Los Angeles, in summer
  await clock.advance(midnight - clock.now() - 1);
  assert.equal(net.requests.youtube, requests);
  net.fail("youtube", undefined);
  live.noteRequest();
  await clock.advance(2 * MINUTE);
  assert.equal(live.view.sources()[2]!.state, "ok");
  assert.equal(live.view.list("groupa", "youtube").length, 1);
  await live.stop();
});

Deno.test("an add-on that fails to read a poll keeps nobody from the lists, and keeps what it has", async () => {
  const harness = createLiveHarness();
  const { live, net } = harness;
  net.scene.idn = [idnItem("groupa_feni", "hello-1")];
  let isBroken = false;
  const kept: unknown[] = [];
  live.addReader({
    name: "counter",
    read({ type }, before = 0) {
      if (isBroken) return Promise.reject(new TypeError("no such field"));
      if (type === "idn") kept.push(before);
      return Promise.resolve({ kept: Number(before) + 1 });
    },
  });
  live.start();
  await advanceAsked(harness, 2 * MINUTE);
  isBroken = true;
  net.scene.idn = [idnItem("groupa_official", "hello-2")];
  await advanceAsked(harness, 2 * MINUTE);
  assert.deepEqual(live.view.list("groupa").map(({ slug }) => slug), ["hello-2"]);
  isBroken = false;
  await advanceAsked(harness, MINUTE);
  assert.deepEqual(kept, kept.map((_, n) => n));
  await live.stop();
});
