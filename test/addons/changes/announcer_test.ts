import assert from "node:assert/strict";
import { createAnnounceStore } from "../../../src/addons/changes/announce_store.ts";
import { createFaultyKv } from "../../support/faulty_kv.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { fakeBuild, saidIn, type ServedBuild, startAnnouncing } from "./fake_build.ts";

const START = Date.parse("2026-07-01T00:00:00Z");
const MINUTE = 60_000;
const DAY = 86_400_000;
const A = fakeBuild("a", "2026-06-01", { one: "One", two: "Two" });
const B = fakeBuild("b", "2026-06-02", { one: "Other", two: "Two" });

/** A store and a clock, and what was announced in that store. */
function createPlace(kv = createMemoryKv()) {
  const clock = createManualClock(START);
  const store = createAnnounceStore({ kv, clock });
  return {
    ...{ clock, kv, store },
    said: () => saidIn(store),
    /** The pieces that lie there, by part. */
    async pieces() {
      const all = await kv.list(["changes", "piece"]);
      const count = (part: string) => all.filter(({ key }) => key[2] === part).length;
      return { item: count("item"), state: count("state"), change: count("change") };
    },
    /** Serves builds one after the other, a minute apart, and asks when a show was modified. */
    async play(...builds: ServedBuild[]) {
      const process = await startAnnouncing({ kv, clock }, builds[0]!);
      for (const build of builds.slice(1)) {
        await clock.advance(MINUTE);
        await process.swap(build);
      }
      await process.stop();
      return (id: string) => (process.modifiedAt("bunga", "show", id) - START) / MINUTE;
    },
  };
}

const built = (build: ServedBuild, day: string): ServedBuild => ({
  ...build,
  builtAt: day === "" ? 0 : Date.parse(day),
});
const RENAMED = fakeBuild("b", "2026-06-02", {
  uno: { title: "One", former: ["one"] },
  two: "Two",
});
const ONE = "changed one title";

/** Builds that are served a minute apart, what each announces, and when two shows were modified. */
const PLAYS: readonly [why: string, ServedBuild[], said: string[], Record<string, number>][] = [
  ["the first build of a store announces nothing", [A], [""], { one: 0, two: 0 }],
  ["a later one what changed, and nothing else gets another time", [A, B], ["", ONE], {
    one: 1,
    two: 0,
  }],
  ["content that goes back is a later build", [A, B, built(A, "2026-06-03")], ["", ONE, ONE], {
    one: 2,
  }],
  ["an older build beside a newer one", [A, B, A], ["", ONE], { one: 1, two: 0 }],
  ["a build of no known time", [A, built(B, "")], [""], {}],
  ["the same content, built again", [A, built(A, "2026-06-03")], [""], { one: 0, two: 0 }],
  ["a renamed show", [A, RENAMED], ["", "changed uno id"], { uno: 1, two: 0 }],
];

Deno.test("a build announces what changed since the one before it, once", async () => {
  for (const [why, builds, said, times] of PLAYS) {
    const place = createPlace();
    const modified = await place.play(...builds);
    assert.deepEqual(await place.said(), said, why);
    for (const [id, minutes] of Object.entries(times)) assert.equal(modified(id), minutes, why);
    const { value: head } = await place.store.head();
    assert.deepEqual((await place.store.state(head!)).gone, [], why);
  }
});

Deno.test("two announcements in one second date from different seconds", async () => {
  const { kv, clock } = createPlace();
  const process = await startAnnouncing({ kv, clock }, A);
  const seconds = () => Math.floor(process.modifiedAt("bunga", "show", "one") / 1000);
  const first = seconds();
  await process.swap(B);
  await process.swap(fakeBuild("c", "2026-06-03", { one: "One", two: "Two" }));
  assert.equal(seconds(), first + 2);
  await process.stop();
});

Deno.test("a process that announced nothing learns of it within seconds", async () => {
  const { kv, clock } = createPlace();
  const other = await startAnnouncing({ kv: { ...kv, watch: () => () => {} }, clock }, A);
  const one = await startAnnouncing({ kv, clock }, A);
  await clock.advance(MINUTE);
  const version = other.version();
  await one.swap(B);
  await clock.advance(2000);
  assert.equal(other.modifiedAt("bunga", "show", "one"), START + MINUTE);
  assert.notEqual(other.version(), version);
  await one.stop();
  await other.stop();
});

Deno.test("what is not published yet is announced nowhere, and dates from when it comes out", async () => {
  const place = createPlace();
  const from = START + 7 * DAY;
  const hidden = (build: string, title: string) =>
    fakeBuild(build, "2026-06-02", { one: "One", two: "Two", late: { title, from } });
  const modified = await place.play(A, hidden("b", "Late"), {
    ...hidden("c", "Later"),
    builtAt: Date.parse("2026-06-03"),
  });
  assert.deepEqual(await place.said(), ["", "", ""]);
  assert.equal(modified("late"), from / MINUTE - START / MINUTE);
});

Deno.test("a show that is gone is told of for 30 days, unless it comes back", async () => {
  const { kv, clock } = createPlace();
  const process = await startAnnouncing({ kv, clock }, A);
  const without = fakeBuild("b", "2026-06-02", { two: "Two" });
  await process.swap(without);
  const gone = (ms: number) => process.removed("bunga", "show", START + ms).map(({ id }) => id);
  assert.deepEqual(gone(MINUTE), ["one"]);
  const [tombstone] = process.removed("bunga", "show", START);
  assert.deepEqual(tombstone, {
    ...{ group: "bunga", kind: "show", id: "one", title: "One", date: "2026-12-24" },
    ...{ start: Date.parse("2026-12-24T12:00:00Z"), at: START + 1000 },
    until: START + 1000 + 30 * DAY,
  });
  assert.deepEqual(gone(30 * DAY), ["one"]);
  assert.deepEqual(gone(30 * DAY + 1000), []);
  await process.swap(fakeBuild("c", "2026-06-03", { two: "Two" }));
  assert.deepEqual(gone(MINUTE), ["one"]);
  await process.swap({ ...A, builtAt: Date.parse("2026-06-04") });
  assert.deepEqual(gone(MINUTE), []);
  await process.stop();
});

Deno.test("a show that is hidden until a day is gone until that day", async () => {
  const { kv, clock } = createPlace();
  const process = await startAnnouncing({ kv, clock }, A);
  const from = START + 3 * DAY;
  await process.swap(fakeBuild("b", "2026-06-02", { one: { title: "One", from }, two: "Two" }));
  assert.equal(process.removed("bunga", "show", from - 1).length, 1);
  assert.equal(process.removed("bunga", "show", from).length, 0);
  assert.equal(process.modifiedAt("bunga", "show", "one"), from);
  await process.stop();
});

Deno.test("changes are kept for 15 days, and items and states of no build but the last", async () => {
  const place = createPlace();
  const builds = Array.from(
    { length: 4 },
    (_, n) => fakeBuild(`b${n}`, new Date(START + n).toISOString(), { one: `One ${n}` }),
  );
  await place.play(...builds);
  assert.deepEqual(await place.said(), ["", ...Array(3).fill("changed one title")]);
  assert.deepEqual(await place.pieces(), { item: 1, state: 1, change: 4 });
  place.clock.set(START + 15 * DAY + MINUTE);
  assert.deepEqual((await place.store.builds()).map(({ seq }) => seq), [3, 4]);
});

Deno.test("a process that is killed between pieces and head has announced nothing", async () => {
  for (let commits = 0; commits < 4; commits++) {
    const place = createPlace();
    await place.play(A);
    await place.clock.advance(MINUTE);
    const kv = createFaultyKv(place.kv, { clock: place.clock });
    kv.nextCommits.push(...Array(commits).fill("none"), "crash_before");
    void startAnnouncing({ kv, clock: place.clock }, B);
    while (!kv.crashed) await place.clock.advance(1);
    assert.deepEqual(await place.said(), [""], `after ${commits} commits`);
    assert.equal((await place.kv.get(["log", "event"])).value, null);
    const modified = await place.play(B);
    assert.ok(modified("one") > 1 && modified("two") === 0);
    assert.deepEqual(await place.said(), ["", "changed one title"]);
    const { item, state } = await place.pieces();
    assert.deepEqual({ item, state }, { item: 1, state: 1 });
  }
});

Deno.test("a slower process that compared with the same build announces nothing, and leaves nothing", async () => {
  const place = createPlace();
  const { kv, clock } = place;
  const slow = await startAnnouncing(place, A);
  let isHeld = true;
  const held = Promise.withResolvers<void>();
  const late = await startAnnouncing({
    clock,
    kv: {
      ...kv,
      async commit(checks, writes) {
        const isHead = checks.some(({ key }) => key.join() === "changes,head");
        if (isHead && isHeld) await held.promise;
        return await kv.commit(checks, writes);
      },
    },
  }, A);
  await clock.advance(MINUTE);
  const swapped = late.swap(fakeBuild("late", "2026-06-02T00:00:01Z", { one: "Late", two: "Two" }));
  await slow.swap(B);
  isHeld = false;
  held.resolve();
  let isDone = false;
  void swapped.then(() => isDone = true);
  while (!isDone) await clock.advance(50);
  // It is later than the other: it is announced after that, against that.
  assert.deepEqual(await place.said(), ["", "changed one title", "changed one title"]);
  const { item, state } = await place.pieces();
  assert.deepEqual({ item, state }, { item: 1, state: 1 });
  await slow.stop();
  await late.stop();
});

Deno.test("an announcement whose reply is lost counts once", async () => {
  const place = createPlace();
  await place.play(A);
  const kv = createFaultyKv(place.kv, { clock: place.clock });
  kv.nextCommits.push("none", "none", "none", "reply_lost");
  const process = await startAnnouncing({ kv, clock: place.clock }, B);
  await place.clock.advance(2000);
  assert.deepEqual(await place.said(), ["", "changed one title"]);
  assert.equal(process.modifiedAt("bunga", "show", "one"), START + 1000);
  await process.stop();
});

Deno.test("while the store is away callers are told to try again, and later it is announced", async () => {
  const place = createPlace();
  const kv = createFaultyKv(place.kv, { clock: place.clock });
  kv.outOfReach = true;
  const process = await startAnnouncing({ kv, clock: place.clock }, A);
  await assert.rejects(async () => await process.ready(), { code: "TRY_AGAIN" });
  kv.outOfReach = false;
  for (let n = 0; n < 100 && process.version() === ""; n++) await place.clock.advance(50);
  assert.equal(process.ready(), undefined);
  assert.deepEqual(process.log.lines.map((line) => line.split(" ")[0]), ["warn", "info"]);
  await process.stop();
});
