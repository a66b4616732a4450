import assert from "node:assert/strict";
import { createChangeFeed, MAX_CHANGES } from "../../src/change_feed/change_feed.ts";
import { HttpError } from "../../src/http/http_error.ts";
import { showBuild, startAnnouncing } from "../support/announcing.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { sizeOf } from "../support/size.ts";
import { createQuietLog } from "../support/quiet_log.ts";

/** The program's own bound at full size. */
const BOUND = sizeOf({ default: MAX_CHANGES / 20, full: MAX_CHANGES });
/** Two builds of so many changes are told, three are not. */
const SHOWS = 0.4 * BOUND;
const BUILDS = 4;
const HOUR = 3_600_000;
const START = Date.parse("2026-07-01T00:00:00Z");

/** A build in which every show has another title than in the one before. */
function buildOf(number: number) {
  const shows = Array.from({ length: SHOWS }, (_, n) => [`show-${n}`, `${number}`] as const);
  const builtAt = new Date(START + number * HOUR).toISOString();
  return showBuild(`build-${number}`, builtAt, Object.fromEntries(shows));
}

Deno.test(`of more than ${BOUND} changes the oldest builds are told no more, and a cursor of theirs is gone`, async () => {
  const clock = createManualClock(START);
  const kv = createMemoryKv();
  const process = await startAnnouncing({ kv, clock }, buildOf(0));
  for (let number = 1; number <= BUILDS; number++) {
    clock.set(START + number * HOUR);
    await process.swap(buildOf(number));
  }
  const log = createChangeFeed({
    kv,
    clock,
    log: createQuietLog(),
    announced: process,
    maxChanges: BOUND,
  });
  await log.ready();
  const since = (build: number) => log.since(`build-${build}`, clock.now());

  // The changes of a build are those since the one before: the oldest that is kept tells none.
  assert.equal(since(BUILDS - 1).changes.length, SHOWS);
  for (const build of [0, 1]) {
    assert.throws(
      () => since(build),
      (error) => error instanceof HttpError && error.code === "INVALID_PARAMETER",
    );
    const cursor = `build-${build}.${START + build * HOUR}`;
    assert.throws(
      () => log.since(cursor, clock.now()),
      (error) => {
        assert.ok(error instanceof HttpError);
        const { after } = error.details;
        return error.code === "GONE" && String(after?.oldest).startsWith(`build-${BUILDS - 1}.`);
      },
    );
  }

  // Of a build that alone has more everything has to be read anew; from there on one is told again.
  const length = 1.2 * BOUND;
  const many = Object.fromEntries(Array.from({ length }, (_, n) => [`new-${n}`, "title"]));
  clock.set(START + 10 * HOUR);
  const { cursor } = log.since(undefined, clock.now());
  await process.swap(showBuild("large", new Date(START + 10 * HOUR).toISOString(), many));
  await log.ready();
  assert.throws(() => log.since(cursor, clock.now()), HttpError);
  assert.equal(log.since("large", clock.now()).changes.length, 0);
  process.close();
});
