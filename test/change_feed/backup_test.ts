import assert from "node:assert/strict";
import { restoreAnnounced, takeAnnounced } from "../../src/change_feed/announce_store.ts";
import { createChangeFeed } from "../../src/change_feed/change_feed.ts";
import { ANNOUNCED_SCHEMA } from "../../src/admin/backup/backup_schema.ts";
import { showBuild, startAnnouncing } from "../support/announcing.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createQuietLog } from "../support/quiet_log.ts";

const START = Date.parse("2026-07-01T00:00:00Z");
const MINUTE = 60_000;
const A = showBuild("a", "2026-06-01", { one: "One", two: "Two", three: "Three" });
const B = showBuild("b", "2026-06-02", { one: "Other", two: "Two" });
const C = showBuild("c", "2026-06-03", { one: "Other", two: "Second" });

/** A store in which one show changed after a minute, and its backup as its file has it. */
async function createBackup() {
  const clock = createManualClock(START);
  const kv = createMemoryKv();
  const process = await startAnnouncing({ kv, clock }, A);
  await clock.advance(MINUTE);
  await process.swap(B);
  process.close();
  const file = JSON.parse(JSON.stringify(await takeAnnounced(kv)));
  assert.ok(ANNOUNCED_SCHEMA.safeParse(file).success);
  await clock.advance(MINUTE);
  return { clock, kv, file };
}

Deno.test("a store that was restored goes on where its backup was made", async () => {
  const { clock, file } = await createBackup();
  const kv = createMemoryKv();
  assert.equal(await restoreAnnounced(kv, file, clock.now()), true);
  const process = await startAnnouncing({ kv, clock }, B);
  const minutes = (id: string) => (process.modifiedAt("bunga", "show", id) - START) / MINUTE;
  assert.deepEqual(["one", "two"].map(minutes), [1, 0]);
  assert.deepEqual(process.removed("bunga", "show", clock.now()).map(({ id }) => id), ["three"]);
  await process.swap(C);
  assert.deepEqual(["one", "two"].map(minutes), [1, 2]);
  process.close();
});

Deno.test("a store that has announced since its backup keeps its own times", async () => {
  const { clock, kv, file } = await createBackup();
  const process = await startAnnouncing({ kv, clock }, C);
  assert.equal(await restoreAnnounced(kv, file, clock.now()), false);
  await process.sync();
  assert.equal(process.modifiedAt("bunga", "show", "two"), START + 2 * MINUTE);
  process.close();
});

Deno.test("a backup whose announced part is not whole is refused", async () => {
  const { file } = await createBackup();
  const [list] = file.lists;
  for (
    const wrong of [
      { ...file, since: undefined },
      { ...file, lists: [{ ...list, items: [{ id: 1 }] }] },
      { ...file, lists: [{ ...list, fields: "title" }] },
      { ...file, gone: [{}] },
      null,
    ]
  ) assert.ok(!ANNOUNCED_SCHEMA.safeParse(wrong).success, JSON.stringify(wrong));
});

Deno.test("nobody is told what changed across a restored backup, where nobody knows it", async () => {
  const { clock, file } = await createBackup();
  const kv = createMemoryKv();
  const early = { ...clock, now: () => START - MINUTE };
  const process = await startAnnouncing({ kv, clock: early }, A);
  const log = createChangeFeed({ kv, clock, log: createQuietLog(), announced: process });
  await log.ready();
  const { cursor } = log.since(undefined, START - MINUTE);
  assert.deepEqual(log.since(cursor, START).changes, []);
  assert.equal(await restoreAnnounced(kv, file, clock.now()), true);
  await process.swap(C);
  await log.ready();
  assert.throws(() => log.since(cursor, clock.now()), { code: "GONE" });
  assert.deepEqual(log.since(file.build, clock.now()).changes.map(({ id }) => id), ["two"]);
  process.close();
});
