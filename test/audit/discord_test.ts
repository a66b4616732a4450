import assert from "node:assert/strict";
import type { DiscordMood } from "./fake_discord.ts";
import { countEntries } from "../support/use_log.ts";
import { createPrng } from "../support/prng.ts";
import { testSeed } from "../support/size.ts";
import {
  createChatHarness,
  footerOf,
  mostPosts,
  toldUses,
  usesIn,
  withoutRepeats,
} from "./chat_harness.ts";

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

chatTest(
  "three processes share one cursor: everything is told, and the pace is kept",
  async (harness) => {
    const { fraction } = createPrng(testSeed());
    let processes = [harness.start(), harness.start(), harness.start()];
    const moods: DiscordMood[] = [
      "ok",
      "ok",
      "ok",
      "ok",
      "429 json",
      "500",
      "hang",
      "save and hang",
    ];
    let uses = 0;
    for (let round = 0; round < 120; round++) {
      harness.discord.next(moods[Math.floor(fraction() * moods.length)]!);
      const process = processes[Math.floor(fraction() * 3)]!;
      const count = fraction() < 0.1 ? 200 : Math.floor(fraction() * 4);
      uses += count;
      await harness.use(process, count, { ip: `198.51.100.${Math.floor(fraction() * 50)}` });
      await harness.clock.advance(fraction() * 8_000);
      if (fraction() < 0.05) {
        const [last, ...rest] = processes;
        await Promise.all([last!.outbox.close(), harness.clock.advance(4_000)]);
        processes = [...rest, harness.start()];
      }
    }
    await harness.clock.advance(10 * MINUTE_MS);
    assert.equal(toldUses(harness.discord.messages), uses);
    assert.deepEqual(await countEntries(harness.kv), { uses, admin: 0 });
  },
);

chatTest(
  "what a killed process left half told is finished by another within a minute",
  async (harness) => {
    let isKilled = false;
    const { clock } = harness;
    const victim = harness.start({
      net: { fetch: () => new Promise(() => {}) },
      clock: { ...clock, after: (ms, task) => clock.after(ms, () => isKilled || task()) },
    });
    await harness.use(victim, 3);
    await clock.advance(1_000);
    isKilled = true;
    const survivor = harness.start();
    await clock.advance(10_000);
    assert.equal(harness.discord.messages.length, 0);
    await harness.clock.advance(MINUTE_MS);
    assert.equal(toldUses(harness.discord.messages), 3);
    assert.equal(survivor.state().waiting, 0);
  },
);

chatTest("replies of the store that are lost repeat messages, and lose none", async (harness) => {
  const process = harness.start();
  let uses = 0;
  for (let round = 0; round < 60; round++) {
    if (round % 4 === 0) harness.kv.nextCommits.push("none", "reply_lost");
    if (round % 5 === 0) harness.kv.nextCommits.push("none", "none", "refused");
    uses += 2;
    await harness.use(process, 2);
    await harness.clock.advance(5_000);
  }
  await harness.clock.advance(5 * MINUTE_MS);
  assert.equal(toldUses(harness.discord.messages), uses);
});

function assertHarmless(text: string): void {
  assert.doesNotMatch(text, /@everyone|@here/);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u200b\u202a-\u202e\u2066-\u2069]/);
  const outsideCode = text.replace(/^```\n[^`]*\n```$|^`[^`]*`$/, "");
  assert.doesNotMatch(outsideCode, /(?<!\\)[<>*_~|`[\]]/);
}

interface DiscordEmbed {
  readonly description?: string;
  readonly fields: readonly { readonly value: string }[];
}

const NASTY = [
  "@everyone and @here",
  "<@123456789012345678> <#1> <@&2> <:a:1>",
  "**bold** __under__ ~~gone~~ ||hidden|| `code` [link](https://evil.example)",
  "# big\n> quote\n- list",
  "x".repeat(5_000),
  "\u200b".repeat(5_000),
  "\u202e\u2066evil\u2069 gpj.exe",
  "מועדון אוהדים نادي",
  "a" + "\u0301".repeat(900),
  "\ud800 lone",
  "```\n@everyone\n```",
  "",
  "   \n\t ",
  "\u0000\u001b[31m",
  "✨👩‍🎤".repeat(400),
];

chatTest(
  "nasty names, addresses and paths: no ping, the message is accepted, limits hold",
  async (harness) => {
    const process = harness.start();
    for (const text of NASTY) {
      const changes = { name: text, email: text, ip: text, token_id: `t_${text}`, route: text };
      await harness.use(process, 12, { ...changes, endpoint: `/api/${text}` });
      await harness.clock.advance(10_000);
      await harness.use(process, 60, { ...changes, endpoint: `/api/${text}` });
      await harness.clock.advance(70_000);
    }
    await harness.clock.advance(10 * MINUTE_MS);
    assert.equal(toldUses(harness.discord.messages), 72 * NASTY.length);
    for (const { body } of harness.discord.messages) {
      assert.deepEqual(body.allowed_mentions, { parse: [] });
      const shown: string[] = body.embeds.flatMap(({ description = "", fields }: DiscordEmbed) => [
        description,
        ...fields.map(({ value }) => value),
      ]);
      shown.forEach(assertHarmless);
    }
  },
);
