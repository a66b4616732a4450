import assert from "node:assert/strict";
import { createObserver } from "../../../src/addons/alerts/observe.ts";
import type { Core } from "../../../src/core/core.ts";
import { Counting } from "../../../src/core/counting.ts";
import { readDiskSpace } from "../../../src/store/store_disk.ts";

const NOW = Date.parse("2026-07-04T12:00:00Z");
const DAY_MS = 86_400_000;
const WELL = {
  now: () => NOW,
  elapsed: () => NOW,
  storeState: () => "ok",
  sources: (): unknown => [{ name: "idn", state: "ok", age_ms: 5_000, dropped: {} }],
  sinks: (): unknown => [{ sink: "discord", waiting: 0, state: "ok" }],
  guesses: () => ({ total: 0, refused: 0 }),
  counting: new Counting(),
  builtAt: () => NOW - 13 * DAY_MS,
  freeDiskShare: (): Promise<number> => Promise.resolve(0.5),
  path: "store.kv" as string | undefined,
};

/** Looks at a core in which all is well but for this. */
function observerOf(deps: Partial<typeof WELL> = {}): () => Promise<string[]> {
  const all = { ...WELL, ...deps };
  const core = {
    platform: { clock: { now: all.now } },
    elapsed: all.elapsed,
    store: { path: all.path },
    counting: all.counting,
    content: () => ({ builtAt: all.builtAt() }),
    live: { view: { sources: all.sources } },
    audit: { state: () => ({ sinks: all.sinks() }) },
    access: {
      storeState: all.storeState,
      get wrongPasswords() {
        return all.guesses();
      },
    },
    readDiskSpace: async () => ({ sizeBytes: 100, freeBytes: 100 * await all.freeDiskShare() }),
  } as unknown as Core;
  const look = createObserver(core, 14);
  return async () =>
    (await look()).filter(({ isBad }) => isBad)
      .map(({ kind, what }) => what === undefined ? kind : `${kind} ${what}`);
}

const badWith = (deps: Partial<typeof WELL>) => observerOf(deps)();

Deno.test("nothing is bad where all is well", async () => {
  assert.deepEqual(await badWith({}), []);
});

Deno.test("each trouble is seen", async () => {
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
  assert.deepEqual(await badWith({ path: undefined, freeDiskShare: () => Promise.resolve(0) }), []);
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
  assert.deepEqual(await badWith({ sources, storeState: () => "down" }), []);
});

Deno.test("passwords are guessed while some are refused, or many are wrong, from look to look", async () => {
  const counts = [[49, 0], [49, 1], [50, 1], [99, 1], [149, 1], [149, 200]];
  const observe = observerOf({
    guesses() {
      const [total, refused] = counts.shift()!;
      return { total: total!, refused: refused! };
    },
  });
  const seen: boolean[] = [];
  while (counts.length > 0) seen.push((await observe()).includes("password_guessing"));
  assert.deepEqual(seen, [false, true, false, false, true, true]);
});

Deno.test("sign-up is flooded while many letters are asked for, from look to look", async () => {
  const counting = new Counting();
  const observe = observerOf({ counting });
  const tell = counting.reporter("signup");
  const seen: boolean[] = [];
  for (const asked of [49, 11, 50, 1, 389]) {
    for (let n = 0; n < asked; n++) tell(n % 2 === 0 ? "asked" : "too_many");
    tell("letter_sent");
    seen.push((await observe()).includes("signup_flood"));
  }
  assert.deepEqual(seen, [false, false, true, false, true]);
});

Deno.test("a clock that was set by more than a minute is seen for two minutes, and no slow drift", async () => {
  for (const byMs of [-3_600_000, 70_000]) {
    let elapsed = 0;
    let ahead = NOW;
    const observe = observerOf({ now: () => ahead + elapsed, elapsed: () => elapsed });
    const pass = async (ms: number) => {
      elapsed += ms;
      return (await observe()).includes("clock_stepped");
    };
    assert.equal(await pass(30_000), false);
    ahead += 50_000;
    assert.equal(await pass(30_000), false);
    ahead += byMs;
    assert.deepEqual([await pass(30_000), await pass(60_000), await pass(60_000)], [
      ...[true, true, false],
    ]);
  }
});

Deno.test("a disk that is low has room again from 6 % on", async () => {
  const shares = [0.055, 0.049, 0.055, 0.059, 0.061, 0.055];
  const observe = observerOf({
    freeDiskShare: () => Promise.resolve(shares.shift()!),
  });
  const seen: boolean[] = [];
  while (shares.length > 0) seen.push((await observe()).length > 0);
  assert.deepEqual(seen, [false, true, true, true, false, false]);
});

Deno.test("the free part of a real disk can be asked", async () => {
  const { sizeBytes, freeBytes } = await readDiskSpace("deno.json");
  assert.ok(freeBytes >= 0 && freeBytes <= sizeBytes, `${freeBytes} of ${sizeBytes} are free`);
  await assert.rejects(readDiskSpace("test/no such file"));
});
