import assert from "node:assert/strict";
import fc from "fast-check";
import { createMessagePlanner, dueAt, roomFor } from "../../src/audit/delivery/discord.ts";
import type { KnownToken } from "../../src/audit/delivery/sink.ts";
import type { RecordedUse } from "../../src/audit/entries/use.ts";
import { messageFaults } from "../support/fake_discord.ts";
import { usesIn } from "./chat_harness.ts";
import { sampleUse, START_MS } from "./sample_use.ts";
import { propertyRun } from "../support/size.ts";

const HEAD = "H".repeat(22);

function plan(
  uses: readonly Partial<RecordedUse>[],
  room = 30,
  known: [string, KnownToken][] = [],
) {
  const planner = createMessagePlanner(new Map(known), room);
  uses.forEach((use, index) => planner.add({ ...sampleUse(), seq: index + 1, ...use }));
  const { messages, folded, learned } = planner.finish({ from: 1, until: uses.length, head: HEAD });
  const parsed = messages.map(({ body }) => ({ at: 0, body: JSON.parse(body) }));
  return { messages, parsed, folded, learned: new Map(learned()) };
}

type Body = { body: { embeds: { title: string; description?: string; fields: unknown[] }[] } };
const embedsOf = (parsed: readonly Body[]) => parsed.flatMap(({ body }) => body.embeds);
const isSingle = ({ title }: { title: string }) => title.endsWith("Priority token used");
const knownAt = (lastAt: number, ...ips: string[]): [string, KnownToken][] => {
  const uses = ips.map((ip) => ({ ip, at: lastAt }));
  return [...plan(uses).learned];
};

Deno.test("few uses are told one by one; many of one token become one digest", () => {
  const known = knownAt(START_MS, "203.0.113.7");
  const few = plan(Array(30).fill({}), 30, known);
  assert.equal(embedsOf(few.parsed).filter(isSingle).length, 30);
  assert.equal(few.folded, false);
  const many = plan(Array(31).fill({}), 30, known);
  assert.deepEqual(embedsOf(many.parsed).map(({ title }) => title), [
    "🏅 Priority token used 31 times",
  ]);
  assert.equal(many.folded, true);
});

Deno.test("the first use after an hour of quiet and from a new address stand alone in any crowd", () => {
  const known = knownAt(START_MS - 3_600_000, "203.0.113.7");
  const uses = [...Array(200).fill({}), { ip: "2001:db8::1" }, ...Array(200).fill({})];
  const embeds = embedsOf(plan(uses, 6, known).parsed);
  assert.deepEqual(embeds.map(({ description }) => description?.split("\n")[0]), [
    "First use after an hour of quiet",
    "First use from this address",
    "```",
  ]);
  const fresh = knownAt(START_MS - 3_599_999, "203.0.113.7", "2001:db8::1");
  assert.equal(embedsOf(plan(uses, 6, fresh).parsed).filter(isSingle).length, 0);
});

const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("Ren", "Mio", "203.0.113.7", "2001:db8::7", "/api/x") },
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("@everyone", "x".repeat(512), "\u202e", "`".repeat(300), "🏅".repeat(200), ""),
);
const anyUse = fc.record({
  at: fc.integer({ min: START_MS, max: START_MS + 9_000_000 }),
  token_id: fc.constantFrom("t_1", "t_2", "t_3"),
  name: nasty,
  email: nasty,
  ip: nasty,
  endpoint: nasty,
  route: nasty,
});

Deno.test("whatever the uses: limits hold, counts add up, and the plan is the same again", () => {
  const batches = fc.array(anyUse, { minLength: 1, maxLength: 150 });
  fc.assert(
    fc.property(batches, fc.integer({ min: 6, max: 30 }), (uses, room) => {
      const { parsed, messages } = plan(uses, room);
      assert.deepEqual(parsed.flatMap(({ body }) => messageFaults(body)), []);
      assert.deepEqual(messages.flatMap(({ plain }) => messageFaults(JSON.parse(plain!))), []);
      assert.equal(parsed.reduce((sum, message) => sum + usesIn(message), 0), uses.length);
      const stated = parsed.map(({ body }) =>
        Number(/(\d+) of uses/.exec(body.embeds.at(-1).footer.text)![1])
      );
      assert.deepEqual(stated, parsed.map(usesIn));
      assert.deepEqual(plan(uses, room).messages, messages);
    }),
    propertyRun(150),
  );
});

Deno.test("dueAt() tells at once from quiet, spaces batches, and gathers a minute for digests", () => {
  const now = START_MS;
  assert.ok(dueAt(1, now - 3_600_000, 0) <= now);
  assert.ok(dueAt(5_000, now - 3_600_000, 0) <= now);
  assert.equal(dueAt(1, now, 0), now + 2_000);
  assert.equal(dueAt(15, now, now), now + 5_000);
  assert.equal(dueAt(5_000, now, now), now + 60_000);
  assert.equal(dueAt(100_000, now, now), now + 2_000);
});

Deno.test("roomFor() allows three uses a second, from 6 to 30", () => {
  assert.deepEqual([0, 1_000, 2_000, 5_000, 60_000].map((ms) => roomFor(START_MS, START_MS + ms)), [
    6,
    6,
    6,
    15,
    30,
  ]);
});
