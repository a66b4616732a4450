import assert from "node:assert/strict";
import { createAppender } from "../../src/audit/record/appender.ts";
import { createChain } from "../../src/audit/record/chain.ts";
import { newUse } from "../../src/audit/entries/use.ts";
import { createRecorder, type RecorderDeps } from "../../src/audit/record/recorder.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { exportUses } from "../support/export_uses.ts";
import { lastUses } from "../support/last_uses.ts";
import { verifyRecord } from "../../src/audit/record/verify.ts";
import { AUDIT_HEAD } from "../../src/platform/store_keys.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { keptLog, PEPPER, sampleUse, START_MS, wallClock } from "./sample_use.ts";
import { createPrng } from "../support/prng.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { closing } from "../support/closing.ts";

function harness(changes: Partial<RecorderDeps> = {}) {
  const kv = createFaultyKv(createMemoryKv());
  const clock = createManualClock(START_MS);
  const log = keptLog();
  const deps = { kv, clock, log, random: systemRandom, pepper: PEPPER };
  return { kv, clock, log, recorder: createRecorder({ ...deps, ...changes }) };
}

/** Records uses `from` to `to`, told apart by their endpoints. */
function recordMany(recorder: ReturnType<typeof createRecorder>, from: number, to: number) {
  const answers: (Promise<void> | void)[] = [];
  for (let number = from; number <= to; number++) {
    answers.push(recorder.record(sampleUse({ endpoint: `/api/groupa/news/${number}` })));
  }
  return Promise.all(answers);
}

async function endpoints(kv: Parameters<typeof exportUses>[0]): Promise<number[]> {
  const found: number[] = [];
  for await (const { endpoint } of exportUses(kv)) found.push(Number(endpoint.split("/").at(-1)));
  return found;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

Deno.test("record() resolves once the use is in the store", async () => {
  const { kv, clock, recorder } = harness();
  kv.nextCommits.push("held");
  let answered = false;
  const answer = Promise.resolve(recorder.record(sampleUse())).then(() => answered = true);
  await clock.advance(200);
  assert.equal(answered, false);
  assert.equal(recorder.state().backlog, 1);
  kv.release();
  await answer;
  assert.deepEqual(await lastUses(kv), [{
    seq: 1,
    at: "2026-07-01T00:00:00.000Z",
    kind: "use",
    token_id: "t_fans",
    name: "Forum Penggemar",
    email: "ops@fans.example",
    ip: "203.0.113.7",
    method: "GET",
    endpoint: "/api/groupb/members",
    status: 200,
  }]);
  assert.equal(recorder.state().backlog, 0);
});

Deno.test("uses that come while a commit is in flight ride the next one", async () => {
  const { kv, clock, recorder } = harness();
  kv.nextCommits.push("held");
  const all = recordMany(recorder, 1, 1).then(() => {});
  await clock.advance(1);
  const rest = recordMany(recorder, 2, 500);
  await clock.advance(1);
  kv.release();
  await clock.advance(20);
  await Promise.all([all, rest]);
  assert.equal(kv.done.commits, 2);
  assert.deepEqual(await endpoints(kv), numbers(1, 500));
});

Deno.test("a few uses one after the other wait for nothing but the store; more of them share commits", async () => {
  const { kv, clock, recorder } = harness();
  for (let use = 1; use <= 8; use++) {
    let answered = false;
    recordMany(recorder, use, use).then(() => answered = true);
    await clock.advance(0);
    assert.ok(answered, `use ${use} waits`);
  }
  const busy: Promise<unknown>[] = [];
  for (let ms = 0; ms < 1_000; ms++) {
    busy.push(recordMany(recorder, ms + 9, ms + 9));
    await clock.advance(1);
  }
  await clock.advance(8);
  await Promise.all(busy);
  assert.ok(kv.done.commits <= 8 + 126, `${kv.done.commits} commits`);
  let answered = false;
  recordMany(recorder, 1_009, 1_009).then(() => answered = true);
  await clock.advance(8);
  assert.ok(answered);
  assert.deepEqual(await endpoints(kv), numbers(1, 1_009));
});

Deno.test("several recorders on one store leave no gap, no double, no loss", async () => {
  const kv = createFaultyKv(createMemoryKv());
  const clock = createManualClock(START_MS);
  const recorders = numbers(1, 5).map(() => harness({ kv, clock }).recorder);
  const answers: Promise<unknown>[] = [];
  for (let round = 0; round < 40; round++) {
    recorders.forEach((recorder, index) => {
      const number = round * 5 + index + 1;
      answers.push(recordMany(recorder, number, number));
    });
    await clock.advance(4);
  }
  await clock.advance(2_000);
  await Promise.all(answers);
  assert.deepEqual((await endpoints(kv)).sort((a, b) => a - b), numbers(1, 200));
  const { ok, uses, message } = await verifyRecord(kv, PEPPER);
  assert.deepEqual({ ok, uses }, { ok: true, uses: 200 }, message);
});

Deno.test("a lost reply records nothing twice", async () => {
  const kv = createFaultyKv(createMemoryKv());
  const clock = createManualClock(START_MS);
  const recorders = numbers(1, 3).map(() => harness({ kv, clock }).recorder);
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
  assert.deepEqual((await endpoints(kv)).sort((a, b) => a - b), numbers(1, 180));
  assert.equal((await verifyRecord(kv, PEPPER)).ok, true);
});

Deno.test("a commit that hangs and lands after all records nothing twice", async () => {
  const { kv, clock, recorder } = harness();
  const other = harness({ kv, clock }).recorder;
  kv.nextCommits.push("held");
  const first = recordMany(recorder, 1, 3);
  await clock.advance(6_000);
  await recordMany(other, 4, 4);
  kv.release();
  await clock.advance(6_000);
  await first;
  assert.deepEqual((await endpoints(kv)).sort(), [1, 2, 3, 4]);
  assert.equal((await verifyRecord(kv, PEPPER)).ok, true);
});

Deno.test("an attempt that was given up cannot land beside the one that took over", async () => {
  const kv = createFaultyKv(createMemoryKv());
  const clock = createManualClock(START_MS);
  const chain = createChain(PEPPER);
  const [appender, other] = [1, 2].map((seed) =>
    createAppender({ kv, clock, random: createPrng(seed), chain })
  );
  const batch = appender!.batch([newUse(sampleUse())]);
  kv.nextCommits.push("held");
  const givenUp = appender!.land(batch).catch((error) => error.message);
  await clock.advance(10);
  await other!.land(other!.batch([newUse(sampleUse())]));
  kv.fate = "held";
  const takesOver = appender!.land(batch);
  kv.fate = "none";
  kv.releaseOne();
  await clock.advance(100);
  kv.release();
  await clock.advance(100);
  await takesOver;
  assert.match(await givenUp, /taken over/);
  assert.equal((await verifyRecord(kv, PEPPER)).uses, 2);
});

for (const fate of ["refused", "held"] as const) {
  Deno.test(`a store that is out of reach (${fate}) holds an answer for 250 ms at most`, async () => {
    const { kv, clock, log, recorder } = harness();
    kv.fate = fate;
    let answered = 0;
    Promise.resolve(recorder.record(sampleUse())).then(() => answered++);
    await clock.advance(100);
    Promise.resolve(recorder.record(sampleUse())).then(() => answered++);
    await clock.advance(149);
    assert.equal(answered, 0);
    await clock.advance(1);
    assert.equal(answered, 2);
    assert.equal(recorder.record(sampleUse()), undefined);
    assert.deepEqual(recorder.state(), { backlog: 3, lost: 0, store: "down" });
    await clock.advance(3_600_000);
    kv.fate = "none";
    kv.release();
    await clock.advance(10_000);
    assert.deepEqual(recorder.state(), { backlog: 0, lost: 0, store: "ok" });
    assert.equal((await verifyRecord(kv, PEPPER)).uses, 3);
    assert.match(log.lines.join("\n"), /out of reach[^]*The store is back/);
  });
}

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
  const { ok, uses, message } = await verifyRecord(kv, PEPPER);
  assert.deepEqual({ ok, uses }, { ok: true, uses: 50_000 }, message);
});

Deno.test("once the store is back, a new use does not wait for the backlog", async () => {
  const { kv, clock, recorder } = harness();
  kv.fate = "refused";
  const backlog = recordMany(recorder, 1, 20_000);
  await clock.advance(3_000);
  await backlog;
  kv.fate = "none";
  while (recorder.state().store === "down") await clock.advance(5);
  assert.ok(recorder.state().backlog > 10_000);
  const commits = kv.done.commits;
  const answer = recordMany(recorder, 20_001, 20_001);
  while (!(await endpoints(kv)).includes(20_001)) await clock.advance(8);
  await answer;
  assert.ok(kv.done.commits - commits <= 2);
  assert.ok(recorder.state().backlog > 0);
});

Deno.test("a clock that was set back does not hold up the record", async () => {
  const clock = createManualClock(START_MS);
  let offset = 0;
  const { kv, recorder } = harness({ clock: { ...clock, now: () => clock.now() + offset } });
  const first = recordMany(recorder, 1, 1);
  await clock.advance(1);
  offset = -3_600_000;
  const second = recordMany(recorder, 2, 2);
  await clock.advance(8);
  await Promise.all([first, second]);
  assert.deepEqual(await endpoints(kv), [1, 2]);
});

Deno.test("close() writes what is in memory", async () => {
  const { kv, recorder } = harness();
  recordMany(recorder, 1, 10);
  await recorder.close();
  assert.deepEqual(await endpoints(kv), numbers(1, 10));
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

Deno.test("the record goes on after its last chunk when the head entry was deleted or set back", async () => {
  const { kv, clock, recorder } = harness();
  const early = await recordMany(recorder, 1, 2).then(() => kv.get(AUDIT_HEAD));
  await clock.advance(20);
  const answer = recordMany(recorder, 3, 4);
  await clock.advance(20);
  await answer;
  const heads = [early.value];
  // Deleted, set back by some entries, and by one.
  for (const headOf of [() => null, () => heads[0], () => heads.at(-2)]) {
    const value = headOf();
    await kv.commit([], [value === null ? { delete: AUDIT_HEAD } : { set: AUDIT_HEAD, value }]);
    const next = harness({ kv, clock }).recorder;
    const number = (await endpoints(kv)).length + 1;
    const answer = recordMany(next, number, number);
    await clock.advance(500);
    await answer;
    assert.deepEqual(await endpoints(kv), numbers(1, number));
    assert.equal((await verifyRecord(kv, PEPPER)).ok, true);
    heads.push((await kv.get(AUDIT_HEAD)).value);
  }
});

Deno.test("two recorders share a KV file", async () => {
  await using folder = await temporaryFolder();
  using one = closing(await openDenoKv(`${folder.path}/kv`));
  using other = closing(await openDenoKv(`${folder.path}/kv`));
  const recorders = [one, other].map((kv) => harness({ kv, clock: wallClock }).recorder);
  await Promise.all(
    recorders.map((recorder, index) => recordMany(recorder, index * 200 + 1, index * 200 + 200)),
  );
  assert.deepEqual((await endpoints(one)).sort((a, b) => a - b), numbers(1, 400));
  assert.equal((await verifyRecord(other, PEPPER)).ok, true);
});
