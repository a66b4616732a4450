import assert from "node:assert/strict";
import { createChangeFeed } from "../../../src/addons/changes/change_feed.ts";
import { HttpError } from "../../../src/http/http_error.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createQuietLog } from "../../support/quiet_log.ts";
import { fakeBuild, startAnnouncing } from "./fake_build.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-07-01T00:00:00Z");

type Shows = Parameters<typeof fakeBuild>[2];

/** A process that serves builds, each from a day on, and what it says of changes. */
async function createPlace(shows: Shows) {
  const clock = createManualClock(START);
  const build = (day: number, shows: Shows) =>
    fakeBuild(`day-${day}`, new Date(START + day * DAY).toISOString(), shows);
  const process = await startAnnouncing({ kv: createMemoryKv(), clock }, build(0, shows));
  const feed = createChangeFeed({
    ...{ clock, log: createQuietLog(), announced: process, store: process.store },
  });
  const since = async (cursor: string | undefined, day: number) => {
    clock.set(START + day * DAY);
    await feed.ready();
    return feed.since(cursor, clock.now());
  };
  return {
    since,
    async swap(day: number, shows: Shows) {
      clock.set(START + day * DAY);
      await process.swap(build(day, shows));
    },
    /** What is said to have changed, in words. */
    async said(cursor: string, day: number): Promise<string[]> {
      const { changes } = await since(cursor, day);
      return changes.map(({ change, id }) => `${change} ${id}`);
    },
    /** The code of a refusal, and the oldest cursor that it names. */
    async refusal(cursor: string, day: number): Promise<[string, unknown]> {
      const error = await since(cursor, day).then(() => undefined, (error) => error);
      assert.ok(error instanceof HttpError);
      return [error.code, error.details.after?.["oldest"]];
    },
    [Symbol.asyncDispose]: () => process.stop(),
  };
}

Deno.test("a cursor is good as long as all that changed after it is kept, however old it is", async () => {
  await using place = await createPlace({ one: "One" });
  const { cursor } = await place.since(undefined, 0);
  assert.deepEqual(await place.said(cursor, 40), []);
  await place.swap(41, { one: "Other" });
  assert.deepEqual(await place.said(cursor, 41), ["changed one"]);
  assert.deepEqual(await place.said("day-41", 41), []);
  await place.swap(50, { one: "Another", two: "Two" });
  assert.deepEqual(await place.said(cursor, 55), ["changed one", "added two"]);
  const oldest = `day-41.${START + 41 * DAY}`;
  assert.deepEqual(await place.refusal(cursor, 56), ["GONE", oldest]);
  assert.deepEqual(await place.refusal("day-0", 56), ["INVALID_PARAMETER", undefined]);
  assert.deepEqual(await place.said(oldest, 56), ["changed one", "added two"]);
});

Deno.test("what comes out by the clock is told then, also long after the build that has it", async () => {
  const late = { title: "Late", from: START + 20 * DAY };
  await using place = await createPlace({ one: "One", late });
  const { cursor, validUntil } = await place.since(undefined, 0);
  assert.equal(validUntil, START + 20 * DAY);
  assert.deepEqual(await place.said(cursor, 19.9), []);
  assert.deepEqual(await place.said(cursor, 20), ["added late"]);
  const { cursor: later } = await place.since(cursor, 20);
  assert.deepEqual(await place.said(later, 20), []);
  await place.swap(21, { one: "Other", late });
  assert.deepEqual(await place.said(cursor, 21), ["added late", "changed one"]);
  assert.deepEqual(await place.said(later, 21), ["changed one"]);
});
