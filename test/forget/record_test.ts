import assert from "node:assert/strict";
import { createAppender } from "../../src/audit/record/appender.ts";
import { createChain } from "../../src/audit/record/chain.ts";
import { createRecorder } from "../../src/audit/record/recorder.ts";
import { dropOldUses } from "../../src/audit/audit.ts";
import { tailEntries } from "../../src/audit/record/read_record.ts";
import { verifyRecord } from "../../src/audit/record/verify.ts";
import { newUse } from "../../src/audit/entries/use.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import type { Kv } from "../../src/platform/kv.ts";
import {
  auditChunkKey,
  FORGOTTEN_REVISION,
  forgottenKey,
  personKey,
  personPrefix,
} from "../../src/platform/store_keys.ts";
import { keptLog, PEPPER, sampleUse, START_MS } from "../audit/sample_use.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng } from "../support/prng.ts";
import { putForgettingOnRecord } from "./forgetting.ts";
import { bytesOf, tracesIn } from "./traces.ts";

const FANS = { token_id: "t_fans", name: "Forum Penggemar", email: "ops@fans.example" };
const CLUB = { token_id: "t_club", name: "Klub Sahabat", email: "klub@fans.example" };
const OF_FANS = [FANS.name, FANS.email, "203.0.113.7"];

/** Records of four chunks: uses of two tokens, from two addresses each. */
async function recordOfTwo(kv: Kv): Promise<void> {
  const clock = createManualClock(START_MS);
  const chain = createChain(PEPPER);
  const appender = createAppender({ kv, clock, random: createPrng(1), chain });
  for (let chunk = 0; chunk < 4; chunk++) {
    const entries = [1, 2, 3, 4, 5, 6].map((n) => {
      const who = n % 2 === 0 ? FANS : CLUB;
      const ip = n < 4 ? "203.0.113.7" : "203.0.113.8";
      return newUse(sampleUse({ ...who, ip, at: START_MS + chunk * 60_000 + n }));
    });
    await appender.land(appender.batch(entries));
  }
}

async function deleteValues(kv: Kv, id: string): Promise<void> {
  const values = await kv.list(personPrefix(id));
  assert.ok(values.length > 0);
  await kv.commit([], values.map(({ key }) => ({ delete: key })));
}

async function tracesOf(kv: Kv, texts: readonly string[]): Promise<string[]> {
  const entries = await kv.list([]);
  return entries.flatMap(({ key, value }) =>
    tracesIn(bytesOf(value), texts).map((trace) => `${JSON.stringify(key)}: ${trace}`)
  );
}

Deno.test("each chunk has one value for each token, and the chain holds nothing of it", async () => {
  const kv = createMemoryKv();
  await recordOfTwo(kv);
  assert.equal((await kv.list(personPrefix(FANS.token_id))).length, 4);
  assert.equal((await kv.list(["person"])).length, 8);
  const places = await tracesOf(kv, OF_FANS);
  assert.ok(places.length > 0);
  assert.ok(places.every((place) => place.startsWith('["person","t_')), places.join("\n"));
  const uses = await tailEntries(kv, { limit: 100 });
  assert.equal(uses.length, 24);
  for (const entry of uses) {
    assert.ok(entry.kind === "use" && !("forgotten" in entry));
    const who = entry.token_id === FANS.token_id ? FANS : CLUB;
    assert.deepEqual([entry.name, entry.email], [who.name, who.email]);
    const n = new Date(entry.at).getUTCMilliseconds();
    assert.equal(entry.ip, n < 4 ? "203.0.113.7" : "203.0.113.8");
  }
});

Deno.test("verify counts what was forgotten, and the chain is whole", async () => {
  const kv = createMemoryKv();
  await recordOfTwo(kv);
  const before = await verifyRecord(kv, PEPPER);
  assert.deepEqual([before.ok, before.uses, before.forgotten], [true, 24, 0]);
  await putForgettingOnRecord(kv, FANS.token_id);
  // Not shown any more, although the values are still there.
  const uses = await tailEntries(kv, { limit: 100, kind: "use" });
  const named = uses.filter((use) => use.kind === "use" && use.name !== "");
  assert.equal(named.length, 12);
  await deleteValues(kv, FANS.token_id);
  const after = await verifyRecord(kv, PEPPER);
  assert.deepEqual([after.ok, after.uses, after.admin, after.forgotten], [true, 24, 1, 12]);
  assert.match(after.message, /12 of them of persons who were forgotten/);
  assert.deepEqual(await tracesOf(kv, [FANS.name, FANS.email]), []);
});

/** What is done to a record in which somebody was forgotten, and which place is then named. */
const TAMPERING: Record<string, (kv: Kv) => Promise<number>> = {
  async "values deleted without forgetting"(kv) {
    await deleteValues(kv, CLUB.token_id);
    return 1;
  },
  async "one value deleted"(kv) {
    await kv.commit([], [{ delete: personKey(CLUB.token_id, 13) }]);
    return 13;
  },
  async "values deleted, and a mark set without an entry"(kv) {
    await deleteValues(kv, CLUB.token_id);
    await kv.commit([], [
      { set: forgottenKey(CLUB.token_id), value: true },
      { set: FORGOTTEN_REVISION, value: CLUB.token_id },
    ]);
    return 1;
  },
  async "a name changed"(kv) {
    const key = personKey(CLUB.token_id, 7);
    const { value } = await kv.get<Uint8Array>(key);
    await kv.commit([], [{ set: key, value: value!.with(25, value![25]! ^ 1) }]);
    return 7;
  },
  async "a salt changed"(kv) {
    const key = personKey(CLUB.token_id, 7);
    const { value } = await kv.get<Uint8Array>(key);
    await kv.commit([], [{ set: key, value: value!.with(0, value![0]! ^ 1) }]);
    return 7;
  },
  async "one chunk's value put beside another"(kv) {
    const { value } = await kv.get<Uint8Array>(personKey(CLUB.token_id, 7));
    await kv.commit([], [{ set: personKey(CLUB.token_id, 13), value }]);
    return 13;
  },
  async "a commitment changed"(kv) {
    const { value } = await kv.get<Uint8Array>(auditChunkKey(7));
    const text = new TextDecoder().decode(value!);
    const edited = text.replace(/"t_club","./, (found) => found.slice(0, -1) + "~");
    assert.notEqual(edited, text);
    await kv.commit([], [{ set: auditChunkKey(7), value: new TextEncoder().encode(edited) }]);
    return 7;
  },
  async "an entry made to name nobody"(kv) {
    const { value } = await kv.get<Uint8Array>(auditChunkKey(7));
    const text = new TextDecoder().decode(value!);
    const edited = text.replace(/,0\]$/m, ",null]");
    assert.notEqual(edited, text);
    await kv.commit([], [{ set: auditChunkKey(7), value: new TextEncoder().encode(edited) }]);
    return 7;
  },
  async "the entry that forgets made to be about another"(kv) {
    const { value } = await kv.get<Uint8Array>(auditChunkKey(25));
    const text = new TextDecoder().decode(value!).replace(FANS.token_id, CLUB.token_id);
    await kv.commit([], [{ set: auditChunkKey(25), value: new TextEncoder().encode(text) }]);
    await deleteValues(kv, CLUB.token_id);
    return 25;
  },
};

for (const [what, tamper] of Object.entries(TAMPERING)) {
  Deno.test(`verify finds ${what}`, async () => {
    const kv = createMemoryKv();
    await recordOfTwo(kv);
    await putForgettingOnRecord(kv, FANS.token_id);
    await deleteValues(kv, FANS.token_id);
    assert.equal((await verifyRecord(kv, PEPPER)).ok, true);
    const place = await tamper(kv);
    const verdict = await verifyRecord(kv, PEPPER);
    assert.equal(verdict.ok, false);
    const named = verdict.flaws.map(({ seq }) => seq);
    assert.ok(named.includes(place), `named ${named}, not ${place}`);
  });
}

Deno.test("retention drops what lies beside a chunk with it, and nothing else", async () => {
  const kv = createMemoryKv();
  await recordOfTwo(kv);
  const clock = createManualClock(START_MS + 86_400_000 + 90_000);
  assert.equal(await dropOldUses({ kv, clock, pepper: PEPPER, days: 1 }), 12);
  const left = (await kv.list(["person"])).map(({ key }) => key.at(-1));
  assert.deepEqual(left.sort(), [13, 13, 19, 19]);
  assert.equal((await verifyRecord(kv, PEPPER)).ok, true);
  clock.set(clock.now() + 86_400_000);
  await dropOldUses({ kv, clock, pepper: PEPPER, days: 1 });
  assert.deepEqual(await kv.list(["person"]), []);
});

Deno.test("a process that does not know yet puts nothing of a forgotten person on record", async () => {
  const shared = createMemoryKv();
  const kv = createFaultyKv(shared);
  const clock = createManualClock(START_MS);
  const deps = { kv, clock, log: keptLog(), random: createPrng(3), pepper: PEPPER };
  const recorder = createRecorder(deps);
  const use = () => recorder.record(sampleUse({ ...FANS, at: clock.now() }));
  const first = use();
  await clock.advance(10);
  await first;
  // It remembers the record's end, and the token as one that nobody has forgotten.
  await putForgettingOnRecord(shared, FANS.token_id);
  await deleteValues(shared, FANS.token_id);
  const second = use();
  await clock.advance(2_000);
  await second;
  // What waited while the store was away is put on record without the name too.
  kv.outOfReach = true;
  const third = use();
  const other = recorder.record(sampleUse({ ...CLUB, at: clock.now() }));
  await clock.advance(1_000);
  await third;
  await other;
  await putForgettingOnRecord(shared, CLUB.token_id);
  kv.outOfReach = false;
  await clock.advance(10_000);
  assert.deepEqual(await shared.list(["person"]), []);
  assert.deepEqual(await tracesOf(shared, [...OF_FANS, CLUB.name, CLUB.email]), []);
  const verdict = await verifyRecord(shared, PEPPER);
  assert.deepEqual([verdict.ok, verdict.uses, verdict.forgotten], [true, 4, 4]);
});

Deno.test("uses of many tokens at once go on record in as many commits as the store takes", async () => {
  const kv = await openDenoKv(":memory:");
  const clock = createManualClock(START_MS);
  const deps = { kv, clock, log: keptLog(), random: createPrng(3), pepper: PEPPER };
  const recorder = createRecorder(deps);
  const answers = Array.from(
    { length: 2_500 },
    (_, n) => recorder.record(sampleUse({ token_id: `t_${n % 700}`, at: clock.now() })),
  );
  let isDone = false;
  void Promise.all(answers).then(() => isDone = true);
  while (!isDone) {
    await clock.advance(10);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const verdict = await verifyRecord(kv, PEPPER);
  assert.deepEqual([verdict.ok, verdict.uses, verdict.forgotten], [true, 2_500, 0]);
  kv.close();
});
