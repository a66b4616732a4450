import assert from "node:assert/strict";
import { createAnnounceStore } from "../../src/change_feed/announce_store.ts";
import { createChangeFeed } from "../../src/change_feed/change_feed.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { showBuild, startAnnouncing } from "../support/announcing.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { createQuietLog } from "../support/quiet_log.ts";

/**
 * A store in which the program of commit b7875cf announced three builds of one minute each: shows were
 * added, changed, renamed and removed, and one comes out ten minutes after the first.
 */
const FIXTURE = "test/fixtures/stores/announced_b7875cf.kv";

const START = Date.parse("2026-07-01T00:00:00Z");
const MINUTE = 60_000;
const BUILD = "cccccccccccc";

async function openFixture() {
  const folder = await temporaryFolder();
  await Deno.copyFile(FIXTURE, `${folder.path}/store.kv`);
  const kv = await openDenoKv(`${folder.path}/store.kv`);
  const clock = createManualClock(START + 3 * MINUTE);
  const later = { title: "Later", from: START + 10 * MINUTE };
  const dos = { title: "Two", former: ["two"] };
  const shows = { one: "Third", dos, later, new: "New" };
  return {
    ...{ kv, clock, shows, store: createAnnounceStore(kv) },
    process: await startAnnouncing({ kv, clock }, showBuild(BUILD, "2026-06-03", shows)),
    async [Symbol.asyncDispose]() {
      this.process.close();
      kv.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

Deno.test("what an earlier program announced is read as that program meant it", async () => {
  await using place = await openFixture();
  const { store, process, kv, clock } = place;
  const { value: head } = await store.head();
  assert.deepEqual([head?.build, head?.seq, head?.since], [BUILD, 3, START]);
  const minutes = ["one", "dos", "new", "later"].map((id) =>
    (process.modifiedAt("bunga", "show", id) - START) / MINUTE
  );
  assert.deepEqual(minutes, [2, 1, 2, 10]);
  assert.deepEqual(
    process.removed("bunga", "show", clock.now()).map(({ id, at, title }) => [
      ...[id, (at - START) / MINUTE, title],
    ]),
    [["three", 1, "Three"]],
  );
  const told = await Promise.all((await store.builds()).map((build) => store.changes(build)));
  assert.deepEqual(told.map((all) => all.map(({ change, id }) => `${change} ${id}`)), [
    [],
    ["changed one", "changed dos", "removed three"],
    ["changed one", "added new"],
  ]);
  const log = createChangeFeed({ kv, clock, log: createQuietLog(), announced: process });
  await log.ready();
  const since = (text: string, now: number) =>
    log.since(text, now).changes.map(({ change, id }) => `${change} ${id}`);
  const all = ["changed dos", "added new", "changed one", "removed three"];
  assert.deepEqual(since("aaaaaaaaaaaa", START + 10 * MINUTE - 1), all);
  assert.deepEqual(since("aaaaaaaaaaaa", START + 10 * MINUTE), all.toSpliced(1, 0, "added later"));
});

Deno.test("a program goes on announcing where an earlier one stopped", async () => {
  await using place = await openFixture();
  const { store, process, shows } = place;
  await process.swap(showBuild("dddddddddddd", "2026-06-04", { ...shows, one: "Fourth" }));
  const [last] = (await store.builds()).slice(-1);
  assert.equal(last?.seq, 4);
  assert.deepEqual((await store.changes(last!)).map(({ change, id }) => `${change} ${id}`), [
    "changed one",
  ]);
  assert.equal(process.modifiedAt("bunga", "show", "one"), START + 3 * MINUTE);
  assert.equal(process.modifiedAt("bunga", "show", "dos"), START + MINUTE);
});
