import assert from "node:assert/strict";
import type { NumberedUse } from "../../src/audit/embeds.ts";
import type { TokenUse } from "../../src/audit/entries.ts";
import { messageFaults } from "./fake_discord.ts";
import { propertyRun } from "../support/size.ts";
import {
  createChatHarness,
  footerOf,
  mostPosts,
  toldUses,
  usesIn,
  withoutRepeats,
} from "./chat_harness.ts";
import fc from "fast-check";
import { chatMessage } from "../../src/audit/chat.ts";
import { sampleUse, START_MS } from "./sample_use.ts";
import { codeLine, codeText, plainText } from "../../src/delivery/escape.ts";

type Rig = ReturnType<typeof createChatHarness>;

/** Runs `body` against a chat, and checks what holds whatever happens. */
function chatTest(name: string, body: (harness: Rig) => Promise<void>): void {
  Deno.test(name, async () => {
    await using harness = createChatHarness();
    await body(harness);
    const { posts, faults } = harness.discord;
    assert.deepEqual(faults, []);
    assert.ok(posts.every(({ waited }) => waited));
    assert.ok(mostPosts(posts, 60_000) <= 30, `${mostPosts(posts, 60_000)} posts in a minute`);
    assert.ok(mostPosts(posts, 2_000) <= 5, `${mostPosts(posts, 2_000)} posts in 2 s`);
    assert.equal(harness.discord.overruns(), 0);
    const lines = harness.log.lines.join("\n");
    assert.ok(!lines.includes(harness.discord.secret) && !lines.includes("/webhooks/"), lines);
  });
}

const MINUTE_MS = 60_000;

chatTest(
  "a use is told within seconds: gold, badge, name, e-mail, IP, endpoint",
  async (harness) => {
    const process = harness.start();
    await harness.use(process, 1, { endpoint: "/api/groupb/news/7", ip: "2001:db8::7" });
    await harness.clock.advance(2_000);
    const [embed] = harness.discord.messages[0]!.body.embeds;
    assert.equal(embed.color, 0xffd700);
    assert.match(embed.title, /^🏅/u);
    assert.equal(embed.timestamp, "2026-07-01T00:00:00.000Z");
    const fields = JSON.stringify(embed.fields);
    for (
      const shown of ["Forum Penggemar", "ops@fans.example", "2001:db8::7", "/api/groupb/news/7"]
    ) {
      assert.ok(fields.includes(shown), `${shown} in ${fields}`);
    }
    assert.equal(footerOf(harness.discord.messages[0]!), "use 1 · 1 in all");
  },
);

for (const mood of ["429 json", "429 html", "429 bare", "500", "hang", "save and hang"] as const) {
  chatTest(`the chat's "${mood}" delays, and loses nothing`, async (harness) => {
    const process = harness.start();
    harness.discord.next(mood, "ok", mood, mood);
    for (let round = 0; round < 6; round++) {
      await harness.use(process, 5);
      await harness.clock.advance(20_000);
    }
    await harness.clock.advance(5 * MINUTE_MS);
    assert.equal(toldUses(harness.discord.messages), 30);
    assert.equal(process.state().waiting, 0);
    const repeats = harness.discord.messages.length -
      withoutRepeats(harness.discord.messages).length;
    assert.equal(repeats, mood === "save and hang" ? 3 : 0);
  });
}

chatTest(
  "retry_after is obeyed to the millisecond, and Retry-After of an HTML page too",
  async (harness) => {
    const process = harness.start();
    harness.discord.next("429 json", "429 html");
    await harness.use(process, 1);
    await harness.clock.advance(MINUTE_MS);
    const [first, second, third] = harness.discord.posts.map(({ at }) => at);
    assert.ok(second! - first! >= 3_250 && second! - first! < 4_500);
    assert.ok(third! - second! >= 7_000 && third! - second! < 8_000);
  },
);

for (const mood of ["404", "401"] as const) {
  chatTest(
    `${mood} stops the posts and raises the alarm; the next start tells what is left`,
    async (harness) => {
      const process = harness.start();
      harness.discord.always(mood);
      for (let round = 0; round < 5; round++) {
        await harness.use(process, 3);
        await harness.clock.advance(MINUTE_MS);
      }
      assert.equal(harness.discord.posts.length, 1);
      assert.equal(process.state().state, "stopped");
      assert.match(harness.log.lines.join("\n"), /error .*no longer sent.*status 40/);
      await process.outbox.close();
      harness.discord.always("ok");
      harness.start();
      await harness.clock.advance(MINUTE_MS);
      assert.equal(toldUses(harness.discord.messages), 15);
    },
  );
}

chatTest(
  "a message that the chat refuses is told in plain form, counts intact",
  async (harness) => {
    const process = harness.start();
    harness.discord.next("400");
    await harness.use(process, 4);
    await harness.clock.advance(10_000);
    const [message] = harness.discord.messages;
    assert.match(message!.body.embeds[0].title, /used 4 times/);
    await harness.use(process, 1);
    await harness.clock.advance(10_000);
    assert.equal(usesIn(harness.discord.messages[1]!), 1);
  },
);

chatTest(
  "an outage of one hour is told within ten minutes, everything and nothing twice",
  async (harness) => {
    const process = harness.start();
    let uses = 0;
    const record = async (count: number, changes = {}) => {
      uses += count;
      await harness.use(process, count, changes);
    };
    harness.discord.always("500");
    for (let second = 0; second < 3_600; second += 5) {
      await record(40, { endpoint: `/api/groupb/news/${second % 300}` });
      await record(1, { token_id: `t_${second % 40}`, ip: `198.51.100.${second % 200}` });
      await harness.clock.advance(5_000);
    }
    const failed = harness.discord.posts.length;
    assert.ok(failed > 30 && failed < 150, `${failed} posts during the outage`);
    assert.equal(harness.discord.messages.length, 0);
    harness.discord.always("ok");
    const began = harness.clock.now();
    while (toldUses(harness.discord.messages) < uses) {
      assert.ok(harness.clock.now() < began + 10 * MINUTE_MS, "not told within ten minutes");
      await harness.clock.advance(1_000);
    }
    console.log(
      `${uses} uses were told ${(harness.clock.now() - began) / 1_000} s after the outage`,
    );
    await harness.clock.advance(10 * MINUTE_MS);
    assert.equal(toldUses(harness.discord.messages), uses);
    assert.equal(harness.discord.messages.length, withoutRepeats(harness.discord.messages).length);
  },
);

function numbered(
  uses: readonly Partial<TokenUse & { count: number }>[],
  first = 1,
): NumberedUse[] {
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

Deno.test("plainText() disarms mentions, Markdown and links", () => {
  assert.equal(
    plainText("@everyone @Here <@!1> <#2>", 200),
    "＠everyone ＠Here \\<＠!1\\> \\<#2\\>",
  );
  assert.equal(plainText("**a** [b](https://c)", 200), "\\*\\*a\\*\\* \\[b\\]\\(https\\://c\\)");
  assert.equal(plainText("# a", 200), "\\# a");
  assert.equal(plainText("- a", 200), "\\- a");
  assert.equal(plainText("1. a", 200), "\\1. a");
});

Deno.test("plainText() shows what hides", () => {
  assert.equal(plainText("a\u202eb", 200), "a⟨U+202E⟩b");
  assert.equal(plainText("\u200b".repeat(5_000), 200), "⟨U+200B ×5000⟩");
  assert.equal(plainText("\u{e0041}", 200), "⟨U+E0041⟩");
  assert.equal(plainText("a\nb\tc", 200), "a b c");
  assert.equal(plainText(" \n ", 200), "(none)");
  assert.equal(plainText("e" + "\u0301".repeat(90), 200), "e" + "\u0301".repeat(4));
});

Deno.test("codeText() is one piece of code, whatever the text", () => {
  assert.equal(codeText("ops_x@fans.example", 200), "`ops_x@fans.example`");
  assert.equal(codeText("a`b``c", 200), "`aˋbˋˋc`");
});

Deno.test("no text grows beyond its bound, is cut through a character, or is empty", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom("*", "\\", "`", "\u200b", "@everyone", "🏅", "\ud83c"),
      maxLength: 200,
    }),
  );
  fc.assert(
    fc.property(anyText, fc.integer({ min: 20, max: 300 }), (text, longest) => {
      for (
        const shown of [plainText(text, longest), codeText(text, longest), codeLine(text, longest)]
      ) {
        assert.ok(shown.length <= longest && shown.trim().length > 0);
        assert.ok(shown.isWellFormed());
        assert.doesNotMatch(shown, /@everyone|\n/);
      }
      assert.doesNotMatch(plainText(text, longest), /(?<!\\)(\\\\)*\\…$/);
    }),
    propertyRun(),
  );
});
