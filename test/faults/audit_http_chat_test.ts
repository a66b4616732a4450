import assert from "node:assert/strict";
import type { UseEntry } from "../../src/audit/entries/use.ts";
import { footerOf, mostPosts, toldUses, usesIn, withoutRepeats } from "../audit/chat_harness.ts";
import { wallClock } from "../audit/sample_use.ts";
import { admin } from "../support/admin.ts";
import { createFakeDiscord, type FakeDiscord } from "../support/fake_discord.ts";
import { createFakeSink } from "./fake_sink.ts";
import { createTokenFixture, type TokenFixture } from "../support/token_fixture.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { sideBySide } from "./side_by_side.ts";

/** A place, a chat, and what a server needs to tell it. */
async function chatPlace() {
  const fixture = await createTokenFixture();
  const discord = createFakeDiscord(wallClock);
  return {
    fixture,
    discord,
    env: { ...fixture.env, AUDIT_WEBHOOK_URL: discord.url },
    async [Symbol.asyncDispose]() {
      await discord.close();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

/** Asks with the token; the status. */
async function use({ base }: RunningServer, { token }: TokenFixture, path: string) {
  const headers = { "x-priority-token": token.secret };
  const response = await fetch(`${base}${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
}

async function useMany(server: RunningServer, fixture: TokenFixture, count: number) {
  const asks = Array.from(
    { length: count },
    (_, number) => use(server, fixture, `api/kembang/member/guest-${number % 7}`),
  );
  assert.deepEqual([...new Set(await Promise.all(asks))], [404]);
}

/** What people see, counted, is what is on record; a message that came twice counts once. */
async function assertAllTold(
  { messages, posts, faults, overruns }: FakeDiscord,
  at: TokenFixture,
) {
  const recorded = (await at.uses()).length;
  assert.equal(toldUses(messages), recorded);
  for (const message of withoutRepeats(messages)) {
    const [, uses] = /(\d+) of uses \d+–\d+ · message/.exec(footerOf(message)) ?? [];
    assert.equal(Number(uses), usesIn(message));
  }
  assert.deepEqual(faults, []);
  assert.equal(overruns(), 0);
  assert.ok(mostPosts(posts, 60_000) <= 30);
}

/** The embeds of all messages. */
function embedsOf({ messages }: FakeDiscord) {
  return messages.flatMap(({ body }) => body.embeds);
}

async function firstUse(): Promise<void> {
  await using at = await chatPlace();
  await using sink = createFakeSink();
  const { fixture, discord } = at;
  const env = { ...at.env, AUDIT_SINK_URL: sink.url, AUDIT_SINK_SECRET: sink.secret };
  await using server = await startServer(env);
  assert.equal(await use(server, fixture, "api/melati/news?page=1"), 200);
  await until(() => discord.messages.length > 0 && sink.messages.length > 0);

  const [embed] = embedsOf(discord);
  assert.match(embed.title, /^🏅 /u);
  assert.equal(embed.color, 0xffd700);
  assert.equal(
    embed.description,
    "First use after an hour of quiet and first use from this address",
  );
  const field = (wanted: string) =>
    embed.fields.find(({ name }: { name: string }) => name === wanted).value;
  assert.equal(field("Name"), fixture.token.name);
  assert.equal(field("E-mail"), `\`${fixture.token.email}\``);
  assert.equal(field("IP address"), "`127.0.0.1`");
  assert.equal(field("Endpoint"), "`GET /api/melati/news`");
  const [recorded] = await recordedUses(fixture);
  assert.equal(embed.timestamp, recorded!.at);
  assert.deepEqual(sink.messages.map(({ uses }) => uses), [[recorded]]);
  assert.deepEqual(sink.faults, []);

  // What the footer says is copied as it stands, whole or from the last word on.
  const footer = footerOf(discord.messages[0]!);
  const head = footer.split(" ").at(-1)!;
  for (const copied of [head, footer]) {
    assert.equal((await admin(env, "audit", "verify", "--head", copied)).code, 0);
  }
  for (
    const wrong of [head.replace(/.$/, (last) => last === "A" ? "B" : "A"), `2:${head.slice(2)}`]
  ) {
    const { code, out } = await admin(env, "audit", "verify", "--head", wrong);
    assert.equal(code, 1);
    assert.match(out, /changed at entry [12]: .*the chat was told of/);
  }
}

async function fortyOne(): Promise<void> {
  await using at = await chatPlace();
  const { fixture, discord } = at;
  await using server = await startServer(at.env);
  const began = performance.now();
  for (let number = 0; number < 41; number++) {
    await until(() => performance.now() >= began + number * 24);
    void use(server, fixture, `api/kembang/member/guest-${number % 7}`);
  }
  await until(() => toldUses(discord.messages) === 41, 90_000);
  await assertAllTold(discord, fixture);
  const alone = embedsOf(discord).filter(({ description }) => /^First use/.test(description));
  assert.equal(alone.length, 1);
  console.log(`41 uses in a second were told ${(performance.now() - began).toFixed(0)} ms later`);
}

async function restarts(): Promise<void> {
  await using at = await chatPlace();
  const { fixture, discord } = at;
  discord.always("500");
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    await using server = await startServer(at.env);
    await useMany(server, fixture, 30);
    const posts = discord.posts.length;
    await until(() => discord.posts.length > posts);
    await server.stop(signal);
  }
  assert.equal(discord.messages.length, 0);
  discord.always("ok");
  await using server = await startServer(at.env);
  await useMany(server, fixture, 5);
  // A wait of up to a minute after the failures, and a minute in which uses gather for a digest.
  await until(() => toldUses(discord.messages) >= 65, 180_000);
  await assertAllTold(discord, fixture);
  assert.equal(discord.messages.length, withoutRepeats(discord.messages).length);
}

async function killedWhilePosting(): Promise<void> {
  await using at = await chatPlace();
  const { fixture, discord } = at;
  discord.always("save and hang");
  const victim = await startServer(at.env);
  await useMany(victim, fixture, 3);
  await until(() => discord.messages.length === 1);
  await victim.stop("SIGKILL");
  discord.always("ok");
  await using server = await startServer(at.env);
  await useMany(server, fixture, 4);
  await until(() => toldUses(discord.messages) >= 7, 60_000);
  await assertAllTold(discord, fixture);
  // The message that was saved came once more, under the same range.
  assert.equal(discord.messages.length, withoutRepeats(discord.messages).length + 1);
}

async function manySinks(): Promise<void> {
  await using at = await chatPlace();
  await using sink = createFakeSink();
  const { fixture, discord } = at;
  const env = { ...at.env, AUDIT_SINK_URL: sink.url, AUDIT_SINK_SECRET: sink.secret };
  sink.answer = 500;
  await using first = await startServer(env);
  await useMany(first, fixture, 20);
  await until(() => toldUses(discord.messages) === 20, 30_000);
  await first.stop("SIGKILL");
  sink.answer = 204;
  await using second = await startServer(env);
  await useMany(second, fixture, 20);
  await until(() =>
    new Set(sink.messages.flatMap(({ uses }) => uses.map(({ seq }) => seq))).size >= 40
  );
  const byId = new Map(sink.messages.map((message) => [message.id, message]));
  const sunk = [...byId.values()].flatMap(({ uses }) => uses).sort((a, b) => a.seq - b.seq);
  assert.deepEqual(sunk, await recordedUses(fixture));
  assert.deepEqual(sink.faults, []);
}

sideBySide({
  "a running server tells a first use on its own: gold badge, name, e-mail, address, endpoint":
    firstUse,
  "from a quiet start, 41 uses in a second are told within 90 s by a running server": fortyOne,
  "uses that a stopped and a killed server left untold are told by the next": restarts,
  "a server that is killed while it posts repeats that message, and no other": killedWhilePosting,
  "a webhook that was away gets every use, whatever the chat was told": manySinks,
});

/** What is on record, without what a message of uses alone need not say. */
async function recordedUses({ uses }: TokenFixture): Promise<Omit<UseEntry, "kind">[]> {
  return (await uses()).map(({ kind: _, ...use }) => use);
}
