import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { actEntry, type Entry, OWNER, subjectOf } from "../../src/audit/entries.ts";
import { exportEntries } from "../../src/audit/read.ts";
import { forgottenMarks, openUseLog, type UseLog } from "../../src/audit/use_log.ts";
import { type Kv, listAll } from "../../src/platform/kv.ts";
import { openRecorder } from "../audit/opening.ts";
import { keptLog, sampleUse, START_MS } from "../audit/sample_use.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { countEntries, exportUses } from "../support/use_log.ts";
import { bytesOf, tracesIn } from "./traces.ts";
import { openDesk } from "./trail_harness.ts";

const FANS = { token_id: "t_fans", name: "Forum Penggemar", email: "ops@fans.example" };
const CLUB = { token_id: "t_club", name: "Klub Sahabat", email: "klub@fans.example" };
const OF_FANS = [FANS.name, FANS.email, "203.0.113.7"];

/** Which values of a store have a trace. */
async function tracesOf(kv: Kv, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, value } of listAll(kv, [])) {
    const bytes = Buffer.concat([bytesOf([...key]), bytesOf(value)]);
    for (const trace of tracesIn(bytes, texts)) found.push(`${JSON.stringify(key)}: ${trace}`);
  }
  return found;
}

/** A log of four pieces: uses of two tokens, and what was done to one of them. */
async function logOfTwo(kv: Kv, log: UseLog): Promise<void> {
  for (let piece = 0; piece < 4; piece++) {
    const uses = [1, 2, 3, 4, 5, 6].map((n): Entry => {
      const who = n % 2 === 0 ? { ...FANS, ip: "203.0.113.7" } : { ...CLUB, ip: "203.0.113.8" };
      return { kind: "use", ...sampleUse({ ...who, at: START_MS + n }) };
    });
    await log.batch(uses).append();
  }
  const act = { at: START_MS, by: "root", ip: "192.0.2.1", command: "token review" };
  const subject = FANS.token_id;
  await log.batch([
    actEntry({ ...act, subject, before: { name: FANS.name, state: "applied" }, after: null }),
    actEntry({ ...act, subject, by: OWNER, ip: "203.0.113.7", before: null, after: null }),
    actEntry({ ...act, subject: CLUB.token_id, before: null, after: { name: CLUB.name } }),
  ]).append();
  assert.ok((await tracesOf(kv, OF_FANS)).length > 0);
}

Deno.test("forgetting blanks every entry about a token, in its place and for its life, and no other", async () => {
  const kv = createMemoryKv();
  const clock = createManualClock(START_MS);
  const log = openUseLog({ kv, clock, random: createPrng(1), auditDays: 90 });
  await logOfTwo(kv, log);
  const before = await Array.fromAsync(exportEntries(log));
  const lives = async () =>
    (await kv.list<{ storedUntil: number }>(["log", "use", "piece"]))
      .map(({ key, value }) => [key.at(-1), value?.storedUntil]);
  const livesBefore = await lives();
  clock.set(START_MS + 86_400_000);
  await log.blank([FANS.token_id]);
  const after = await Array.fromAsync(exportEntries(log));
  assert.deepEqual(await tracesOf(kv, OF_FANS), []);
  assert.deepEqual(await lives(), livesBefore);
  assert.equal(after.length, 27);
  after.forEach((entry, n) => {
    const was = before[n]!;
    const id = entry.kind === "use" ? entry.token_id : entry.subject;
    if (id !== FANS.token_id) return assert.deepEqual(entry, was);
    assert.equal(entry.forgotten, true);
    if (entry.kind !== "use" || was.kind !== "use") return;
    assert.deepEqual(entry, { ...was, name: "", email: "", ip: "", forgotten: true });
  });
  await log.blank([FANS.token_id]);
  assert.deepEqual(await Array.fromAsync(exportEntries(log)), after);
});

Deno.test("two who forget at once each blank what is theirs, in the same pieces", async () => {
  const kv = createMemoryKv();
  const clock = createManualClock(START_MS);
  const open = (seed: number) => openUseLog({ kv, clock, random: createPrng(seed), auditDays: 90 });
  await logOfTwo(kv, open(1));
  await Promise.all([open(2).blank([FANS.token_id]), open(3).blank([CLUB.token_id])]);
  assert.deepEqual(await tracesOf(kv, [...OF_FANS, CLUB.name, CLUB.email]), []);
  assert.deepEqual(await countEntries(kv), { uses: 24, admin: 3 });
});

Deno.test("what is read names nobody who is marked, though the entries were not blanked yet", async () => {
  const kv = createMemoryKv();
  const clock = createManualClock(START_MS);
  const log = openUseLog({ kv, clock, random: createPrng(1), auditDays: 90 });
  await logOfTwo(kv, log);
  await log.source.after(0, 10);
  const desk = openUseLog({ kv, clock, random: createPrng(2), auditDays: 90 });
  await desk.batch([], { writes: forgottenMarks(FANS.token_id) }).append();
  const sent = await log.source.after(0, 100);
  assert.deepEqual(tracesIn(Buffer.from(JSON.stringify(sent)), OF_FANS), []);
  assert.equal(sent.filter(({ value }) => subjectOf(value) === CLUB.token_id).length, 13);
});

const ROUNDS = sizeOf({ default: 1, full: 40 });
/** Of each process. */
const USES_A_STEP = sizeOf({ default: 5, full: 15 });
const AWAY_MS = 60_000;
const STEP_MS = 50;

Deno.test(`over ${ROUNDS} rounds of forgetting under hundreds of uses a second by two processes, one without its store for a minute, no entry names her`, async () => {
  const seed = testSeed();
  for (let round = 0; round < ROUNDS; round++) {
    const { fraction } = createPrng(seed + round);
    const desk = openDesk();
    const { clock } = desk;
    const HERS = ["Wulandari-Kusuma", "wulan@penggemar.example", "198.51.100.177"] as const;
    const THEIRS = ["Rahmat-Hidayat", "rahmat@fans.example", "198.51.100.99"] as const;
    const tokenOf = async ([name, email]: readonly [string, string, string]) => {
      const words = ["--organization", name, "--name", name, "--email", email];
      const { id } = await desk.run(["token", "apply", ...words]);
      await desk.run(["token", "review", id, "--approve"]);
      return id as string;
    };
    const [hers, theirs] = [await tokenOf(HERS), await tokenOf(THEIRS)];
    const processes = [0, 1].map((n) => {
      const kv = createFaultyKv(desk.kv, { clock, fraction, latencyMs: 3 });
      const env = { kv, clock, log: keptLog(), random: createPrng(seed + round * 10 + n) };
      return { kv, recorder: openRecorder(env) };
    });
    let used = 0;
    const step = async () => {
      for (const { kv, recorder } of processes) {
        if (fraction() < 0.05) kv.nextCommits.push("reply_lost");
        if (fraction() < 0.02) kv.nextCommits.push({ lateMs: 300 });
        for (let n = 0; n < USES_A_STEP; n++) {
          const [id, [name, email, ip]] = fraction() < 0.5 ? [hers, HERS] : [theirs, THEIRS];
          const use = { at: clock.now(), token_id: id, name, email, ip };
          void recorder.record(sampleUse({ ...use, endpoint: `/api/groupa/news/${used++}` }));
        }
      }
      await clock.advance(STEP_MS);
    };
    for (let ms = 0; ms < 500; ms += STEP_MS) await step();
    const away = processes[1]!.kv;
    away.outOfReach = true;
    const forgetAt = fraction() * AWAY_MS;
    let forgotten: Promise<unknown> | undefined;
    for (let ms = 0; ms < AWAY_MS; ms += STEP_MS) {
      if (ms >= forgetAt) forgotten ??= desk.run(["token", "forget", hers]);
      await step();
    }
    away.outOfReach = false;
    while (processes.some(({ recorder }) => recorder.state().backlog > 0)) {
      await clock.advance(100);
    }
    await forgotten;
    assert.deepEqual(await tracesOf(desk.kv, HERS), []);
    const numbers = new Set<string>();
    for await (const { token_id, name, endpoint, forgotten, count } of exportUses(desk.kv)) {
      assert.deepEqual([name, forgotten], token_id === hers ? ["", true] : [THEIRS[0], undefined]);
      assert.ok(!numbers.has(endpoint) && count === undefined);
      numbers.add(endpoint);
    }
    assert.equal(numbers.size, used);
    assert.equal((await countEntries(desk.kv)).uses, used);
  }
});
