import assert from "node:assert/strict";
import type { KvEntry, KvWrite } from "../../src/platform/kv.ts";
import { appendToJournal } from "../../src/shared_state/journal.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

const HEAD = ["head"];
const ALONGSIDE = ["alongside"];

/** The writes of one more entry, and of a key besides. */
function oneMore({ value }: KvEntry<number>): KvWrite[] {
  const seq = (value ?? 0) + 1;
  return [
    { set: HEAD, value: seq },
    { set: ["entry", seq], value: `entry ${seq}` },
    { set: ALONGSIDE, value: seq },
  ];
}

Deno.test("writers that append at once get a number each, without a gap", async () => {
  const kv = createMemoryKv();
  const where = { head: HEAD, checks: [], attempts: 50 };
  const done = await Promise.all(
    Array.from({ length: 20 }, () => appendToJournal<number>(kv, where, oneMore)),
  );
  assert.ok(done.every((one) => typeof one === "object"));
  const entries = await kv.list<string>(["entry"]);
  assert.deepEqual(
    entries.map(({ value }) => value),
    Array.from({ length: 20 }, (_, n) => `entry ${n + 1}`),
  );
  assert.equal((await kv.get(HEAD)).value, 20);
});

Deno.test("where a check does not hold nothing is written, and nothing is tried again", async () => {
  const kv = createMemoryKv();
  await kv.commit([], [{ set: ALONGSIDE, value: "there" }]);
  const pauses: number[] = [];
  const where = {
    head: HEAD,
    checks: [{ key: ALONGSIDE, version: null }],
    attempts: 5,
    pause: (attempt: number) => Promise.resolve(void pauses.push(attempt)),
  };
  assert.equal(await appendToJournal<number>(kv, where, oneMore), "refused");
  assert.deepEqual([(await kv.list(["entry"])).length, pauses], [0, []]);
});

Deno.test("a writer that others are ahead of waits before each attempt, and gives up in the end", async () => {
  const kv = createMemoryKv();
  const pauses: number[] = [];
  const where = {
    head: HEAD,
    checks: [],
    attempts: 3,
    pause: (attempt: number) => Promise.resolve(void pauses.push(attempt)),
  };
  const beaten = await appendToJournal<number>(kv, where, async (head) => {
    await kv.commit([], oneMore(head));
    return oneMore(head);
  });
  assert.equal(beaten, "contended");
  assert.deepEqual(pauses, [0, 1, 2]);
  assert.equal((await kv.get(HEAD)).value, 3);
});
