import assert from "node:assert/strict";
import fc from "fast-check";
import {
  EMPTY_TOTALS,
  fold,
  remainingOf,
  type StoredTicket,
  ticketName,
} from "../../src/quota/tickets/fold.ts";
import { propertyRun } from "../support/size.ts";

function stored(
  version: number,
  holder: string,
  number: number,
  ticket: { want: number; limit?: number; credit?: number; done?: true },
): StoredTicket {
  return {
    name: ticketName(holder, number),
    version: String(version).padStart(20, "0"),
    ticket: { limit: 10, at: 0, day: "2026-07-04", ...ticket },
  };
}

/** The grant of each ticket, found by folding one more at a time. */
function grantsOf(tickets: readonly StoredTicket[]): number[] {
  const sums = tickets.map((_, n) => fold(EMPTY_TOTALS, tickets.slice(0, n + 1)).taken);
  return sums.map((sum, n) => sum - (sums[n - 1] ?? 0));
}

const cases = [
  { name: "all that is wanted while there is enough", wants: [4, 4], grants: [4, 4] },
  { name: "what is left when there is less", wants: [8, 8], grants: [8, 2] },
  { name: "nothing when nothing is left", wants: [8, 8, 1], grants: [8, 2, 0] },
  { name: "what others gave back", wants: [10, 1, -4, 3, 3], grants: [10, 0, -4, 3, 1] },
];

for (const { name, wants, grants } of cases) {
  Deno.test(`fold() grants ${name}`, () => {
    const tickets = wants.map((want, n) => stored(n, "h", n + 1, { want }));
    assert.deepEqual(grantsOf(tickets), grants);
  });
}

Deno.test("fold() grants each ticket by its own limit", () => {
  const limits = [10, 20, 10, 5, 30];
  const tickets = limits.map((limit, n) => stored(n, "h", n + 1, { want: 8, limit }));
  assert.deepEqual(grantsOf(tickets), [8, 8, 0, 0, 8]);
});

Deno.test("fold() orders by version, and tickets of one commit by name", () => {
  const tickets = [
    stored(7, "a", 2, { want: 8 }),
    stored(3, "c", 1, { want: 3 }),
    stored(3, "b", 1, { want: 6 }),
  ];
  const { holders } = fold(EMPTY_TOTALS, tickets);
  assert.deepEqual([holders.b!.grant, holders.c!.grant, holders.a!.grant], [6, 3, 1]);
});

Deno.test("fold() counts a credit as room beyond the limit, not as units given back", () => {
  const tickets = [
    stored(1, "a", 1, { want: 10 }),
    stored(2, "a", 2, { want: 1 }),
    stored(3, "op", 1, { want: 0, credit: 5, done: true }),
    stored(4, "a", 3, { want: 8 }),
  ];
  const totals = fold(EMPTY_TOTALS, tickets);
  assert.equal(totals.taken, 15);
  assert.equal(totals.credited, 5);
  assert.equal(totals.holders.a!.grant, 5);
  assert.equal(remainingOf(totals, 10), 0);
  assert.equal(remainingOf(totals, 12), 2);
});

Deno.test("fold() adds up the grants of each day", () => {
  const one = stored(1, "a", 1, { want: 4 });
  const other = stored(2, "a", 2, { want: 3 });
  const later = { ...other, ticket: { ...other.ticket, day: "2026-07-05" } };
  assert.deepEqual(fold(EMPTY_TOTALS, [one, later]).days, { "2026-07-04": 4, "2026-07-05": 3 });
});

const ticket = fc.record({
  holder: fc.constantFrom("a", "b", "c"),
  want: fc.integer({ min: 0, max: 12 }),
  back: fc.boolean(),
  limit: fc.integer({ min: 0, max: 40 }),
});

/** Tickets as holders write them: nobody gives back more than it was granted. */
const logs = fc.array(ticket, { maxLength: 30 }).map((drafts) => {
  const held = new Map<string, number>();
  const tickets: StoredTicket[] = [];
  drafts.forEach(({ holder, want, back, limit }, n) => {
    const mine = held.get(holder) ?? 0;
    const amount = back ? -Math.min(mine, want) : want;
    tickets.push(stored(n, holder, n + 1, { want: amount, limit }));
    held.set(holder, mine + grantsOf(tickets).at(-1)!);
  });
  return tickets;
});

Deno.test("fold() never grants beyond the largest limit, and finds the same in any order of reading", () => {
  fc.assert(
    fc.property(logs, fc.func(fc.integer()), (tickets, rank) => {
      const totals = fold(EMPTY_TOTALS, tickets);
      assert.ok(totals.taken >= 0);
      assert.ok(totals.taken <= Math.max(0, ...tickets.map(({ ticket }) => ticket.limit)));
      const shuffled = tickets.toSorted((a, b) => rank(a.name) - rank(b.name));
      assert.deepEqual(fold(EMPTY_TOTALS, shuffled), totals);
    }),
    propertyRun(300),
  );
});

Deno.test("fold() changes no grant when a ticket commits late, or when earlier ones are compacted", () => {
  fc.assert(
    fc.property(logs, fc.nat(), (tickets, cut) => {
      const at = tickets.length === 0 ? 0 : cut % tickets.length;
      const base = fold(EMPTY_TOTALS, tickets.slice(0, at));
      assert.deepEqual(fold(base, tickets.slice(at)), fold(EMPTY_TOTALS, tickets));
    }),
    propertyRun(300),
  );
});
