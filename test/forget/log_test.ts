import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { actEntry, type Entry, OWNER, subjectOf } from "../../src/audit/entries.ts";
import { exportEntries } from "../../src/audit/read.ts";
import { forgottenMarks, openUseLog, type UseLog } from "../../src/audit/use_log.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { sampleUse, START_MS } from "../audit/sample_use.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createPrng } from "../support/prng.ts";
import { tracesIn, tracesInStore } from "./traces.ts";
import { createChatHarness, usesIn } from "../audit/chat_harness.ts";

const FANS = { token_id: "t_fans", name: "Forum Penggemar", email: "ops@fans.example" };
const CLUB = { token_id: "t_club", name: "Klub Sahabat", email: "klub@fans.example" };
const OF_FANS = [FANS.name, FANS.email, "203.0.113.7"];

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
  assert.ok((await tracesInStore(kv, OF_FANS)).length > 0);
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
  assert.deepEqual(await tracesInStore(kv, OF_FANS), []);
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

const SECOND_MS = 1_000;
type Harness = ReturnType<typeof createChatHarness>;

/** What `token forget` commits; `isBlanked`: it has come to its end too. */
async function forget({ kv, clock }: Harness, id: string, isBlanked: boolean): Promise<void> {
  const log = openUseLog({ kv, clock, random: createPrng(5), auditDays: 90 });
  const act = { at: START_MS, by: "local", ip: null, command: "token forget", subject: id };
  const entry = actEntry({ ...act, before: null, after: null });
  await log.batch([entry], { writes: forgottenMarks(id) }).append();
  if (isBlanked) await log.blank([id]);
}

Deno.test("what waits for a sink goes without who was forgotten, with the numbers that it had", async () => {
  await using harness = createChatHarness();
  const { clock } = harness;
  const posted: string[] = [];
  let isAway = true;
  const net = {
    fetch: (_url: string, init?: RequestInit) => {
      if (isAway) return Promise.reject(new TypeError("connection refused"));
      posted.push(String(init?.body));
      return Promise.resolve(new Response());
    },
  };
  const sinkSecret = `whsec_${btoa("a secret of 24 bytes, or more")}`;
  const process = harness.start({ net, to: { sinkUrl: "https://sink.example/", sinkSecret } });
  await harness.use(process, 5, FANS);
  await harness.use(process, 5, CLUB);
  await clock.advance(10 * SECOND_MS);
  await forget(harness, FANS.token_id, true);
  isAway = false;
  await clock.advance(60 * SECOND_MS);
  const uses = posted.flatMap((body) => JSON.parse(body).data.uses);
  assert.deepEqual(uses.map(({ seq }) => seq), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(uses.filter(({ name }) => name === CLUB.name).length, 5);
  for (const use of uses.filter(({ token_id }) => token_id === FANS.token_id)) {
    assert.deepEqual([use.name, use.email, use.ip, use.forgotten], ["", "", "", true]);
  }
  assert.deepEqual(tracesIn(Buffer.from(posted.join()), [FANS.name, FANS.email]), []);
  await process.outbox.close();
});

Deno.test("a message that is tried again goes without who was forgotten meanwhile, before her entries are blanked", async () => {
  await using harness = createChatHarness();
  const { clock, discord } = harness;
  const process = harness.start();
  discord.always("500");
  await harness.use(process, 1, FANS);
  await clock.advance(3 * SECOND_MS);
  assert.ok(discord.posts.length > 0);
  for (let n = 0; n < 30; n++) {
    await harness.use(process, 1, n % 3 === 0 ? CLUB : FANS);
    await clock.advance(SECOND_MS);
  }
  await forget(harness, FANS.token_id, false);
  discord.always("ok");
  await clock.advance(300 * SECOND_MS);
  const bytes = Buffer.from(JSON.stringify(discord.messages));
  assert.deepEqual(tracesIn(bytes, [FANS.name, FANS.email]), []);
  assert.ok(tracesIn(bytes, [CLUB.name]).length > 0);
  assert.equal(discord.messages.reduce((sum, message) => sum + usesIn(message), 0), 31);
  assert.deepEqual(discord.faults, []);
  await process.outbox.close();
});
