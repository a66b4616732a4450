import { createFakeNet } from "../../../build/demo/net.ts";
import { idnItem } from "../../../build/demo/scene.ts";
import { type AlertData } from "../../../src/addons/alerts/alarms.ts";
import {
  type ChannelDeps,
  createMailChannel,
  createWebhookChannel,
} from "../../../src/addons/alerts/channels.ts";
import { createObserver } from "../../../src/addons/alerts/observe.ts";
import { readAllSettings } from "../../../src/core/all_settings.ts";
import { type Core } from "../../../src/core/core.ts";
import { Counting } from "../../../src/core/counting.ts";
import { type Endpoint } from "../../../src/delivery/endpoint.ts";
import { createOutbox } from "../../../src/delivery/outbox.ts";
import { openPost, type PostEntry } from "../../../src/delivery/post_log.ts";
import { createSmtpMailer, type Mail, noMailer } from "../../../src/mail/mail.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createLiveProgram, NOW } from "../../support/live_program.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram } from "../../support/program.ts";
import { createQuietLog } from "../../support/quiet_log.ts";
import { startSmtpServer } from "../../support/smtp_server.ts";
import assert from "node:assert/strict";

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const START = Date.parse("2026-07-04T12:00:00Z");

const BEGAN: AlertData = {
  alert: "platform_down idn",
  detail: "It last answered 11 minutes ago. Ask @everyone.",
  step: 1,
  beganAt: START,
  overAt: null,
};

const OVER: AlertData = { ...BEGAN, detail: "", step: 2, overAt: START + HOUR };

const signal = new AbortController().signal;

function entryOf(data: AlertData): PostEntry {
  return { about: "alert", subject: data.alert, data };
}

/** Has an alert sent by a channel, past the outbox. */
async function send(channel: Endpoint<PostEntry>, data: AlertData) {
  return await channel.send([{ seq: 1, value: entryOf(data) }], 1, signal);
}

const DEPS: ChannelDeps = {
  ...{ net: systemNet, clock: systemClock, log: createQuietLog(), mailer: noMailer },
  post: { source: undefined! },
  title: () => "Oshibase",
};

Deno.test("an address gets JSON and the headers of Standard Webhooks", async () => {
  const received: { headers: Headers; body: unknown }[] = [];
  const statuses = [204, 500, 429, 410];
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      received.push({ headers: request.headers, body: await request.json() });
      const status = statuses.shift()!;
      return new Response(null, { status, headers: status === 429 ? { "retry-after": "7" } : {} });
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}/alerts`;
  const channel = createWebhookChannel(DEPS, url);
  assert.deepEqual(await send(channel, BEGAN), { kind: "sent", pauseMs: 0 });
  assert.deepEqual(received[0]!.body, {
    type: "alert.began",
    timestamp: "2026-07-04T12:00:00.000Z",
    data: {
      alert: "platform_down idn",
      title: "A live platform cannot be asked: idn",
      text: "It last answered 11 minutes ago. Ask @everyone.\n\n" +
        "Its broadcasts are not shown meanwhile. /status gives the reason.",
      began_at: "2026-07-04T12:00:00.000Z",
      over_at: null,
    },
  });
  assert.equal(received[0]!.headers.get("webhook-id"), "alert_platform_down_idn_1");
  assert.match(received[0]!.headers.get("webhook-timestamp")!, /^\d{10}$/);
  const failed = await send(channel, OVER);
  assert.deepEqual(failed, { kind: "later", reason: "status 500" });
  assert.deepEqual(await send(channel, OVER), {
    kind: "later",
    reason: "status 429",
    waitMs: 7_000,
  });
  assert.deepEqual(await send(channel, OVER), {
    ...{ kind: "later", reason: "status 410", waitMs: HOUR },
  });
});

Deno.test("a Discord webhook is known by its address, and nobody is pinged", async () => {
  const posts: { url: string; body: string }[] = [];
  const net = {
    fetch(url: string, init: RequestInit = {}) {
      posts.push({ url, body: String(init.body) });
      return Promise.resolve(new Response("{}"));
    },
  };
  const url = "https://discord.com/api/webhooks/1/secret";
  const channel = createWebhookChannel({ ...DEPS, net }, url);
  assert.deepEqual(await send(channel, BEGAN), { kind: "sent", pauseMs: 0 });
  assert.deepEqual(await send(channel, OVER), { kind: "sent", pauseMs: 0 });
  assert.equal(posts[0]!.url, `${url}?wait=true`);
  const { embeds: [began], allowed_mentions } = JSON.parse(posts[0]!.body);
  const { embeds: [over] } = JSON.parse(posts[1]!.body);
  assert.equal(began.title, "A live platform cannot be asked: idn");
  assert.doesNotMatch(began.description, /@everyone/);
  assert.deepEqual(allowed_mentions, { parse: [] });
  assert.notEqual(began.color, over.color);
});

Deno.test("a letter goes to all operators, and has the same Message-ID when it goes again", async () => {
  await using server = await startSmtpServer();
  const mailer = createSmtpMailer({ url: server.url, from: "Oshibase <halo@oshibase.example>" });
  const to = ["a@ops.example", "b@ops.example"];
  const channel = createMailChannel({ ...DEPS, mailer }, to);
  for (let n = 0; n < 2; n++) {
    assert.deepEqual(await send(channel, BEGAN), { kind: "sent" });
  }
  const [first, again] = server.mails;
  assert.deepEqual(first!.to, to);
  assert.equal(
    first!.headers.get("subject"),
    "Oshibase: A live platform cannot be asked: idn",
  );
  assert.match(first!.text, /11 minutes ago\. Ask @everyone\.\n\nIts/);
  assert.equal(first!.headers.get("message-id"), "<alert_platform_down_idn_1@oshibase.example>");
  assert.equal(again!.headers.get("message-id"), first!.headers.get("message-id"));
});

/** An outbox with both channels, and what they were sent. */
function createSetting(statuses: number[]) {
  const clock = createManualClock(START);
  const log = createQuietLog();
  const env = { kv: createMemoryKv(clock), clock, random: systemRandom, log };
  const post = openPost(env);
  const ids: string[] = [];
  const mails: Mail[] = [];
  const deps: ChannelDeps = {
    ...{ post, log, clock, title: () => "Oshibase" },
    net: {
      fetch(_url, init = {}) {
        const status = statuses.shift() ?? 204;
        const id = new Headers(init.headers).get("webhook-id")!;
        ids.push(`${status} ${id} ${(clock.now() - START) / MINUTE | 0}`);
        return Promise.resolve(new Response(null, { status }));
      },
    },
    mailer: {
      send: (mail) => Promise.resolve(void mails.push(mail)).then(() => ({ state: "sent" })),
    },
  };
  const channels = [
    createWebhookChannel(deps, "https://ops.example/alerts"),
    createMailChannel(deps, ["ops@fans.example"]),
  ];
  const outbox = createOutbox(env, () => channels);
  outbox.wake();
  const tell = (data: AlertData) => post.append(entryOf(data));
  return { clock, log, ids, mails, outbox, tell };
}

Deno.test("a message that fails is tried again with the same id, after an hour where the address is gone, and no channel waits for the other", async () => {
  const { clock, log, ids, mails, outbox, tell } = createSetting([500, 410]);
  await tell(BEGAN);
  await clock.advance(MINUTE);
  assert.equal(mails.length, 1);
  await tell(OVER);
  await clock.advance(2 * HOUR);
  assert.deepEqual(ids, [
    "500 alert_platform_down_idn_1 0",
    "410 alert_platform_down_idn_1 0",
    "204 alert_platform_down_idn_1 60",
    "204 alert_platform_down_idn_2 60",
  ]);
  assert.deepEqual(mails.map(({ id }) => id), [
    "alert_platform_down_idn_1",
    "alert_platform_down_idn_2",
  ]);
  assert.ok(log.lines.some((line) => line.includes("status 410")));
  assert.ok(!log.lines.join().includes("ops.example"));
  await outbox.close();
});

const LOOKED_AT = Date.parse("2026-07-04T12:00:00Z");

const DAY_MS = 86_400_000;

const WELL = {
  now: () => LOOKED_AT,
  elapsed: () => LOOKED_AT,
  storeState: () => "ok",
  sources: (): unknown => [{ name: "idn", state: "ok", age_ms: 5_000, dropped: {} }],
  sinks: (): unknown => [{ sink: "discord", waiting: 0, state: "ok" }],
  guesses: () => ({ total: 0, refused: 0 }),
  counting: new Counting(),
  builtAt: () => LOOKED_AT - 13 * DAY_MS,
  freeDiskShare: (): Promise<number> => Promise.resolve(0.5),
  path: "store.kv" as string | undefined,
};

/** Looks at a core in which all is well but for this. */
function observerOf(deps: Partial<typeof WELL> = {}): () => Promise<string[]> {
  const all = { ...WELL, ...deps };
  const core = {
    platform: { clock: { now: all.now } },
    elapsed: all.elapsed,
    store: { path: all.path },
    counting: all.counting,
    content: () => ({ builtAt: all.builtAt() }),
    live: { view: { sources: all.sources } },
    audit: { state: () => ({ sinks: all.sinks() }) },
    access: {
      storeState: all.storeState,
      get wrongPasswords() {
        return all.guesses();
      },
    },
    readDiskSpace: async () => ({ sizeBytes: 100, freeBytes: 100 * await all.freeDiskShare() }),
  } as unknown as Core;
  const look = createObserver(core, 14);
  return async () =>
    (await look()).filter(({ isBad }) => isBad)
      .map(({ kind, what }) => what === undefined ? kind : `${kind} ${what}`);
}

const source = (state: string, dropped: Record<string, number> = {}) => ({
  sources: () => [{ name: "idn", state, age_ms: state === "down" ? 700_000 : 5_000, dropped }],
});
const sink = (state: "failing" | "stopped", waiting: number) => ({
  sinks: () => [{ sink: "discord", state, waiting }],
});
const free = (share: number) => ({ freeDiskShare: () => Promise.resolve(share) });

/** What is not well, and what is said to be bad then. */
const SEEN: readonly (readonly [deps: Partial<typeof WELL>, ...bad: string[]])[] = [
  [{}],
  [{ builtAt: () => LOOKED_AT - 15 * DAY_MS }, "content_old"],
  [{ builtAt: () => 0 }],
  [free(0.04), "disk_low"],
  [{ freeDiskShare: () => Promise.reject(new Error("gone")) }],
  [{ path: undefined, ...free(0) }],
  // A platform has changed where it answers and its entries cannot be read.
  [source("down"), "platform_down idn"],
  [source("ok", { malformed: 2 }), "platform_changed idn"],
  [source("stale", { malformed: 2 }), "platform_changed idn"],
  [source("ok", { wrong_room: 2, not_https: 1 })],
  [source("down", { malformed: 2 }), "platform_down idn"],
  [source("off", { malformed: 2 })],
  // It is known through the store, which is away.
  [{ ...source("down", { malformed: 2 }), storeState: () => "down" }],
  [sink("failing", 3), "audit_channel_down discord"],
  [sink("failing", 0)],
  [sink("stopped", 0), "audit_channel_down discord"],
];

Deno.test("each trouble is seen, and nothing where all is well", async () => {
  for (const [n, [deps, ...bad]] of SEEN.entries()) {
    assert.deepEqual(await observerOf(deps)(), bad, `row ${n}`);
  }
});

Deno.test("passwords are guessed while some are refused, or many are wrong, from look to look", async () => {
  const counts = [[49, 0], [49, 1], [50, 1], [99, 1], [149, 1], [149, 200]];
  const observe = observerOf({
    guesses() {
      const [total, refused] = counts.shift()!;
      return { total: total!, refused: refused! };
    },
  });
  const seen: boolean[] = [];
  while (counts.length > 0) seen.push((await observe()).includes("password_guessing"));
  assert.deepEqual(seen, [false, true, false, false, true, true]);
});

Deno.test("sign-up is flooded while many letters are asked for, from look to look", async () => {
  const counting = new Counting();
  const observe = observerOf({ counting });
  const tell = counting.reporter("signup");
  const seen: boolean[] = [];
  for (const asked of [49, 11, 50, 1, 389]) {
    for (let n = 0; n < asked; n++) tell(n % 2 === 0 ? "asked" : "too_many");
    tell("letter_sent");
    seen.push((await observe()).includes("signup_flood"));
  }
  assert.deepEqual(seen, [false, false, true, false, true]);
});

Deno.test("a clock that was set by more than a minute is seen for two minutes, and no slow drift", async () => {
  for (const byMs of [-3_600_000, 70_000]) {
    let elapsed = 0;
    let ahead = LOOKED_AT;
    const observe = observerOf({ now: () => ahead + elapsed, elapsed: () => elapsed });
    const pass = async (ms: number) => {
      elapsed += ms;
      return (await observe()).includes("clock_stepped");
    };
    assert.equal(await pass(30_000), false);
    ahead += 50_000;
    assert.equal(await pass(30_000), false);
    ahead += byMs;
    assert.deepEqual([await pass(30_000), await pass(60_000), await pass(60_000)], [
      ...[true, true, false],
    ]);
  }
});

Deno.test("a disk that is low has room again from 6 % on", async () => {
  const shares = [0.055, 0.049, 0.055, 0.059, 0.061, 0.055];
  const observe = observerOf({
    freeDiskShare: () => Promise.resolve(shares.shift()!),
  });
  const seen: boolean[] = [];
  while (shares.length > 0) seen.push((await observe()).length > 0);
  assert.deepEqual(seen, [false, true, true, true, false, false]);
});

const CONTENT = "test/fixtures/trio";

Deno.test("a program tells of a platform that changes the form of its entries, and that they can be read again", async () => {
  const posts: string[] = [];
  const platforms = createFakeNet();
  const { scene } = platforms;
  const net = {
    ...platforms,
    fetch(url: string, init: RequestInit = {}) {
      if (!url.startsWith("https://ops.example/")) return platforms.fetch(url, init);
      const { type, data } = JSON.parse(String(init.body));
      if (data.alert.endsWith(" idn")) posts.push(`${type} ${data.alert}`);
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  };
  const clock = createManualClock(NOW);
  const env = { ALERT_WEBHOOK_URL: "https://ops.example/alerts" };
  const well = [idnItem("kota_ani", "ani"), idnItem("kota_dian", "dian")];
  scene.idn = well;
  await using program = await createLiveProgram({ clock, net, env, elapsed: clock.now });
  const idn = () => program.service.live.view.sources().find(({ name }) => name === "idn")!;
  await program.pass(20 * MINUTE);
  assert.deepEqual([posts, idn().dropped], [[], {}]);

  // What a broadcast is called by has another name, as after a release of the platform.
  scene.idn = well.map(({ slug, ...item }) => ({ ...item, handle: slug })) as never;
  await program.pass(2 * MINUTE);
  assert.deepEqual([idn().state, idn().dropped, posts], ["ok", { malformed: 2 }, []]);
  await program.pass(4 * MINUTE);
  assert.deepEqual(posts, ["alert.began platform_changed idn"]);

  scene.idn = well;
  await program.pass(12 * MINUTE);
  assert.deepEqual(posts.slice(1), ["alert.over platform_changed idn"]);
  assert.deepEqual(idn().dropped, {});
});

Deno.test("letters of alarm need a mail server, and addresses", async () => {
  const env = { ALERT_MAIL_TO: "ops@fans.example" };
  const now = "2026-07-04T12:00:00Z";
  await assert.rejects(
    createProgram({ content: CONTENT, now, env }),
    /Cannot use ALERT_MAIL_TO without SMTP_URL/,
  );
  assert.throws(
    () => readAllSettings((name) => name === "ALERT_MAIL_TO" ? "ops" : undefined),
    /Cannot use ALERT_MAIL_TO: it takes mail addresses with commas between them/,
  );
});
