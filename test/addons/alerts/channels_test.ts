import assert from "node:assert/strict";
import {
  type AlertMessage,
  createMailChannel,
  createWebhookChannel,
} from "../../../src/alerts/channels.ts";
import { createSmtpMailer } from "../../../src/mail/mail.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { startSmtpServer } from "../../support/smtp_server.ts";

const MESSAGE: AlertMessage = {
  id: "alert_platform_down_idn_1",
  type: "alert.began",
  subject: "platform_down idn",
  title: "A live platform cannot be asked: idn",
  paragraphs: ["It last answered 11 minutes ago.", "Ask @everyone."],
  beganAt: Date.parse("2026-07-04T12:00:00Z"),
  overAt: null,
};
const OVER: AlertMessage = {
  ...MESSAGE,
  id: "alert_platform_down_idn_2",
  type: "alert.over",
  overAt: Date.parse("2026-07-04T13:00:00Z"),
};
const signal = new AbortController().signal;

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
  const channel = createWebhookChannel({ net: systemNet, clock: systemClock, url });
  assert.deepEqual(await channel.post(MESSAGE, signal), { kind: "sent", pauseMs: 0 });
  assert.deepEqual(received[0]!.body, {
    type: "alert.began",
    timestamp: "2026-07-04T12:00:00.000Z",
    data: {
      alert: "platform_down idn",
      title: "A live platform cannot be asked: idn",
      text: "It last answered 11 minutes ago.\n\nAsk @everyone.",
      began_at: "2026-07-04T12:00:00.000Z",
      over_at: null,
    },
  });
  assert.equal(received[0]!.headers.get("webhook-id"), "alert_platform_down_idn_1");
  assert.match(received[0]!.headers.get("webhook-timestamp")!, /^\d{10}$/);
  const failed = await channel.post(OVER, signal);
  assert.deepEqual(failed, { kind: "later", reason: "status 500" });
  assert.deepEqual(await channel.post(OVER, signal), {
    kind: "later",
    reason: "status 429",
    waitMs: 7_000,
  });
  assert.deepEqual(await channel.post(OVER, signal), { kind: "gone", reason: "status 410" });
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
  const channel = createWebhookChannel({ net, clock: systemClock, url });
  assert.deepEqual(await channel.post(MESSAGE, signal), { kind: "sent", pauseMs: 0 });
  assert.deepEqual(await channel.post(OVER, signal), { kind: "sent", pauseMs: 0 });
  assert.equal(posts[0]!.url, `${url}?wait=true`);
  const { embeds: [began], allowed_mentions } = JSON.parse(posts[0]!.body);
  const { embeds: [over] } = JSON.parse(posts[1]!.body);
  assert.equal(began.title, "A live platform cannot be asked: idn");
  assert.doesNotMatch(began.description, /@everyone/);
  assert.deepEqual(allowed_mentions, { parse: [] });
  assert.notEqual(began.color, over.color);
});

Deno.test("a letter goes to all operators, and has the same Message-ID when it goes again", async () => {
  await using server = startSmtpServer();
  const mailer = createSmtpMailer({ url: server.url, from: "Oshibase <halo@oshibase.example>" });
  const to = ["a@ops.example", "b@ops.example"];
  const channel = createMailChannel({ mailer, to, title: () => "Oshibase" });
  for (let n = 0; n < 2; n++) {
    assert.deepEqual(await channel.post(MESSAGE, signal), { kind: "sent", pauseMs: 0 });
  }
  const [first, again] = server.mails;
  assert.deepEqual(first!.to, to);
  assert.equal(
    first!.headers.get("subject"),
    "Oshibase: A live platform cannot be asked: idn",
  );
  assert.match(first!.text, /11 minutes ago\.\n\nAsk/);
  assert.equal(first!.headers.get("message-id"), "<alert_platform_down_idn_1@oshibase.example>");
  assert.equal(again!.headers.get("message-id"), first!.headers.get("message-id"));
});
