import assert from "node:assert/strict";
import { createObserver, type ObserverDeps, subjectOf } from "../../../src/alerts/condition.ts";
import { freeShareOf, readDiskSpace } from "../../../src/store/store_disk.ts";

const NOW = Date.parse("2026-07-04T12:00:00Z");
const DAY_MS = 86_400_000;
const WELL: ObserverDeps = {
  now: () => NOW,
  storeState: () => "ok",
  sources: () => [{ name: "idn", state: "ok", age_ms: 5_000, dropped: {} }],
  sinks: () => [{ sink: "discord", waiting: 0, state: "ok" }],
  guesses: () => ({ total: 0, refused: 0 }),
  lettersAsked: () => 0,
  builtAt: () => NOW - 13 * DAY_MS,
  maxContentDays: 14,
  freeDiskShare: () => Promise.resolve(0.5),
};

async function badOf(observe: ReturnType<typeof createObserver>): Promise<string[]> {
  return (await observe()).filter(({ isBad }) => isBad).map(subjectOf);
}

async function badWith(deps: Partial<ObserverDeps>): Promise<string[]> {
  return await badOf(createObserver({ ...WELL, ...deps }));
}

Deno.test("nothing is bad where all is well", async () => {
  assert.deepEqual(await badWith({}), []);
});

Deno.test("each trouble is seen", async () => {
  assert.deepEqual(await badWith({ storeState: () => "down" }), ["store_away"]);
  assert.deepEqual(await badWith({ builtAt: () => NOW - 15 * DAY_MS }), ["content_old"]);
  assert.deepEqual(await badWith({ builtAt: () => 0 }), []);
  assert.deepEqual(
    await badWith({
      sources: () => [{ name: "idn", state: "down", age_ms: 700_000, dropped: {} }],
    }),
    ["platform_down idn"],
  );
  assert.deepEqual(await badWith({ freeDiskShare: () => Promise.resolve(0.04) }), ["disk_low"]);
  assert.deepEqual(await badWith({ freeDiskShare: () => Promise.reject(new Error("gone")) }), []);
  assert.deepEqual(await badWith({ freeDiskShare: () => Promise.resolve(undefined) }), []);
});

Deno.test("a platform has changed where it answers and its entries cannot be read", async () => {
  const source = (state: string, dropped: Record<string, number>) => ({
    sources: () => [{ name: "idn", state, age_ms: 5_000, dropped }],
  });
  assert.deepEqual(await badWith(source("ok", { malformed: 2 })), ["platform_changed idn"]);
  assert.deepEqual(await badWith(source("stale", { malformed: 2 })), ["platform_changed idn"]);
  assert.deepEqual(await badWith(source("ok", { wrong_room: 2, not_https: 1 })), []);
  assert.deepEqual(await badWith(source("down", { malformed: 2 })), ["platform_down idn"]);
  assert.deepEqual(await badWith(source("off", { malformed: 2 })), []);
});

Deno.test("an audit channel is down where it is gone, or fails while something waits", async () => {
  const sink = (state: "failing" | "stopped", waiting: number) => ({
    sinks: () => [{ sink: "discord", state, waiting }],
  });
  assert.deepEqual(await badWith(sink("failing", 3)), ["audit_channel_down discord"]);
  assert.deepEqual(await badWith(sink("failing", 0)), []);
  assert.deepEqual(await badWith(sink("stopped", 0)), ["audit_channel_down discord"]);
});

Deno.test("platforms are not judged while the store is away, through which they are known", async () => {
  const dropped = { malformed: 2 };
  const sources = () => [{ name: "idn", state: "down", age_ms: 700_000, dropped }];
  assert.deepEqual(await badWith({ sources, storeState: () => "down" }), ["store_away"]);
});

Deno.test("passwords are guessed while some are refused, or many are wrong, from look to look", async () => {
  const counts = [[49, 0], [49, 1], [50, 1], [99, 1], [149, 1], [149, 200]];
  const observe = createObserver({
    ...WELL,
    guesses() {
      const [total, refused] = counts.shift()!;
      return { total: total!, refused: refused! };
    },
  });
  const seen: boolean[] = [];
  while (counts.length > 0) seen.push((await badOf(observe)).includes("password_guessing"));
  assert.deepEqual(seen, [false, true, false, false, true, true]);
});

Deno.test("sign-up is flooded while many letters are asked for, from look to look", async () => {
  const counts = [49, 60, 110, 111, 500];
  const observe = createObserver({ ...WELL, lettersAsked: () => counts.shift()! });
  const seen: boolean[] = [];
  while (counts.length > 0) seen.push((await badOf(observe)).includes("signup_flood"));
  assert.deepEqual(seen, [false, false, true, false, true]);
});

Deno.test("a disk that is low has room again from 6 % on", async () => {
  const shares = [0.055, 0.049, 0.055, 0.059, 0.061, 0.055];
  const observe = createObserver({
    ...WELL,
    freeDiskShare: () => Promise.resolve(shares.shift()),
  });
  const seen: boolean[] = [];
  while (shares.length > 0) seen.push((await badOf(observe)).length > 0);
  assert.deepEqual(seen, [false, true, true, true, false, false]);
});

Deno.test("the free part of a real disk can be asked", async () => {
  const share = freeShareOf(await readDiskSpace("deno.json"));
  assert.ok(share >= 0 && share <= 1, `${share} is free`);
  await assert.rejects(readDiskSpace("test/no such file"));
});
