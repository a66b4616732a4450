import assert from "node:assert/strict";
import type { EventRecord } from "../../src/events/event.ts";
import { createEventLog, type LogSource } from "../../src/events/event_log.ts";
import { createManualClock, settle } from "../support/manual_clock.ts";
import { createQuietLog } from "../support/quiet_log.ts";

const NOW = Date.parse("2026-07-04T10:00:00Z");

/** A store, of which this process knows when it is told. */
function createSource() {
  const stored: EventRecord[] = [];
  let known = 0;
  let onRecords: (records: readonly EventRecord[] | null) => void = () => {};
  let beforeAnswer = () => {};
  const source: LogSource = {
    async read(after) {
      const found = stored.filter(({ seq }) => seq > after);
      await Promise.resolve();
      beforeAnswer();
      return found;
    },
    sync: () => Promise.resolve(),
    seq: () => known,
    subscribe(listener) {
      onRecords = listener;
      return () => {};
    },
    entryOf: ({ entry }) => entry,
  };
  return {
    source,
    write(): void {
      const at = new Date(NOW).toISOString();
      const seq = stored.length + 1;
      const told = { data: {}, subject: String(seq), members: [] };
      stored.push({ seq, entry: { type: "news.published", group: "groupa", at, ...told } });
    },
    /** This process learns of all that is stored. */
    learn(): void {
      const news = stored.slice(known);
      known = stored.length;
      onRecords(news);
    },
    /** It learns that there is more than it was sent, as after a pause. */
    miss(): void {
      known = stored.length;
      onRecords(null);
    },
    whileReading: (task: () => void) => void (beforeAnswer = task),
  };
}

Deno.test("what is written while the log is being read is in it", async () => {
  const { source, write, learn, whileReading } = createSource();
  const clock = createManualClock(NOW);
  const memory = createEventLog({ source, clock, log: createQuietLog(), keptMs: 3_600_000 });
  write();
  learn();
  let reads = 0;
  whileReading(() => {
    // The second read has found nothing more; another process writes before its answer is here.
    if (++reads !== 2) return;
    write();
    learn();
  });
  assert.deepEqual((await memory.after("0", 10)).map(({ id }) => id), ["1", "2"]);
  assert.equal(memory.floor(), 0);
  assert.equal(memory.head(), 2);
  memory.close();
});

Deno.test("where all that was logged has gone, the log goes on behind it", async () => {
  const { source, write, learn } = createSource();
  const clock = createManualClock(NOW);
  const gone = { ...source, read: () => Promise.resolve([]) };
  const log = createQuietLog();
  const memory = createEventLog({ source: gone, clock, log, keptMs: 3_600_000 });
  for (let n = 0; n < 3; n++) write();
  learn();
  assert.deepEqual(await memory.after("0", 10), []);
  assert.deepEqual([memory.floor(), memory.head()], [3, 3]);
  memory.close();
});

Deno.test("a read that fails half-way is tried again, and listeners hear what it finds", async () => {
  const { source, write, learn, miss, whileReading } = createSource();
  const clock = createManualClock(NOW);
  const memory = createEventLog({ source, clock, log: createQuietLog(), keptMs: 3_600_000 });
  write();
  learn();
  await memory.ready();
  const heard: number[] = [];
  memory.watch(() => heard.push(memory.head()));
  let reads = 0;
  whileReading(() => {
    if (++reads === 2) throw new Error("The store does not answer");
  });
  write();
  write();
  miss();
  await settle();
  assert.deepEqual([reads, heard], [2, []]);
  await clock.advance(1_000);
  assert.deepEqual([reads > 2, heard], [true, [3]]);
  memory.close();
});
