import assert from "node:assert/strict";
import fc from "fast-check";
import { chatMessage } from "../../src/audit/chat.ts";
import type { NumberedUse } from "../../src/audit/embeds.ts";
import type { Use } from "../../src/audit/entries.ts";
import { messageFaults } from "./fake_discord.ts";
import { propertyRun } from "../support/size.ts";
import { usesIn } from "./chat_harness.ts";
import { sampleUse, START_MS } from "./sample_use.ts";

function numbered(uses: readonly Partial<Use & { count: number }>[], first = 1): NumberedUse[] {
  return uses.map((use, n) => ({
    seq: first + n,
    value: { kind: "use", ...sampleUse(), ...use },
  }));
}

const embedsOf = (uses: readonly NumberedUse[]) => JSON.parse(chatMessage(uses).body).embeds;

Deno.test("up to ten entries are told one by one, more as one embed a token", () => {
  const ten = numbered(Array.from({ length: 10 }, (_, n) => ({ status: 200 + n })), 12);
  assert.equal(embedsOf(ten.slice(0, 8)).length, 8);
  assert.equal(embedsOf(ten)[9].footer.text, "uses 12–21 · 10 in all");
  const eleven = numbered([
    ...Array(8).fill({ token_id: "t_busy", ip: "203.0.113.1" }),
    { token_id: "t_busy", ip: "203.0.113.2", count: 40 },
    ...Array(2).fill({ token_id: "t_quiet" }),
  ]);
  const [busy, quiet] = embedsOf(eleven);
  assert.equal(busy.title, "🏅 Priority token used 48 times");
  assert.equal(
    busy.description,
    "```\n40 × 203.0.113.2 GET /api/groupb/members\n8 × 203.0.113.1 GET /api/groupb/members\n```",
  );
  assert.equal(quiet.title, "🏅 Priority token used 2 times");
  assert.equal(quiet.footer.text, "uses 1–11 · 50 in all");
});

Deno.test("the most frequent lines are told, the others as one counted line", () => {
  const uses = numbered(Array.from({ length: 2_000 }, (_, n) => ({
    endpoint: `/api/groupb/news/${n % 5 === 0 ? "busy" : n}`,
  })));
  const [{ description }] = embedsOf(uses);
  const lines: string[] = description.split("\n").slice(1, -1);
  assert.equal(lines[0], "400 × 203.0.113.7 GET /api/groupb/news/busy");
  assert.match(lines.at(-1)!, /^\d+ × \(\d+ others\)$/);
  assert.ok(lines.length > 30, `${lines.length} lines`);
  assert.equal(usesIn({ body: { embeds: embedsOf(uses) } }), 2_000);
});

Deno.test("where there are more tokens than embeds, the less busy ones are lines of the last", () => {
  const uses = numbered(
    Array.from({ length: 300 }, (_, n) => ({ token_id: `t_${n % 30}`, name: `Fan ${n % 30}` })),
  );
  const embeds = embedsOf([...uses, ...numbered([{ token_id: "t_7", count: 5 }], 301)]);
  assert.equal(embeds.length, 10);
  assert.match(JSON.stringify(embeds[0].fields), /t_7/);
  assert.match(embeds[9].description, /^10 × Fan \d+ ops@fans.example$/m);
  assert.equal(usesIn({ body: { embeds } }), 305);
});

const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("Ren", "Mio", "203.0.113.7", "2001:db8::7", "/api/x") },
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("@everyone", "x".repeat(512), "\u202e", "`".repeat(300), "🏅".repeat(200), ""),
);
const anyUse = fc.record({
  at: fc.integer({ min: START_MS, max: START_MS + 9_000_000 }),
  token_id: fc.oneof(fc.constantFrom("t_1", "t_2", "t_3"), nasty),
  name: nasty,
  email: nasty,
  ip: nasty,
  endpoint: nasty,
  count: fc.integer({ min: 1, max: 1_000_000 }),
});

Deno.test("whatever the uses: each message is one that Discord takes, and all together tell all of them", () => {
  fc.assert(
    fc.property(fc.array(anyUse, { minLength: 1, maxLength: 150 }), (uses) => {
      const all = numbered(uses);
      let told = 0;
      for (let rest = all; rest.length > 0;) {
        const { through, body, plain } = chatMessage(rest);
        const message = JSON.parse(body);
        assert.deepEqual([...messageFaults(message), ...messageFaults(JSON.parse(plain))], []);
        const { text } = message.embeds.at(-1).footer;
        const count = Number(/(\d+) in all$/.exec(text)![1]);
        assert.equal(usesIn({ body: message }), count);
        assert.equal(chatMessage(rest).body, body);
        told += count;
        rest = rest.filter(({ seq }) => seq > through);
      }
      assert.equal(told, uses.reduce((sum, { count }) => sum + count, 0));
    }),
    propertyRun(150),
  );
});
