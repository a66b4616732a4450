import assert from "node:assert/strict";
import {
  CHECKPOINT_LIMITS,
  compactionOf,
  readTicketLog,
} from "../../src/quota/tickets/ticket_log.ts";
import {
  EMPTY_TOTALS,
  type HolderState,
  type Ticket,
  ticketName,
  type Totals,
} from "../../src/quota/tickets/fold.ts";
import { ticketKey } from "../../src/platform/store_keys.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

const LOG = { account: "k1", period: "2026-07-04" };
const TERMS = { now: 10_000_000, expireInMs: 1, limits: CHECKPOINT_LIMITS };

function ticket(want: number): Ticket {
  return { want, limit: 1_000_000, at: 0, day: "2026-07-04" };
}

async function write(kv: Kv, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    const key = ticketKey(LOG, ticketName(`h${n % 3}`, n));
    await kv.commit([], [{ set: key, value: ticket(1) }]);
  }
}

async function compact(kv: Kv): Promise<string | null> {
  const { checks, writes } = compactionOf(LOG, await readTicketLog(kv, LOG), TERMS);
  return await kv.commit(checks, writes);
}

Deno.test("compactionOf() leaves the totals as it was and no ticket beside it", async () => {
  const kv = createMemoryKv();
  await write(kv, 1, 40);
  const before = await readTicketLog(kv, LOG);
  await compact(kv);
  const after = await readTicketLog(kv, LOG);
  assert.deepEqual(after.totals, before.totals);
  assert.equal(after.tickets.length, 0);
});

Deno.test("of two compactions at once only one is done", async () => {
  const kv = createMemoryKv();
  await write(kv, 1, 40);
  const { totals } = await readTicketLog(kv, LOG);
  const [one, other] = await Promise.all([compact(kv), compact(kv)]);
  assert.equal([one, other].filter((version) => version !== null).length, 1);
  assert.deepEqual((await readTicketLog(kv, LOG)).totals, totals);
});

Deno.test("compactionOf() keeps what commits between the snapshot and the compaction", async () => {
  const kv = createMemoryKv();
  await write(kv, 1, 40);
  const { checks, writes } = compactionOf(LOG, await readTicketLog(kv, LOG), TERMS);
  await write(kv, 40, 45);
  assert.notEqual(await kv.commit(checks, writes), null);
  const { totals, tickets } = await readTicketLog(kv, LOG);
  assert.equal(totals.taken, 44);
  assert.equal(tickets.length, 5);
});

Deno.test("a ticket log of 2,500 tickets is read whole and compacted step by step", async () => {
  const kv = createMemoryKv();
  await write(kv, 1, 2_501);
  const before = await readTicketLog(kv, LOG);
  assert.equal(before.totals.taken, 2_500);
  for (let n = 0; n < 5; n++) assert.notEqual(await compact(kv), null);
  const after = await readTicketLog(kv, LOG);
  assert.deepEqual(after.totals, before.totals);
  assert.equal(after.tickets.length, 0);
});

Deno.test("readTicketLog() reads a long ticket log again when it was compacted meanwhile", async () => {
  const kv = createMemoryKv();
  await write(kv, 1, 1_501);
  let lists = 0;
  const disturbed: Kv = {
    ...kv,
    async list(prefix, options) {
      if (++lists === 2) await compact(kv);
      return await kv.list(prefix, options);
    },
  };
  assert.equal((await readTicketLog(disturbed, LOG)).totals.taken, 1_500);
});

Deno.test("of a long ticket log, only tickets that cannot have an earlier one missing are compacted", async () => {
  const kv = createMemoryKv();
  await write(kv, 1, 1_501);
  let lists = 0;
  const disturbed: Kv = {
    ...kv,
    async list(prefix, options) {
      if (++lists === 2) {
        // One sorts into the batch that was read already, then one into the next.
        for (const name of [ticketName("a", 9_000), ticketName("z", 9_001)]) {
          await kv.commit([], [{ set: ticketKey(LOG, name), value: ticket(1) }]);
        }
      }
      return await kv.list(prefix, options);
    },
  };
  const { tickets } = await readTicketLog(disturbed, LOG);
  assert.ok(tickets.length > 900);
  assert.ok(!tickets.some(({ name }) => name.startsWith("z")));
});

function withHolders(count: number, state: (n: number) => Partial<HolderState>): Totals {
  const holders = Object.fromEntries(Array.from({ length: count }, (_, n) => {
    const name = n.toString(16).padStart(16, "0");
    return [name, { number: 123_456, grant: 1000, at: 9_999_999, done: false, ...state(n) }];
  }));
  const days = Object.fromEntries(
    Array.from({ length: 31 }, (_, n) => [`2026-07-${String(n + 1).padStart(2, "0")}`, 645_161]),
  );
  return { ...EMPTY_TOTALS, taken: 20_000_000, days, holders };
}

function compacted(base: Totals): Totals {
  const snapshot = { base, checkpointVersion: null, tickets: [], totals: base };
  const [write] = compactionOf(LOG, snapshot, TERMS).writes;
  return (write as { value: Totals }).value;
}

Deno.test("a checkpoint names all of 200 holders, whatever their state", () => {
  const totals = withHolders(200, () => ({ done: true, at: 0 }));
  assert.deepEqual(compacted(totals), totals);
});

Deno.test("of more than 200 holders a checkpoint drops those that keep nothing and are silent", () => {
  const totals = withHolders(300, (n) => n < 50 ? { done: true, at: 0 } : {});
  const { holders, forgotten, taken } = compacted(totals);
  assert.equal(Object.keys(holders).length, 250);
  assert.equal(forgotten, 50);
  assert.equal(taken, totals.taken);
});

Deno.test("a checkpoint of a month, with as many holders as it may have, fits into a value", async () => {
  const value = compacted(withHolders(3_000, () => ({})));
  assert.equal(value.forgotten, 2_400);
  assert.notEqual(await createMemoryKv().commit([], [{ set: ["c"], value }]), null);
});
