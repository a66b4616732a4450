import assert from "node:assert/strict";
import fc from "fast-check";
import { EMPTY_TOTALS, fold, type StoredTicket, ticketName } from "../../src/quota/tickets/fold.ts";
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
