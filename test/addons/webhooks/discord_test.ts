import assert from "node:assert/strict";
import { spanText, speech } from "../../../src/addons/webhooks/words.ts";
import { createWebhookHarness, GONE, KEY, type Received, REQUEST, whyOff } from "./harness.ts";

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
  const harness = createWebhookHarness();
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
  await harness.close();
});

Deno.test("a title keeps what a font joins, and shows what hides or turns", async () => {
  const harness = createWebhookHarness();
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
  await harness.close();
});

Deno.test("a message that somebody deleted is posted anew, and a webhook that is gone is switched off", async () => {
  const harness = createWebhookHarness();
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
  await harness.close();
});

Deno.test("only a Discord webhook that says so itself is told as one", async () => {
  const harness = createWebhookHarness();
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
  await harness.close();
});

Deno.test("the length of a broadcast is told in hours and minutes", () => {
  const { say } = speech({ name: "", language: "en" });
  const minutes = (count: number) => spanText(0, count * 60_000, say);
  assert.deepEqual([0, 1, 59, 60, 72, 600].map(minutes), [
    ...["less than a minute", "1 min", "59 min", "1 h", "1 h 12 min", "10 h"],
  ]);
  assert.equal(spanText(NaN, 5, say), "less than a minute");
});
