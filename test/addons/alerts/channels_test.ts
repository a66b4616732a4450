import assert from "node:assert/strict";
import type { AlertData } from "../../../src/addons/alerts/alarms.ts";
import {
  type ChannelDeps,
  createMailChannel,
  createWebhookChannel,
} from "../../../src/addons/alerts/channels.ts";
import type { Endpoint } from "../../../src/delivery/endpoint.ts";
import { createOutbox } from "../../../src/delivery/outbox.ts";
import { openPost, type PostEntry } from "../../../src/delivery/post_log.ts";
import { createSmtpMailer, type Mail, noMailer } from "../../../src/mail/mail.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createQuietLog } from "../../support/quiet_log.ts";
import { startSmtpServer } from "../../support/smtp_server.ts";

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

Deno.test("a message that nobody took for three days is out of date; its end is not", async () => {
  const { clock, ids, outbox, tell } = createSetting(Array(10_000).fill(500));
  await tell(BEGAN);
  await clock.advance(71 * HOUR);
  const { length } = ids;
  assert.ok(length > 100);
  await clock.advance(HOUR);
  const overAt = clock.now();
  await tell({ ...OVER, overAt });
  await clock.advance(HOUR);
  const late = ids.slice(-30).map((line) => line.split(" ")[1]);
  assert.deepEqual(new Set(late), new Set(["alert_platform_down_idn_2"]));
  await outbox.close();
});
