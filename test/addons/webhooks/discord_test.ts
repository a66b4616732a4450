import { createFakeDiscord } from "../../audit/fake_discord.ts";
import { createWebhookHarness, GONE, KEY, type Received, REQUEST, whyOff } from "./harness.ts";
import assert from "node:assert/strict";

const HOST = "discord.com";

const URL_OF_HOOK = `https://${HOST}/api/webhooks/123/s3cr3t`;

const WEBHOOK = JSON.stringify({ id: "123", type: 1, token: "s3cr3t" });

const DISCORD = { ...REQUEST, url: URL_OF_HOOK, format: "discord" } as const;

const LIVE = {
  ...{ id: "showroom-9", type: "showroom", name: "Freya @everyone", url_key: "freya_sr" },
  ...{ title: "Pagi *semua*", img: "https://img.example/freya.jpg" },
  started_at: "2026-07-04T10:48:00.000Z",
};

const { img: _, ...ENDED } = { ...LIVE, ended_at: "2026-07-04T12:00:00.000Z" };

/** Messages 1, 2, 3 … */
function answerLikeDiscord(): (request: Received) => Response {
  let count = 0;
  return ({ method, url }) => {
    if (method === "GET") return new Response(WEBHOOK);
    if (method === "PATCH") return new Response(JSON.stringify({ id: url.split("/").at(-1) }));
    return new Response(JSON.stringify({ id: String(++count) }));
  };
}

Deno.test("a broadcast is one message in a channel, edited when it ends", async () => {
  await using harness = createWebhookHarness();
  harness.answer(HOST, answerLikeDiscord());
  const webhooks = harness.start();
  await webhooks.register(KEY, DISCORD);
  await harness.write({ type: "live.started", subject: "showroom-9", data: LIVE });
  await harness.clock.advance(2_000);
  await harness.write({ type: "live.ended", subject: "showroom-9", data: ENDED });
  await harness.clock.advance(2_000);
  const [asked, posted, edited, ...more] = harness.received;
  assert.deepEqual([asked!.method, more.length], ["GET", 0]);
  assert.deepEqual([posted!.method, posted!.url], ["POST", `${URL_OF_HOOK}?wait=true`]);
  assert.deepEqual([edited!.method, edited!.url], ["PATCH", `${URL_OF_HOOK}/messages/1`]);
  const [start, end] = [posted, edited].map((request) => JSON.parse(request!.body));
  assert.deepEqual(start.allowed_mentions, { parse: [] });
  const [embed] = start.embeds;
  assert.equal(embed.title, "Pagi \\*semua\\*");
  assert.equal(embed.url, "https://www.showroom-live.com/r/freya_sr");
  assert.equal(embed.image.url, LIVE.img);
  assert.doesNotMatch(JSON.stringify(start), /@everyone/);
  assert.deepEqual(embed.fields, [
    { name: "Platform", value: "SHOWROOM", inline: true },
    { name: "Sejak", value: "<t:1783162080:t> (<t:1783162080:R>)", inline: true },
  ]);
  assert.match(end.embeds[0].description, /^\*\*Freya ＠everyone\*\* live selama 1 jam 12 menit$/);
  assert.equal(end.embeds[0].thumbnail.url, LIVE.img);
});

Deno.test("a title keeps what a font joins, and shows what hides or turns", async () => {
  await using harness = createWebhookHarness();
  harness.answer(HOST, answerLikeDiscord());
  const webhooks = harness.start();
  await webhooks.register(KEY, DISCORD);
  const kept = [
    ...["Siaran ❤️\u200d🔥 malam", "👩\u200d🎤", "👩🏽\u200d🎤", "🏳️\u200d🌈", "🇮🇩", "1️⃣"],
    ...["🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "می\u200cخواهم", "ශ්\u200dරී"],
    ...["क्\u200dष", "র\u200d্যাব", "ന്\u200d", "葛\u{e0100}城"],
  ];
  const shown = Object.entries({
    "a\u200bb": "a⟨U+200B⟩b",
    "a\u202eb\u202c": "a⟨U+202E⟩b⟨U+202C⟩",
    "a\u2066b\u2069": "a⟨U+2066⟩b⟨U+2069⟩",
    "a\ufeffb": "a b",
    "a\u00adb": "a⟨U+00AD⟩b",
    "a\u200db\u200c": "a⟨U+200D⟩b⟨U+200C⟩",
    "🔥\u200d": "🔥⟨U+200D⟩",
    "می\u200c\u200cخ": "می⟨U+200C ×2⟩خ",
    "a\u{e0067}\u{e0062}\u{e0065}\u{e007f}": "a⟨U+E0067⟩⟨U+E0062⟩⟨U+E0065⟩⟨U+E007F⟩",
    "A\u{e0100}": "A⟨U+E0100⟩",
  });
  const titles = [...kept.map((title) => [title, title]), ...shown];
  for (const [n, [title]] of titles.entries()) {
    const data = { ...LIVE, id: `showroom-${n}`, title };
    await harness.write({ type: "live.started", subject: data.id, data });
    await harness.clock.advance(2_000);
  }
  const posted = harness.received.filter(({ method }) => method === "POST");
  assert.deepEqual(
    posted.map(({ body }) => JSON.parse(body).embeds[0].title),
    titles.map(([, sent]) => sent),
  );
});

Deno.test("a message that somebody deleted is posted anew, and a webhook that is gone is switched off", async () => {
  await using harness = createWebhookHarness();
  harness.answer(HOST, answerLikeDiscord());
  const webhooks = harness.start();
  await webhooks.register(KEY, DISCORD);
  await harness.write({ type: "live.started", subject: "showroom-9", data: LIVE });
  await harness.clock.advance(2_000);
  harness.answer(
    HOST,
    ({ method }) =>
      method === "PATCH" ? new Response(null, { status: 404 }) : new Response('{"id":"7"}'),
  );
  await harness.write({ type: "live.ended", subject: "showroom-9", data: ENDED });
  await harness.clock.advance(2_000);
  assert.deepEqual(harness.received.map(({ method }) => method), ["GET", "POST", "PATCH", "POST"]);
  harness.answer(HOST, () => new Response(null, { status: 404 }));
  await harness.write({ type: "news.published", subject: "n", data: { title: "News" } });
  await harness.clock.advance(2_000);
  assert.deepEqual(whyOff(harness.letters), [`${KEY.email}: ${GONE}`]);
});

Deno.test("only a Discord webhook that says so itself is told as one", async () => {
  await using harness = createWebhookHarness();
  const webhooks = harness.start();
  harness.answer(HOST, () => new Response('{"message":"Unknown Webhook"}', { status: 404 }));
  await assert.rejects(
    webhooks.register(KEY, DISCORD),
    (error: { body(): { hint: string } }) => error.body().hint === "wrong answer",
  );
  const elsewhere = { ...DISCORD, url: "https://discord.com.example/api/webhooks/1/x" };
  await assert.rejects(
    webhooks.register(KEY, elsewhere),
    (error: { body(): { hint: string } }) => error.body().hint === "address not allowed",
  );
});

const ROLE = "123456789012345678";

/** Texts that would ping, link, format or end what they stand in. */
const HOSTILE = [
  "@everyone @here <@123456789012345678> <@&123456789012345678> <#5> <@!9>",
  "`code` ```block``` **bold** ~~gone~~ ||spoiler|| __under__",
  "[x](javascript:alert(1)) <https://evil.example> https://evil.example",
  "# Heading\n> quote\n- list\n-# small",
  "\u202eright to left\u0000\u200b",
  "長".repeat(800),
  "*_`~|<@1>[]()\\".repeat(110),
  "\\".repeat(800),
];

/** Mentions, and signs that are not seen. */
const UNSAFE = /@(everyone|here|[!&]?\d)|[\p{Cf}\p{Cn}]|(?!\n)\p{Cc}/u;

const SHOW = {
  ...{ id: "show-1", title: "Halaman Belakang", setlist: "", date: "2026-07-05", time: "20:00" },
  ...{ venue: "Teater Serambi", members: ["Aya Putri", "Bela Sari"], is_upcoming: true },
  ...{ start_at: "2026-07-05T20:00:00+07:00", state: "scheduled", member_count: 2 },
  url: "https://tiket.example/show-1",
};

const FORMER = { time: "19:00", start_at: "2026-07-05T19:00:00+07:00" };

/** Processes that send to real servers on loopback. */
function createChats() {
  const harness = createWebhookHarness({ isReal: true });
  const discord = createFakeDiscord(harness.clock);
  return {
    ...{ harness, discord },
    [Symbol.asyncDispose]: async () => {
      await harness.close();
      await discord.close();
    },
  };
}

Deno.test("a Discord message names the group, speaks its language and says the old value beside the new", async () => {
  await using chats = createChats();
  const { harness, discord } = chats;
  const webhooks = harness.start();
  await webhooks.register(KEY, { ...REQUEST, url: discord.url, format: "discord" });
  const changed = { ...SHOW, changed: ["start_at", "time", "members"], former: FORMER };
  await harness.write({ type: "show.changed", subject: "a", data: changed });
  await harness.write({ type: "show.changed", subject: "b", data: changed, group: "groupb" });
  await harness.write({ type: "show.added", subject: "c", data: SHOW, group: "groupb" });
  await harness.write({ type: "content.changed", subject: "d", data: { added: 1 } });
  await harness.clock.advance(10_000);
  const texts = discord.messages.map(({ body: { embeds: [embed], content } }) => {
    const { author, title, description, footer } = embed;
    return [content, author.name, title, description, footer.text];
  }).sort((one, other) => one[1].localeCompare(other[1]));
  assert.deepEqual(texts, [
    [
      ...[undefined, "New show", "Halaman Belakang"],
      "<t:1783256400:F>\nTeater Serambi\nLine-up: Aya Putri, Bela Sari",
      "Kelip_Senja",
    ],
    [
      ...[undefined, "Pertunjukan berubah", "Halaman Belakang"],
      "<t:1783256400:F>\nTeater Serambi\nJam: 19:00 → 20:00\nBerubah: penampil",
      "Serambi Bintang",
    ],
    [
      ...[undefined, "Show changed", "Halaman Belakang"],
      "<t:1783256400:F>\nTeater Serambi\nTime: 19:00 → 20:00\nChanged: line-up",
      "Kelip_Senja",
    ],
  ]);
  assert.deepEqual(discord.faults, []);
});

Deno.test("a role is pinged by each new message, as the one allowed mention, and not by an edit", async () => {
  await using chats = createChats();
  const { harness, discord } = chats;
  const webhooks = harness.start();
  const { id } = await webhooks.register(KEY, {
    ...REQUEST,
    ...{ url: discord.url, format: "discord", mention: ROLE },
  });
  assert.equal((await webhooks.list(KEY))[0]!.record.mention, ROLE);
  await harness.write({ type: "live.started", subject: "showroom-9", data: LIVE });
  await harness.clock.advance(2_000);
  const [message] = discord.messages;
  assert.equal(message!.body.content, `<@&${ROLE}>`);
  assert.deepEqual(message!.body.allowed_mentions, { parse: [], roles: [ROLE] });
  await harness.write({
    type: "live.ended",
    subject: "showroom-9",
    data: { ...LIVE, ended_at: "" },
  });
  await harness.clock.advance(2_000);
  assert.deepEqual([discord.messages.length, discord.edits()], [1, 1]);
  assert.deepEqual(message!.body.allowed_mentions, { parse: [] });
  assert.equal(message!.body.content, `<@&${ROLE}>`);
  assert.equal((await webhooks.test(KEY, id)).outcome, "delivered");
  const test = discord.messages[1]!.body;
  assert.match(test.content, new RegExp(`^<@&${ROLE}> \\S`));
  assert.deepEqual(test.allowed_mentions, { parse: [], roles: [ROLE] });
  // The end of a broadcast of which no message was posted calls for nobody.
  await harness.write({ type: "live.ended", subject: "idn-0", data: { ...LIVE, id: "idn-0" } });
  await harness.clock.advance(2_000);
  assert.equal(discord.messages[2]!.body.content, undefined);
  assert.deepEqual(discord.faults, []);
});

Deno.test("an announcement says who will be live where and when, in the language of its group", async () => {
  await using chats = createChats();
  const { harness, discord } = chats;
  const webhooks = harness.start();
  await webhooks.register(KEY, { ...REQUEST, url: discord.url, format: "discord" });
  const data = {
    ...{ id: "idn-9", type: "idn", title: "Pagi @everyone!", name: "Freya", img: "" },
    ...{ url_key: "freya", group: "groupa", scheduled_at: "2026-07-05T12:00:00.000Z" },
    url: "https://www.idn.app/freya/live/pagi",
  };
  for (const group of ["groupa", "groupb"]) {
    await harness.write({ type: "live.announced", subject: "idn-9", data, group });
  }
  await harness.clock.advance(10_000);
  const embeds = discord.messages.map(({ body: { embeds: [embed] } }) => embed)
    .sort((one, other) => one.author.name.localeCompare(other.author.name));
  assert.deepEqual(embeds.map(({ author, title }) => [author.name, title]), [
    ["Announced", "Freya will be live on IDN Live"],
    ["Live mendatang", "Freya akan live di IDN Live"],
  ]);
  assert.deepEqual([embeds[0].url, discord.faults], [data.url, []]);
  assert.match(embeds[0].description, /^<t:1783252800:F>\nPagi /);
  assert.doesNotMatch(embeds[0].description, UNSAFE);
});

Deno.test("no text of the content pings, formats, links or is too long, in any field of any chat", async () => {
  await using chats = createChats();
  const { harness, discord } = chats;
  const webhooks = harness.start();
  const chat = { ...REQUEST, url: discord.url, format: "discord", mention: ROLE } as const;
  await webhooks.register(KEY, chat);
  const types = [
    ...["show.added", "show.changed", "show.soon", "news.published", "live.started"],
    ...["release.added", "member.joined", "live.announced"],
  ] as const;
  for (const [place, text] of HOSTILE.entries()) {
    for (const type of types) {
      const data = {
        ...{ ...SHOW, id: `${type}-${place}`, title: text, name: text, venue: text, time: text },
        ...{
          content: text,
          date: text,
          type: text,
          members: Array(40).fill(text.slice(0, 150)),
          url: text,
        },
        ...{ changed: ["title", text], former: { title: text, venue: text, time: text } },
      };
      await harness.write({ type, subject: `${type}-${place}`, data });
      await harness.clock.advance(3_000);
    }
  }
  await harness.clock.advance(60_000);
  const count = HOSTILE.length * types.length;
  assert.equal(discord.messages.length, count);
  assert.deepEqual(discord.faults, []);
  for (const { body: { embeds: [embed], content, allowed_mentions } } of discord.messages) {
    assert.deepEqual([content, allowed_mentions], [`<@&${ROLE}>`, { parse: [], roles: [ROLE] }]);
    const { title, description = "", fields = [], author, footer, url } = embed;
    const values = fields.map(({ value }: { value: string }) => value);
    for (const text of [title, description, ...values, author.name, footer.text]) {
      assert.doesNotMatch(text, UNSAFE);
    }
    // What this program writes itself is no text of the content.
    const own = description.replaceAll(/<t:\d+:F>|\*\*/g, "");
    for (const text of [title, own]) {
      const bare = text.replaceAll(/\\[^\n]/g, "");
      assert.doesNotMatch(bare, /[*_~`|[\]()<>]|^[#-]|:\/\//m, text);
    }
    assert.equal(url, undefined);
  }
});

Deno.test("Discord's 429 is waited for, by the seconds in its body too", async () => {
  await using chats = createChats();
  const { harness, discord } = chats;
  const webhooks = harness.start();
  const { id } = await webhooks.register(KEY, {
    ...{ ...REQUEST, url: discord.url, format: "discord" },
  });
  discord.next("429 in the body", "500");
  await harness.write({ type: "show.soon", subject: "a", data: SHOW });
  await harness.clock.advance(39_000);
  assert.equal(discord.posts.length, 1);
  await harness.clock.advance(60_000);
  assert.deepEqual(discord.posts.map(({ status }) => status), [429, 500, 200]);
  assert.ok(discord.posts[1]!.at - discord.posts[0]!.at >= 40_000);
  const outcomes = (await webhooks.deliveries(KEY, id)).map(({ outcome }) => outcome);
  assert.deepEqual(outcomes, ["delivered", "wrong answer", "wrong answer"]);
});
