import assert from "node:assert/strict";
import { sizeOf, testSeed } from "../support/size.ts";
import { explain, type Operation } from "./history.ts";
import { type HistoryOptions, recordHistory } from "./history_schedule.ts";

const HISTORIES = sizeOf({ default: 100, full: 10_000 });

Deno.test.each<[string, HistoryOptions]>([
  ["one process", { processes: 1, isFaulty: false }],
  ["three processes", { processes: 3, isFaulty: false }],
  ["one process that fails and dies", { processes: 1, isFaulty: true }],
  ["three processes that fail and die", { processes: 3, isFaulty: true }],
])(`what ${HISTORIES} histories of %s saw is explained by a counter`, async (_what, options) => {
  const first = testSeed();
  const total = { reads: 0, refused: 0, faults: 0, crashes: 0 };
  for (let n = 0; n < HISTORIES; n++) {
    const history = await recordHistory(first + n, options);
    const { operations, limit } = history;
    assert.ok(
      explain(operations, limit) !== undefined,
      `SEED=${first + n} SIZE=0.00001: no order explains, with a limit of ${limit},\n${
        operations.map((one) => JSON.stringify(one)).join("\n")
      }`,
    );
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += history[name];
  }
  console.log(total);
  if (HISTORIES < 100) return;
  assert.ok(total.reads > 4 * HISTORIES && total.refused > HISTORIES);
  if (options.isFaulty) assert.ok(total.faults > HISTORIES && total.crashes > HISTORIES / 5);
});

const take = (from: number, to = from + 1, units = 1): Operation => ({
  ...{ kind: "take", outcome: "admitted", units, from, to },
});
const read = (from: number, to: number, used: number, slack = 0, limit = 3): Operation => ({
  ...{ kind: "read", used, limit, slack, from, to },
});
const refused = (from: number, slack = 0): Operation => ({
  ...{ kind: "refused", units: 1, slack, from, to: from + 1 },
});
const unknown = (from: number): Operation => ({
  ...{ kind: "take", outcome: "unknown", units: 1, from, to: Infinity },
});
const credit = (from: number, to: number): Operation => ({
  ...{ kind: "credit", units: 2, isSure: true, from, to },
});
const refund = (from: number): Operation => ({ kind: "refund", units: 1, from, to: from + 1 });

Deno.test.each<[string, Operation[]]>([
  ["nothing", []],
  ["takes, and what is used then", [take(0), take(2), read(4, 5, 2)]],
  ["a read while one takes, before and after", [take(0, 9), read(1, 2, 0), read(3, 4, 1)]],
  ["a unit that came back and was taken again", [take(0, 1, 3), refund(2), take(4), refused(6)]],
  ["a credit that counts for whoever took while it was made", [
    ...[take(0, 1, 3), credit(2, 9), take(3), read(5, 6, 4, 0, 5)],
  ]],
  ["what others hold", [take(0), read(2, 3, 3, 2), refused(4, 2)]],
  ["a call of a dead process that was charged", [unknown(0), read(1, 2, 1)]],
  ["a call of a dead process that was not", [unknown(0), read(1, 2, 0)]],
  ["a call of a dead process that was charged late", [
    ...[unknown(0), read(1, 2, 0), read(3, 4, 1)],
  ]],
])("explained: %s", (_what, history) => {
  const order = explain(history, 3);
  assert.ok(order !== undefined);
});

Deno.test.each<[string, Operation[]]>([
  ["a read that misses a unit that was taken before it", [take(0), read(2, 3, 0)]],
  ["a read of a unit that nobody took", [take(0), read(2, 3, 2)]],
  ["two reads that go back", [take(0, 9), read(1, 2, 1), read(3, 4, 0)]],
  ["reads that see one take without the other, by turns", [
    ...[take(0, 9), take(0, 9, 2), read(1, 2, 1), read(3, 4, 2)],
  ]],
  ["a unit beyond the limit", [take(0, 1, 3), take(2)]],
  ["a refusal where there was one left", [take(0, 1, 2), refused(2)]],
  ["a refusal after a unit came back", [take(0, 1, 3), refund(2), refused(4)]],
  ["more than others can hold", [take(0), read(2, 3, 4, 2)]],
  ["a credit that was forgotten", [credit(0, 1), read(2, 3, 0)]],
  ["a unit taken before its credit", [take(0, 1, 3), take(2), credit(4, 5)]],
  ["a call of a dead process that is charged and then is not", [
    ...[unknown(0), read(1, 2, 1), read(3, 4, 0)],
  ]],
])("not explained: %s", (_what, history) => {
  assert.equal(explain(history, 3), undefined);
});
