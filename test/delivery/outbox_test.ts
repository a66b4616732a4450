import assert from "node:assert/strict";
import { cursorAt, outboxKey } from "../../src/delivery/cursor.ts";
import type { Endpoint, Sent, Source } from "../../src/delivery/endpoint.ts";
import { createOutbox, sourceOf } from "../../src/delivery/outbox.ts";
import { openLog } from "../../src/events/entry_log.ts";
import { type Clock, sleep } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createMovedKv } from "../store/moved_kv.ts";
import { createPrng, type Prng } from "../support/prng.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { sizeOf } from "../support/size.ts";

const START = Date.parse("2026-07-04T12:00:00Z");
const HISTORIES = sizeOf({ default: 60, full: 6_000 });
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Entry {
  readonly subject: string;
  readonly n: number;
}

/** One send, as the address saw it. */
interface Seen {
  readonly at: number;
  readonly seqs: readonly number[];
  readonly attempt: number;
  readonly sent: Sent;
}

/** Who is sent more than this is sent the same without end: it answers no more, so that the test does end. */
const MOST_SENDS = 20_000;

type Answer = (seqs: readonly number[], attempt: number) => Sent | Promise<Sent>;

const OK: Sent = { kind: "sent" };
const LATER: Sent = { kind: "later", reason: "status 500" };
const GONE: Sent = { kind: "gone", reason: "status 410" };
const WAITS_MS = [5 * SECOND, 30 * SECOND, 120 * SECOND];

function setting(seed = 1) {
  const clock = createManualClock(START);
  const kv = createMemoryKv(clock);
  const prng = createPrng(seed);
  const log = createQuietLog();
  const env = { kv, clock, random: prng, log };
  const entries = openLog<Entry>(env, { name: "post", lifeMs: 15 * DAY });
  const source = sourceOf(entries);
  return { ...env, env, entries, source, prng };
}

function address(
  source: Source<Entry>,
  clock: { now(): number },
  answer: Answer,
  more: Partial<Endpoint<Entry>> = {},
) {
  const seen: Seen[] = [];
  const endpoint: Endpoint<Entry> = {
    id: "address 1",
    source,
    subjectOf: ({ subject }) => subject === "nobody's" ? undefined : subject,
    waitMs: (failures) => WAITS_MS[failures - 1],
    async send(entries, attempt) {
      const seqs = entries.map(({ seq }) => seq);
      const at = clock.now();
      if (seen.length > MOST_SENDS) return await new Promise(() => {});
      const sent = await answer(seqs, attempt);
      seen.push({ at, seqs, attempt, sent });
      return sent;
    },
    ...more,
  };
  return { endpoint, seen };
}

/** An outbox at work with one address, which answers so. */
function opened(answer: Answer, more: Partial<Endpoint<Entry>> = {}) {
  const all = setting();
  const { endpoint, seen } = address(all.source, all.clock, answer, more);
  const outbox = createOutbox(all.env, () => [endpoint]);
  outbox.wake();
  const sent = () => seen.filter(({ sent }) => sent.kind === "sent").map(({ seqs }) => seqs[0]);
  return { ...all, seen, sent, outbox, [Symbol.asyncDispose]: outbox.close };
}

/** An answer that takes its time. */
const after = (clock: Clock, ms: number, sent: Sent): Answer => () =>
  sleep(clock, ms).then(() => sent);

function values(...subjects: string[]): Entry[] {
  return subjects.map((subject, n) => ({ subject, n }));
}

Deno.test("the outbox sends each entry once, and writes nothing for what is not for an address", async () => {
  await using app = opened(() => OK);
  const { entries, clock, kv, seen, outbox } = app;
  await entries.append(values("nobody's", "nobody's"));
  await clock.advance(60 * SECOND);
  assert.equal((await kv.get(outboxKey("address 1"))).version, null);
  await entries.append(values("a", "b", "nobody's", "a"));
  await clock.advance(SECOND);
  assert.deepEqual(seen.map(({ seqs }) => seqs[0]).sort(), [3, 4, 6]);
  const { version } = await kv.get(outboxKey("address 1"));
  await clock.advance(HOUR);
  assert.equal((await kv.get(outboxKey("address 1"))).version, version);
  assert.deepEqual(outbox.state("address 1"), { waiting: 0, state: "ok" });
});

Deno.test("what is not for an address is not read again by each process that starts", async () => {
  const { env, entries, clock } = setting();
  for (let n = 0; n < 30; n++) await entries.append(values(...Array(500).fill("nobody's")));
  const reads = { count: 0 };
  const kv: Kv = { ...env.kv, list: (...args) => (reads.count++, env.kv.list(...args)) };
  const source = sourceOf(openLog<Entry>({ ...env, kv }, { name: "post", lifeMs: 15 * DAY }));
  const { endpoint, seen } = address(source, clock, () => OK);
  for (const subject of ["nobody's", "a"]) {
    reads.count = 0;
    const outbox = createOutbox(env, () => [endpoint]);
    outbox.wake();
    await entries.append(values(subject));
    await clock.advance(5 * SECOND);
    await outbox.close();
  }
  assert.deepEqual(seen.map(({ seqs }) => seqs), [[15_002]]);
  assert.ok(reads.count < 15, `${reads.count} reads`);
});

Deno.test("entries of a subject wait for those before them; other subjects do not", async () => {
  let isBroken = true;
  await using app = opened(([seq]) => isBroken && seq === 1 ? LATER : OK);
  const { entries, clock, sent } = app;
  await entries.append(values("a", "a", "b"));
  await clock.advance(2 * SECOND);
  assert.deepEqual(sent(), [3]);
  isBroken = false;
  await clock.advance(10 * SECOND);
  assert.deepEqual(sent(), [3, 1, 2]);
});

Deno.test("attempts wait longer each time, obey what the address asks for, and end", async () => {
  const asked: Sent = { kind: "later", reason: "status 503", waitMs: 600 * SECOND };
  await using app = opened((_, attempt) => attempt === 2 ? asked : LATER);
  const { entries, clock, seen } = app;
  await entries.append(values("a"));
  await clock.advance(2 * HOUR);
  const waits = seen.map(({ at }, n) => n === 0 ? 0 : Math.floor((at - seen[n - 1]!.at) / SECOND));
  assert.deepEqual(waits, [0, 5, 600, 120]);
  assert.deepEqual(seen.map(({ attempt }) => attempt), [1, 2, 3, 4]);
});

Deno.test("an address that is gone, or without a success for days, is sent nothing more", async () => {
  for (const [answer, why] of [[GONE, "gone"], [LATER, "failing"]] as const) {
    const off: string[] = [];
    await using app = opened(() => answer, {
      waitMs: () => HOUR,
      offAfterMs: 3 * DAY,
      off: (why) => void off.push(why),
    });
    const { entries, clock, seen, outbox } = app;
    await entries.append(values("a", "b"));
    await clock.advance(4 * DAY);
    assert.deepEqual(off, [why]);
    assert.equal(outbox.state("address 1").state, "stopped");
    const { length } = seen;
    await entries.append(values("c"));
    await clock.advance(DAY);
    assert.equal(seen.length, length);
  }
});

Deno.test("an address that leaves the list is sent nothing more, though much waits, until it is back", async () => {
  const { env, entries, source, clock } = setting();
  const { endpoint, seen } = address(source, clock, after(clock, SECOND, OK));
  let listed = [endpoint];
  const outbox = createOutbox(env, () => listed);
  outbox.wake();
  await entries.append(values(...Array<string>(8).fill("a")));
  await clock.advance(2.5 * SECOND);
  listed = [];
  await clock.advance(60 * SECOND);
  assert.deepEqual(seen.map(({ seqs }) => seqs[0]), [1, 2, 3]);
  listed = [endpoint];
  await clock.advance(60 * SECOND);
  assert.deepEqual(seen.map(({ seqs }) => seqs[0]), [1, 2, 3, 4, 5, 6, 7, 8]);
  await outbox.close();
});

Deno.test("what cannot be put on record as off is sent again, and put on record then", async () => {
  let isAway = true;
  let offs = 0;
  await using app = opened(() => GONE, {
    off() {
      offs++;
      return isAway ? Promise.reject(new Error("away")) : Promise.resolve();
    },
  });
  const { entries, clock, seen, outbox } = app;
  await entries.append(values("a"));
  await clock.advance(1.2 * SECOND);
  isAway = false;
  await clock.advance(60 * SECOND);
  const sends = seen.length;
  assert.ok(sends > 1 && offs === sends, `${offs} of ${sends}`);
  await clock.advance(HOUR);
  assert.deepEqual([seen.length, outbox.state("address 1").state], [sends, "stopped"]);
});

Deno.test("a batch keeps its bounds when it is sent again, and goes on where a part of it arrived", async () => {
  let fails = 1;
  await using app = opened(
    (seqs) => fails-- > 0 ? LATER : seqs.length > 3 ? { kind: "sent", through: seqs[2]! } : OK,
    { batch: 5, beginsAt: (waiting, begunAt) => begunAt + (waiting > 3 ? 60 : 2) * SECOND },
  );
  const { entries, clock, seen } = app;
  await entries.append(values("a", "b", "nobody's", "c", "d"));
  await clock.advance(SECOND);
  await entries.append(values("e", "f"));
  await clock.advance(3 * 60 * SECOND);
  assert.deepEqual(seen.map(({ seqs }) => seqs), [[1, 2, 4, 5], [1, 2, 4, 5], [5], [6, 7]]);
});

Deno.test("where a cursor is to be there first, its deletion sends nothing again", async () => {
  await using app = opened(() => OK, { begins: "never" });
  const { entries, clock, kv, sent } = app;
  await entries.append(values("a", "b"));
  await clock.advance(30 * SECOND);
  assert.deepEqual(sent(), []);
  await kv.commit([], [{ set: outboxKey("address 1"), value: cursorAt(1) }]);
  await entries.append(values("c"));
  await clock.advance(30 * SECOND);
  assert.deepEqual(sent(), [2, 3]);
});

Deno.test("32 dead addresses delay no other by more than 2 s, and a slow one its place for a second", async () => {
  const { env, entries, source, clock } = setting();
  const dead = Array.from(
    { length: 64 },
    (_, n) =>
      address(source, clock, after(clock, 10 * SECOND, LATER), { id: `dead ${n}` }).endpoint,
  );
  const { endpoint, seen } = address(source, clock, () => OK);
  const outbox = createOutbox(env, () => [...dead, endpoint]);
  outbox.wake();
  const sentAt: number[] = [];
  for (let n = 0; n < 20; n++) {
    sentAt.push(clock.now());
    await entries.append(values(`s${n}`));
    await clock.advance(15 * SECOND);
  }
  const delays = seen.map(({ at }, n) => at - sentAt[n]!);
  assert.equal(delays.length, 20);
  assert.ok(Math.max(...delays) <= 2_000 + 100, `${delays}`);
  await Promise.all([outbox.close(), clock.advance(5 * SECOND)]);
});

Deno.test("a send that fails by a fault of its own is one attempt, and has no other sent again", async () => {
  const { env, entries, source, clock, log } = setting();
  const { endpoint, seen } = address(source, clock, () => OK);
  const attempts: number[] = [];
  const faulty: Endpoint<Entry> = {
    ...endpoint,
    send(some, attempt, signal) {
      if (some[0]!.value.subject !== "a") return endpoint.send(some, attempt, signal);
      attempts.push(attempt);
      return Promise.reject(new TypeError("Invalid URL: 'https://secret.example/'"));
    },
  };
  const outbox = createOutbox(env, () => [faulty]);
  outbox.wake();
  await entries.append(values("a", "b", "c"));
  await clock.advance(HOUR);
  assert.deepEqual(seen.map(({ seqs }) => seqs[0]).sort(), [2, 3]);
  assert.deepEqual(attempts, [1, 2, 3, 4]);
  assert.ok(log.lines.some((line) => line.includes("address 1")), `${log.lines}`);
  assert.ok(!log.lines.some((line) => line.includes("secret")));
  await outbox.close();
});

Deno.test("a claim outlives the send that it is for, however long its entries were read for", async () => {
  const { env, entries, source, clock } = setting();
  let slowReads = 1;
  const slow: Source<Entry> = {
    ...source,
    async after(seq, limit) {
      if (limit === 1 && slowReads-- > 0) await sleep(clock, 8 * SECOND);
      return await source.after(seq, limit);
    },
  };
  const { endpoint, seen } = address(slow, clock, after(clock, 9.9 * SECOND, OK));
  const [one, other] = [0, 1].map(() => createOutbox(env, () => [endpoint]));
  one!.wake();
  await entries.append(values("a"));
  await clock.advance(9 * SECOND);
  other!.wake();
  await clock.advance(60 * SECOND);
  assert.equal(seen.length, 1);
  await Promise.all([one!.close(), other!.close()]);
});

Deno.test("of two processes that begin at once, the one whose claim comes second sends nothing", async () => {
  const { env, entries, source, clock } = setting();
  const { endpoint, seen } = address(source, clock, after(clock, 5 * SECOND, OK));
  const late: Kv = {
    ...env.kv,
    async commit(...change) {
      await sleep(clock, SECOND);
      return await env.kv.commit(...change);
    },
  };
  await entries.append(values("a"));
  const outboxes = [late, env.kv].map((kv) => createOutbox({ ...env, kv }, () => [endpoint]));
  for (const { wake } of outboxes) wake();
  await clock.advance(60 * SECOND);
  assert.deepEqual(seen.map(({ seqs }) => seqs[0]), [1]);
  await Promise.all(outboxes.map(({ close }) => close()));
});

Deno.test("what comes after a store has gone on in another database is sent, though its numbers were read", async () => {
  const { clock, env, prng } = setting();
  const [first, second] = [createMemoryKv(clock), createMemoryKv(clock)];
  const moved = createMovedKv(first);
  const logIn = (kv: Kv) =>
    openLog<Entry>({ kv, clock, random: prng }, { name: "post", lifeMs: DAY });
  const entries = logIn(moved.kv);
  const { endpoint, seen } = address(sourceOf(entries), clock, () => OK);
  const outbox = createOutbox({ ...env, kv: moved.kv }, () => [endpoint]);
  outbox.wake();
  // The other database lacks the last of them.
  await logIn(second).append(values("nobody's", "nobody's"));
  await entries.append(values(...Array<string>(5).fill("nobody's")));
  await clock.advance(30 * SECOND);
  moved.moveTo(second);
  await entries.append(values("a", "b", "c"));
  await clock.advance(30 * SECOND);
  assert.deepEqual(seen.map(({ seqs }) => seqs[0]).sort(), [3, 4, 5]);
  await outbox.close();
});

Deno.test("what waits fits into a value of the store, however long its subjects are", async () => {
  await using app = opened(() => OK);
  const { entries, clock, sent } = app;
  const subjects = Array.from({ length: 300 }, (_, n) => `${"生".repeat(250)} ${n}`);
  for (let n = 0; n < 300; n += 100) await entries.append(values(...subjects.slice(n, n + 100)));
  await clock.advance(30 * SECOND);
  assert.equal(new Set(sent()).size, 300);
});

/** A process of a history; once it is killed, nothing that it does is done. */
function processOf(
  shared: ReturnType<typeof setting>,
  endpoints: (isAlive: () => boolean) => Endpoint<unknown>[],
  prng: Prng,
) {
  let isAlive = true;
  let isAway = false;
  const never = () => new Promise<never>(() => {});
  const guarded =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) => async (...args: A) => {
      if (!isAlive) return await never();
      if (isAway) throw new Error("away");
      const result = await call(...args);
      if (!isAlive) return await never();
      // A reply is lost.
      if (prng.happens(0.03)) throw new Error("lost");
      return result;
    };
  const kv = {
    ...shared.kv,
    get: guarded(shared.kv.get),
    list: guarded(shared.kv.list),
    commit: guarded(shared.kv.commit),
  } as Kv;
  const outbox = createOutbox({ ...shared.env, kv, random: prng }, () => endpoints(() => isAlive));
  outbox.wake();
  return {
    kill: () => void (isAlive = false),
    away: (now: boolean) => void (isAway = now),
    close: () => isAlive ? outbox.close() : Promise.resolve(),
  };
}

Deno.test(`${HISTORIES} histories: each entry arrives, in order, whatever processes and stores do`, async () => {
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const shared = setting(seed);
    const { clock, prng, entries, source } = shared;
    const arrived = new Map<string, number[]>();
    const NAMES = ["a", "b", "c", "d", "e"];
    const make = (isAlive: () => boolean) =>
      NAMES.map((id) => {
        const batch = id === "e" ? { batch: 4, beginsAt: (_: number, at: number) => at + 500 } : {};
        return address(source, clock, async (seqs) => {
          await sleep(clock, prng.between(0, 800));
          // What a process sends and dies: it has arrived, or has not.
          if (!isAlive() && prng.happens(0.5)) return LATER;
          if (prng.happens(id === "d" ? 0.4 : 0.05)) return LATER;
          arrived.set(id, [...arrived.get(id) ?? [], ...seqs]);
          return OK;
        }, { id, waitMs: () => 2 * SECOND, ...batch }).endpoint;
      });
    const processes = [processOf(shared, make, prng), processOf(shared, make, prng)];
    const subjects = new Map<number, string>();
    for (let step = 0; step < 30; step++) {
      const some = Array.from({ length: prng.between(0, 3) }, () => prng.pick(["x", "y", "z"]));
      if (some.length > 0) {
        const last = (await entries.append(values(...some)))!;
        some.forEach((subject, n) => subjects.set(last - some.length + 1 + n, subject));
      }
      const at = prng.between(0, processes.length - 1);
      if (prng.happens(0.1)) {
        processes[at]!.kill();
        processes[at] = processOf(shared, make, prng);
      }
      processes[at]!.away(prng.happens(0.2));
      await clock.advance(prng.between(0, 3 * SECOND));
    }
    processes.forEach((one) => one.away(false));
    await clock.advance(120 * SECOND);
    for (const id of NAMES) {
      const seqs = arrived.get(id) ?? [];
      assert.deepEqual(
        new Set(seqs),
        new Set(subjects.keys()),
        `seed ${seed}, ${id}: each arrives`,
      );
      // The first arrival of each: in order for its subject, and over all where they go together.
      const firsts = [...new Set(seqs)];
      const lines = id === "e"
        ? [firsts]
        : ["x", "y", "z"].map((subject) => firsts.filter((seq) => subjects.get(seq) === subject));
      for (const line of lines) {
        assert.deepEqual(line, line.toSorted((one, other) => one - other), `seed ${seed}, ${id}`);
      }
    }
    await Promise.all([...processes.map(({ close }) => close()), clock.advance(5 * SECOND)]);
  }
});
