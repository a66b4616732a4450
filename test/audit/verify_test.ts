import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Kv, KvEntry, KvWrite } from "../../src/platform/kv.ts";
import { createAppender } from "../../src/audit/record/appender.ts";
import { createChain, type Head } from "../../src/audit/record/chain.ts";
import {
  AUDIT_ANCHOR,
  AUDIT_CHUNKS,
  AUDIT_HEAD,
  auditChunkKey,
  auditCursorKey,
} from "../../src/platform/store_keys.ts";
import { CURSOR_START } from "../../src/audit/delivery/cursor.ts";
import { newUse } from "../../src/audit/entries/use.ts";
import { verifyRecord, type VerifyResult } from "../../src/audit/record/verify.ts";
import { dropOldUses } from "../../src/audit/audit.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { PEPPER, sampleUse, START_MS } from "./sample_use.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";

const chain = createChain(PEPPER);

/** A record of `sizes.length` chunks; gives the head after each. */
async function recordOf(sizes: readonly number[], everyMs = 1_000, from = START_MS) {
  const kv = createMemoryKv();
  const clock = createManualClock(START_MS);
  const appender = createAppender({ kv, clock, random: createPrng(1), chain });
  const heads: Head[] = [];
  let number = 0;
  for (const size of sizes) {
    const texts = Array.from({ length: size }, () => {
      const at = from + number++ * everyMs;
      return newUse(sampleUse({ at, endpoint: `/api/groupa/news/${number}` }));
    });
    heads.push(await appender.land(appender.batch(texts)));
  }
  return { kv, clock, heads };
}

async function told(kv: Kv, sink: string, { seq, link }: Head): Promise<void> {
  const seal = chain.seal("told", sink, seq, link);
  const cursor = { ...CURSOR_START, told: seq, head: link, seal };
  await kv.commit([], [{ set: auditCursorKey(sink), value: cursor }]);
}

type Lines = string[];
const decode = (entry: KvEntry<Uint8Array>): Lines =>
  new TextDecoder().decode(entry.value!).split("\n");
const encode = (lines: Lines): Uint8Array => new TextEncoder().encode(lines.join("\n"));

function assertNames(verdict: VerifyResult, places: readonly number[], what: string): void {
  assert.equal(verdict.ok, false, `${what} was not found`);
  const named = verdict.flaws.map(({ seq }) => seq);
  assert.ok(named.some((seq) => places.includes(seq)), `${what}: named ${named}, not ${places}`);
  assert.match(verdict.message, /(use|entry) \d+: /);
}

Deno.test("verifyRecord() finds a whole record whole, and counts its uses", async () => {
  const empty = await verifyRecord(createMemoryKv(), PEPPER);
  assert.deepEqual([empty.ok, empty.uses], [true, 0]);
  const { kv, heads } = await recordOf([1, 5, 700, 3]);
  await told(kv, "discord", heads[1]!);
  const verdict = await verifyRecord(kv, PEPPER, { heads });
  assert.deepEqual(
    [verdict.ok, verdict.uses, verdict.head],
    [true, 709, heads[3]],
    verdict.message,
  );
});

Deno.test("verifyRecord() finds nothing whole under another pepper", async () => {
  const { kv } = await recordOf([2]);
  assertNames(await verifyRecord(kv, "another pepper"), [1], "another pepper");
});

/** Each tampers with a record of uses 1 to 60 in 12 chunks of 5, and says which places may be named. */
const TAMPERINGS: Record<string, (kv: Kv, chance: () => number) => Promise<number[]>> = {
  async "an edited use"(kv, chance) {
    const seq = 1 + Math.floor(chance() * 60);
    await change(kv, seq, (lines, index) => {
      lines[index] = lines[index]!.replace('"GET"', '"PUT"');
    });
    return [seq];
  },
  async "an edited use with a link of its own making"(kv, chance) {
    const seq = 1 + Math.floor(chance() * 60);
    const forger = createChain("guessed");
    await change(kv, seq, (lines, index) => {
      const [, linked] = split(lines[index]!);
      const edited = linked.replace('"GET"', '"PUT"');
      lines[index] = `${forger.link(split(lines[index - 1]!)[0], edited)} ${edited}`;
    });
    return [seq];
  },
  async "a flipped byte"(kv, chance) {
    const seq = 1 + Math.floor(chance() * 60);
    await change(kv, seq, (lines, index) => {
      const line = lines[index]!;
      const at = Math.floor(chance() * line.length);
      lines[index] = line.slice(0, at) + (line[at] === "x" ? "y" : "x") + line.slice(at + 1);
    });
    // A line that no longer reads makes its whole part unreadable.
    return [seq, firstOf(seq)];
  },
  async "a use of another record of the same pepper, under its number"(kv, chance) {
    const other = await recordOf(Array(12).fill(5), 1_000, START_MS + 1);
    const seq = firstOf(1 + Math.floor(chance() * 60)) + Math.floor(chance() * 4);
    const theirs = decode(await other.kv.get(auditChunkKey(firstOf(seq))));
    await change(kv, seq, (lines, index) => void (lines[index] = theirs[index]!));
    // The first use of any record of the pepper follows the start: the second shows that it is another.
    return seq === 1 ? [1, 2] : [seq];
  },
  async "a deleted use"(kv, chance) {
    const seq = 1 + Math.floor(chance() * 60);
    await change(kv, seq, (lines, index) => void lines.splice(index, 1));
    return [seq];
  },
  async "a deleted use with a header that hides it"(kv, chance) {
    const seq = 1 + Math.floor(chance() * 60);
    await change(kv, seq, (lines, index) => {
      lines.splice(index, 1);
      lines[0] = lines[0]!.replace('"count":5', '"count":4');
    });
    return [seq, firstOf(seq)];
  },
  async "two uses that changed places"(kv, chance) {
    const seq = firstOf(1 + Math.floor(chance() * 60)) + Math.floor(chance() * 4);
    await change(kv, seq, (lines, index) => {
      [lines[index], lines[index + 1]] = [lines[index + 1]!, lines[index]!];
    });
    return [seq, seq + 1];
  },
  async "two uses that changed places under their numbers"(kv, chance) {
    const seq = firstOf(1 + Math.floor(chance() * 60)) + Math.floor(chance() * 4);
    await change(kv, seq, (lines, index) => {
      const [one, other] = [lines[index]!, lines[index + 1]!];
      const text = (line: string) => line.slice(line.indexOf("["));
      lines[index] = one.slice(0, one.indexOf("[")) + text(other);
      lines[index + 1] = other.slice(0, other.indexOf("[")) + text(one);
    });
    return [seq, seq + 1];
  },
  async "a deleted part"(kv, chance) {
    const first = firstOf(1 + Math.floor(chance() * 60));
    await kv.commit([], [{ delete: auditChunkKey(first) }]);
    return [first];
  },
  async "two parts that changed places"(kv, chance) {
    const first = firstOf(1 + Math.floor(chance() * 55));
    const [one, other] = await kv.getMany([auditChunkKey(first), auditChunkKey(first + 5)]);
    await kv.commit([], [
      { set: auditChunkKey(first), value: other!.value },
      { set: auditChunkKey(first + 5), value: one!.value },
    ]);
    return [first, first + 5];
  },
  async "a part put in twice"(kv, chance) {
    const first = firstOf(1 + Math.floor(chance() * 60));
    const { value } = await kv.get(auditChunkKey(first));
    const place = first + 1 + Math.floor(chance() * 3);
    await kv.commit([], [{ set: auditChunkKey(place), value }]);
    return [first, place];
  },
  async "an end that was cut off"(kv, chance) {
    const first = firstOf(1 + Math.floor(chance() * 60));
    await cutFrom(kv, first);
    return [first];
  },
  async "an end that was cut off, with an older head put back"(kv, chance) {
    const first = firstOf(6 + Math.floor(chance() * 55));
    await cutFrom(kv, first);
    await putHeadBack(kv, first - 1);
    return [first];
  },
  async "an older head put back"(kv, chance) {
    await putHeadBack(kv, 1 + Math.floor(chance() * 59));
    return [60];
  },
  async "a head put back by one entry"(kv) {
    await putHeadBack(kv, 59);
    return [60];
  },
  async "a use added at the end"(kv) {
    const link = "B".repeat(22);
    const header = JSON.stringify({ v: 1, id: "x", first: 61, count: 1, previous: link });
    const lines = [`${link} ${header}`, `${link} 61 ${newUse(sampleUse()).line(0)}`];
    await kv.commit([], [{ set: auditChunkKey(61), value: encode(lines) }]);
    return [61];
  },
  async "a beginning that was cut off"(kv, chance) {
    const first = firstOf(6 + Math.floor(chance() * 54));
    for (let at = 1; at < first; at += 5) await kv.commit([], [{ delete: auditChunkKey(at) }]);
    return [1];
  },
  async "a beginning that was cut off, with a false note of retention"(kv, chance) {
    const first = firstOf(6 + Math.floor(chance() * 54));
    for (let at = 1; at < first; at += 5) await kv.commit([], [{ delete: auditChunkKey(at) }]);
    const { previous } = JSON.parse(split(decode(await kv.get(auditChunkKey(first)))[0]!)[1]);
    const value = { seq: first - 1, link: previous, at: START_MS, seal: "A".repeat(22) };
    await kv.commit([], [{ set: AUDIT_ANCHOR, value }]);
    return [1, first - 1];
  },
};

/** The one forgery that only a head told to the chat betrays; the others are found without. */
const NEEDS_CHAT = "an end that was cut off, with an older head put back";

const firstOf = (seq: number) => seq - (seq - 1) % 5;
const split = (line: string): [string, string] => [line.slice(0, 22), line.slice(23)];

async function change(kv: Kv, seq: number, edit: (lines: Lines, index: number) => void) {
  const first = firstOf(seq);
  const lines = decode(await kv.get(auditChunkKey(first)));
  edit(lines, seq - first + 1);
  await kv.commit([], [{ set: auditChunkKey(first), value: encode(lines) }]);
}

/** The best forgery there is: a head as it once was, from a copy of the store. */
async function putHeadBack(kv: Kv, seq: number): Promise<void> {
  const lines = decode(await kv.get(auditChunkKey(firstOf(seq))));
  const [link] = split(lines[seq - firstOf(seq) + 1]!);
  const value = { seq, link, seal: chain.seal("head", seq, link) };
  await kv.commit([], [{ set: AUDIT_HEAD, value }]);
}

async function cutFrom(kv: Kv, first: number): Promise<void> {
  const later = await kv.list(AUDIT_CHUNKS, { after: auditChunkKey(first - 1) });
  await kv.commit([], later.map(({ key }): KvWrite => ({ delete: key })));
}

const ROUNDS = sizeOf({ default: 8, full: 1_000 });

Deno.test(`verifyRecord() finds ${ROUNDS} of ${ROUNDS} of every kind of tampering, and names the place`, async () => {
  const { fraction } = createPrng(testSeed());
  let found = 0;
  for (const [what, tamper] of Object.entries(TAMPERINGS)) {
    for (let round = 0; round < ROUNDS; round++) {
      const { kv, heads } = await recordOf(Array(12).fill(5));
      if (round % 2 === 0 || what === NEEDS_CHAT) await told(kv, "discord", heads.at(-1)!);
      assert.equal((await verifyRecord(kv, PEPPER)).ok, true);
      const places = await tamper(kv, fraction);
      assertNames(await verifyRecord(kv, PEPPER), places, what);
      found++;
    }
  }
  assert.equal(found, ROUNDS * Object.keys(TAMPERINGS).length);
});

Deno.test("verifyRecord() finds what the chat's footers know, even when all notes are gone", async () => {
  const { kv, heads } = await recordOf([5, 5, 5]);
  await cutFrom(kv, 6);
  await kv.commit([], [{ delete: AUDIT_HEAD }]);
  const { seq, link } = heads[0]!;
  const value = { seq, link, seal: chain.seal("head", seq, link) };
  await kv.commit([], [{ set: AUDIT_HEAD, value }]);
  assert.equal((await verifyRecord(kv, PEPPER)).ok, true);
  assertNames(await verifyRecord(kv, PEPPER, { heads: [heads[2]!] }), [6], "a cut end");
  const other = { seq: 3, link: "C".repeat(22) };
  assertNames(await verifyRecord(kv, PEPPER, { heads: [other] }), [3], "another history");
});

Deno.test("verifyRecord() says that the chat was told of an entry that is missing", async () => {
  const { kv, heads } = await recordOf([3, 2]);
  await change(kv, 3, (lines, index) => void lines.splice(index, 1));
  const { flaws } = await verifyRecord(kv, PEPPER, { heads: [heads[0]!] });
  const message = "it is missing, and the chat was told of it";
  assert.ok(flaws.some((flaw) => flaw.seq === 3 && flaw.message === message), inspect(flaws));
});

Deno.test("verifyRecord() finds a false note of what was told", async () => {
  const { kv, heads } = await recordOf([5]);
  const cursor = { ...CURSOR_START, told: 5, head: heads[0]!.link, seal: "D".repeat(22) };
  await kv.commit([], [{ set: auditCursorKey("discord"), value: cursor }]);
  assertNames(await verifyRecord(kv, PEPPER), [5], "a false note");
});

Deno.test("verifyRecord() holds while the service goes on recording and retention drops", async () => {
  const { kv, clock } = await recordOf(Array(80).fill(3), 86_400_000 / 3);
  await clock.advance(100 * 86_400_000);
  const appender = createAppender({ kv, clock, random: createPrng(2), chain });
  let listed = 0;
  const busy: Kv = {
    ...kv,
    async list(prefix, options) {
      const page = await kv.list(prefix, options);
      if (prefix === AUDIT_CHUNKS) {
        const at = clock.now();
        await appender.land(appender.batch([newUse(sampleUse({ at }))]));
        if (listed++ === 0) await dropOldUses({ kv, clock, pepper: PEPPER, days: 60 });
      }
      return page as never;
    },
  };
  const verdict = await verifyRecord(busy, PEPPER);
  assert.equal(verdict.ok, true, verdict.message);
  assert.ok(listed >= 4, `${listed} pages read: the beginning was not dropped under its eyes`);
});
