import assert from "node:assert/strict";
import { exportEntries, tailEntries } from "../../src/audit/read.ts";
import { openUseLog } from "../../src/audit/use_log.ts";
import { numbersOnRecord, openRecorder } from "./opening.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { countEntries, lastUses } from "../support/use_log.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { keptLog, sampleUse, START_MS } from "./sample_use.ts";
import fc from "fast-check";
import { Buffer } from "node:buffer";
import { endpointOf } from "../../src/audit/endpoint_of.ts";
import { actEntry, blanked, OWNER, type TokenUse, UseGroup } from "../../src/audit/entries.ts";
import { propertyRun } from "../support/size.ts";

function harness(
  kv = createFaultyKv(createMemoryKv()),
  clock = createManualClock(START_MS),
) {
  const log = keptLog();
  return { kv, clock, log, recorder: openRecorder({ kv, clock, log, random: systemRandom }) };
}

/** Records uses `from` to `to`, told apart by their endpoints. */
function recordMany(recorder: ReturnType<typeof openRecorder>, from: number, to: number) {
  const answers: (Promise<void> | void)[] = [];
  for (let number = from; number <= to; number++) {
    answers.push(recorder.record(sampleUse({ endpoint: `/api/groupa/news/${number}` })));
  }
  return Promise.all(answers);
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

Deno.test("a lost reply records nothing twice", async () => {
  const kv = createFaultyKv(createMemoryKv());
  const clock = createManualClock(START_MS);
  const recorders = numbers(1, 3).map(() => harness(kv, clock).recorder);
  const answers: Promise<unknown>[] = [];
  for (let round = 0; round < 60; round++) {
    if (round % 3 === 0) kv.nextCommits.push("reply_lost");
    if (round % 7 === 0) kv.nextCommits.push("refused");
    recorders.forEach((recorder, index) => {
      const number = round * 3 + index + 1;
      answers.push(recordMany(recorder, number, number));
    });
    await clock.advance(9);
  }
  await clock.advance(5_000);
  await Promise.all(answers);
  assert.deepEqual((await numbersOnRecord(kv)).sort((a, b) => a - b), numbers(1, 180));
});

Deno.test("a commit that hangs and lands after all records nothing twice", async () => {
  const { kv, clock, recorder } = harness();
  const other = harness(kv, clock).recorder;
  kv.nextCommits.push("held");
  const first = recordMany(recorder, 1, 3);
  await clock.advance(6_000);
  await recordMany(other, 4, 4);
  kv.release();
  await clock.advance(6_000);
  await first;
  assert.deepEqual((await numbersOnRecord(kv)).sort(), [1, 2, 3, 4]);
});

Deno.test("50,000 uses are kept while the store is away; the rest is counted and said", async () => {
  const { kv, clock, log, recorder } = harness();
  kv.fate = "refused";
  const answers = recordMany(recorder, 1, 50_003);
  await clock.advance(260);
  await answers;
  assert.deepEqual(recorder.state(), { backlog: 50_000, lost: 3, store: "down" });
  assert.match(log.lines.join("\n"), /error .*lost.*"lost":2/);
  kv.fate = "none";
  await clock.advance(60_000);
  assert.equal(recorder.state().backlog, 0);
  assert.ok(kv.done.commits <= 30, `${kv.done.commits} commits for 50,000 uses`);
  assert.deepEqual(await countEntries(kv), { uses: 50_000, admin: 0 });
});

Deno.test("close() gives up after 3 s without the store, and says what is lost", async () => {
  const { kv, clock, log, recorder } = harness();
  kv.fate = "refused";
  recordMany(recorder, 1, 10);
  const closed = recorder.close();
  await clock.advance(3_000);
  await closed;
  assert.match(log.lines.at(-1)!, /error .*"lost":10/);
});

Deno.test("uses of one commit that are alike are one entry with a count", async () => {
  const { kv, clock, recorder } = harness();
  kv.nextCommits.push("held");
  const first = recorder.record(sampleUse());
  await clock.advance(1);
  const others = [
    ...Array(5).fill({}),
    { status: 404 },
    { ip: "203.0.113.8" },
    { method: "HEAD" },
    { token_id: "t_club" },
    ...Array(3).fill({ endpoint: "/api/groupb/news" }),
  ].map((changes, n) => recorder.record(sampleUse({ at: START_MS + n, ...changes })));
  kv.release();
  await clock.advance(20);
  await Promise.all([first, ...others]);
  const counts = (await lastUses(kv)).map(({ seq, count, status }) => [seq, count, status]);
  assert.deepEqual(counts, [
    [1, undefined, 200],
    [2, 5, 200],
    [3, undefined, 404],
    [4, undefined, 200],
    [5, undefined, 200],
    [6, undefined, 200],
    [7, 3, 200],
  ]);
});

/** What a group of uses becomes of one use. */
function entryOf(use: TokenUse) {
  const group = new UseGroup(50_000);
  assert.ok(group.add(use));
  return group.entries[0]!;
}

Deno.test("any text fits into an entry", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 0, maxLength: 6_000 }), (text) => {
      const parts = { token_id: text, name: text, email: text, ip: text, method: text };
      const entry = entryOf(sampleUse({ ...parts, route: text, endpoint: `/${text}` }));
      assert.ok(Buffer.byteLength(JSON.stringify(entry)) < 50_000);
      assert.ok(entry.endpoint.isWellFormed());
    }),
    propertyRun(),
  );
  const worst = "\u0000".repeat(70_000);
  const parts = { token_id: worst, name: worst, email: worst, ip: worst, endpoint: worst };
  assert.ok(Buffer.byteLength(JSON.stringify(entryOf(sampleUse(parts)))) < 50_000);
});

Deno.test("what says who a person is goes from uses and acts, and nothing else", () => {
  const use = { kind: "use", ...sampleUse(), count: 3 } as const;
  assert.deepEqual(blanked(use), { ...use, name: "", email: "", ip: "", forgotten: true });
  const act = { at: 1, by: "root", ip: "192.0.2.1", command: "key set", subject: "k_1" };
  const before = { owner: "Sari", plan: "standard", ips: ["192.0.2.9"] };
  const entry = actEntry({ ...act, before, after: null });
  const gone = { owner: "", plan: "standard", ips: "" };
  assert.deepEqual(blanked(entry), { ...entry, before: gone, forgotten: true });
  const ofOwner = actEntry({ ...act, by: OWNER, before: null, after: { plan: "fan" } });
  assert.deepEqual(blanked(ofOwner), { ...ofOwner, ip: null, forgotten: true });
  const impersonal = actEntry({ ...act, before: null, after: { plan: "fan" } });
  assert.equal(blanked(impersonal), impersonal);
});

Deno.test("endpointOf() gives printable ASCII, whatever came", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (path) => {
      assert.match(endpointOf(path), /^[\x20-\x7e]*$/);
    }),
    propertyRun(),
  );
});

Deno.test("an entry stays for the days that held when it was written; fewer days hide it at once", async () => {
  const { kv, clock, recorder } = harness(createFaultyKv(createMemoryKv()));
  const use = async () => {
    const recorded = recorder.record(sampleUse({ at: clock.now() }));
    await clock.advance(10);
    await recorded;
  };
  await use();
  await clock.advance(80 * 86_400_000);
  await use();
  const seqs = async (auditDays: number) => {
    const log = openUseLog({ kv, clock, random: systemRandom, auditDays });
    const exported = await Array.fromAsync(exportEntries(log));
    const tail = await tailEntries(log);
    assert.deepEqual(exported.map(({ seq }) => seq), tail.map(({ seq }) => seq));
    return exported.map(({ seq }) => seq);
  };
  assert.deepEqual([await seqs(90), await seqs(79)], [[1, 2], [2]]);
  await clock.advance(11 * 86_400_000);
  assert.deepEqual(await seqs(900), [2]);
});
