import assert from "node:assert/strict";
import { createFakeNet } from "../../support/fake_net.ts";
import { idnItem } from "../../../build/demo/scene.ts";
import { eventEmbed } from "../../../src/addons/webhooks/message.ts";
import type { EventKind, LogEntry } from "../../../src/events/event.ts";
import { messageFaults } from "../../audit/fake_discord.ts";
import { ON_AIR } from "../../support/contents.ts";
import { world } from "../../support/world.ts";
import { createAddresses, type Received, register } from "./addresses.ts";

const HOST = "discord.com";
const HOOK = { url: `https://${HOST}/api/webhooks/123/s3cr3t`, format: "discord" };
const ROLE = "123456789012345678";

/** Messages 1, 2, 3 … */
function answerLikeDiscord(): (request: Received) => Response {
  let count = 0;
  return ({ method, url }) => {
    if (method === "GET") return Response.json({ id: "123", type: 1, token: "s3cr3t" });
    return Response.json({ id: method === "PATCH" ? url.split("/").at(-1) : String(++count) });
  };
}

/** A world with a channel, and a platform on which members go live. */
async function opened() {
  const platforms = createFakeNet();
  platforms.scene.idn = [];
  const addresses = createAddresses();
  addresses.answer(HOST, answerLikeDiscord());
  const options = { platforms, direct: addresses.direct, mail: true };
  const app = await world({ ...ON_AIR, ...options, env: { LIVE: "on", YOUTUBE_API_KEY: "" } });
  await app.pass(60_000);
  const show = async (...items: ReturnType<typeof idnItem>[]) => {
    platforms.scene.idn = items;
    await app.pass(120_000);
  };
  return { app, addresses, show };
}

Deno.test("a broadcast is one message, which pings its role and is edited at the end; who deletes it gets another", async () => {
  const { app, addresses, show } = await opened();
  await using _ = app;
  const types = ["live.started", "live.ended"];
  await register(app, { ...HOOK, types, mention: ROLE });
  await show(idnItem("kota_ani", "pagi", { title: "Pagi *semua*", live_at: 1_783_158_600 }));
  await show();
  const [posted, edited, ...more] = addresses.received;
  assert.equal(more.length, 0);
  assert.deepEqual([posted!.method, posted!.url], ["POST", `${HOOK.url}?wait=true`]);
  assert.deepEqual([edited!.method, edited!.url], ["PATCH", `${HOOK.url}/messages/1`]);
  assert.equal(posted!.body.content, `<@&${ROLE}>`);
  assert.deepEqual(posted!.body.allowed_mentions, { parse: [], roles: [ROLE] });
  assert.deepEqual(edited!.body.allowed_mentions, { parse: [] });
  const [start, end] = [posted, edited].map((request) => request!.body.embeds[0]);
  assert.equal(start.title, "Pagi \\*semua\\*");
  assert.match(start.url, /^https:\/\/www\.idn\.app\/kota_ani\/live\/pagi/);
  assert.match(start.description, /^\*\*Ani Sari\*\* sedang live di IDN Live\n<t:\d+:R>$/);
  assert.match(end.description, /^\*\*Ani Sari\*\* live selama \d+ menit di IDN Live$/);

  addresses.answer(
    HOST,
    ({ method }) =>
      method === "PATCH" ? new Response(null, { status: 404 }) : Response.json({ id: "7" }),
  );
  await show(idnItem("kota_dian", "siang"));
  await show();
  const [, replaced, instead] = addresses.received.slice(2);
  assert.deepEqual([replaced!.method, instead!.method], ["PATCH", "POST"]);
  assert.equal(instead!.body.content, undefined, "an end pings nobody");
});

Deno.test("Discord's 429 is waited for, and a webhook that is gone is switched off", async () => {
  const { app, addresses, show } = await opened();
  await using _ = app;
  const { id } = await register(app, { ...HOOK, types: ["live.started"] });
  const tried = await (await app.ask(`/v1/webhooks/${id}/test`, { method: "POST" })).json();
  assert.equal(tried.outcome, "delivered");
  assert.match(addresses.received[0]!.body.content, /^Ini uji coba/);
  addresses.answer(HOST, () => Response.json({ retry_after: 300 }, { status: 429 }));
  await show(idnItem("kota_ani", "pagi"));
  await app.pass(120_000);
  assert.equal(addresses.received.length, 2);
  addresses.answer(HOST, () => new Response(null, { status: 404 }));
  await app.pass(240_000);
  assert.equal((await app.json("/v1/webhooks")).data[0].off_reason, "gone");
  assert.equal((await app.mails()).length, 1);
});

Deno.test("only a Discord webhook that says so itself is sent to as one", async () => {
  const { app, addresses } = await opened();
  await using _ = app;
  addresses.answer(HOST, () => Response.json({ message: "Unknown Webhook" }, { status: 404 }));
  assert.equal((await register(app, HOOK)).hint, "wrong answer");
  const elsewhere = { ...HOOK, url: "https://discord.com.example/api/webhooks/1/x" };
  assert.equal((await register(app, elsewhere)).hint, "address not allowed");
});

const SHOW = {
  id: "show-1",
  title: "Halaman Belakang",
  date: "2026-07-05",
  time: "20:00",
  venue: "Teater Serambi",
  members: ["Aya Putri", "Bela Sari"],
  start_at: "2026-07-05T20:00:00+07:00",
  state: "scheduled",
  url: "https://tiket.example/show-1",
};
const LIVE = { id: "idn-9", type: "idn", name: "Aya", title: "", img: "https://img.example/a.jpg" };

/** An event of each type, as far as messages read it. */
const DATA: Readonly<Record<EventKind, object>> = {
  "live.started": { ...LIVE, url_key: "aya", slug: "pagi", started_at: "2026-07-04T10:00:00Z" },
  "live.resumed": { ...LIVE, url_key: "aya", slug: "pagi", started_at: "2026-07-04T10:00:00Z" },
  "live.ended": { ...LIVE, started_at: "2026-07-04T10:00:00Z", ended_at: "2026-07-04T11:12:00Z" },
  "live.announced": { ...LIVE, scheduled_at: "2026-07-05T12:00:00Z", url: "https://idn.example/9" },
  "show.added": SHOW,
  "show.changed": {
    ...SHOW,
    state: "postponed",
    changed: ["start_at", "time", "members", "state"],
    former: { time: "19:00", start_at: "2026-07-05T19:00:00+07:00" },
  },
  "show.cancelled": { ...SHOW, start_at: "2026-07-05T23:59:59+07:00", time: "" },
  "show.soon": SHOW,
  "show.milestone": {
    ...SHOW,
    milestones: [{ name: "Aya Putri", count: 100 }, { name: "Bela", count: 10, setlist: "Pagi" }],
  },
  "ticket.sale": {
    ...SHOW,
    sale_from: "2026-06-28T12:00:00+07:00",
    tickets: [{ type: "Umum", price: "Rp200.000", url: "https://tiket.example/umum" }],
  },
  "news.published": { title: "Berita", date: "2026-07-04", content: "Halo.", image: "" },
  "release.added": { title: "Surat", type: "single", release_date: "2026-07-04" },
  "member.joined": { name: "Aya Putri", img: "https://img.example/a.jpg" },
  "member.graduated": { name: "Aya Putri" },
  "birthday.today": { name: "Aya Putri", current_age: 20 },
  "content.changed": { added: 3, changed: 0, removed: 1 },
};

function embedOf(type: EventKind, data: object, language: string) {
  const at = "2026-07-04T12:00:00.000Z";
  const event: LogEntry = { type, group: "groupa", at, data, subject: "", members: [] };
  const embed = eventEmbed(event, { name: "Serambi_Bintang", language });
  assert.deepEqual(messageFaults({ embeds: [embed], allowed_mentions: { parse: [] } }), []);
  return embed;
}

Deno.test("what a channel is shown of each event, in the language of its group", async (t) => {
  const shown = Object.entries(DATA).flatMap(([type, data]) =>
    ["en", "id"].map((language) => {
      const { author, title, url, description } = embedOf(type as EventKind, data, language);
      return [author!.name, title, url, description].filter(Boolean).join("\n");
    })
  );
  await t.assertSnapshot(shown.join("\n\n"));
});

/** Texts that would ping, link, format or end what they stand in. */
const HOSTILE = [
  "@everyone @here <@123456789012345678> <@&123456789012345678> <#5> <@!9>",
  "`code` ```block``` **bold** ~~gone~~ ||spoiler|| __under__",
  "[x](javascript:alert(1)) <https://evil.example> https://evil.example",
  "# Heading\n> quote\n- list\n-# small",
  "\u202eright to left\u0000\u200b",
  "長".repeat(800),
  "*_`~|<@1>[]()\\".repeat(110),
];

Deno.test("no text of the content pings, formats, links or is too long, in any field", () => {
  for (const [type, data] of Object.entries(DATA)) {
    for (const text of HOSTILE) {
      const replaced = Object.entries(data).filter(([name, value]) =>
        typeof value === "string" && !/(_at|_from)$/.test(name)
      ).map(([name]) => [name, text]);
      const members = Array(40).fill(text.slice(0, 150));
      const hostile = { ...data, ...Object.fromEntries(replaced), members };
      const { title, description = "" } = embedOf(type as EventKind, hostile, "en");
      // What this program writes itself is no text of the content.
      for (const shown of [title, description.replaceAll(/<t:\d+:[FR]>|\*\*/g, "")]) {
        assert.doesNotMatch(shown, /@(everyone|here|[!&]?\d)|[\p{Cf}\p{Cn}]|(?!\n)\p{Cc}/u);
        const bare = shown.replaceAll(/\\[^\n]/g, "");
        assert.doesNotMatch(bare, /[*_~`|[\]()<>]|^[#-]|:\/\//m);
      }
    }
  }
});

Deno.test("a title keeps what a font joins, and shows what hides or turns", () => {
  const kept = [
    ...["Siaran ❤️\u200d🔥 malam", "👩\u200d🎤", "👩🏽\u200d🎤", "🏳️\u200d🌈", "🇮🇩", "1️⃣"],
    ...["🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "می\u200cخواهم", "ශ්\u200dරී"],
    ...["क्\u200dष", "র\u200d্যাব", "ന്\u200d", "葛\u{e0100}城"],
  ];
  const shown = Object.entries({
    "a\u200bb": "a⟨U+200B⟩b",
    "a\u202eb\u202c": "a⟨U+202E⟩b⟨U+202C⟩",
    "a\ufeffb": "a b",
    "a\u200db\u200c": "a⟨U+200D⟩b⟨U+200C⟩",
    "🔥\u200d": "🔥⟨U+200D⟩",
    "می\u200c\u200cخ": "می⟨U+200C ×2⟩خ",
    "A\u{e0100}": "A⟨U+E0100⟩",
  });
  for (const [title, expected] of [...kept.map((one) => [one, one]), ...shown]) {
    assert.equal(embedOf("news.published", { title }, "en").title, expected);
  }
});
