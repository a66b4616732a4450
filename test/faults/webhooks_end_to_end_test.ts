import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { Buffer } from "node:buffer";
import { systemClock } from "../../src/platform/clock.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { appendEvents } from "../../src/events/log_store.ts";
import type { Store } from "../../src/store/store.ts";
import { idnItem } from "../support/fake_platforms/scene.ts";
import { openFixtureStore } from "../support/fixture.ts";
import { eventsOf, listen } from "../support/heard_events.ts";
import { issueKey } from "../support/issue.ts";
import { createLiveFixture } from "../support/live_fixture.ts";
import { until } from "../support/until.ts";
import {
  type ReceivedHook,
  registerWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../support/webhook_receiver.ts";

const ALLOW = { WEBHOOK_ALLOW: "127.0.0.0/8" };
const SECOND = 1_000;

function cameTo({ received }: WebhookReceiver, path: string): ReceivedHook[] {
  return received.filter((one) => one.path.startsWith(path));
}

/** The signature of Standard Webhooks, computed here from its text alone. */
function signatureOf({ headers, body }: ReceivedHook, secret: string): string {
  const text = ["webhook-id", "webhook-timestamp"].map((name) => headers.get(name)).join(".");
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const hash = createHmac("sha256", key).update(`${text}.${JSON.stringify(body)}`);
  return `v1,${hash.digest("base64")}`;
}

Deno.test("who goes live on a platform is told to webhooks, and the end is edited into Discord's message", async () => {
  await using fixture = await createLiveFixture(SECOND);
  await using receiver = startWebhookReceiver();
  const server = await fixture.start(ALLOW);
  const types = ["live.started", "live.ended"];
  const secret = await registerWebhook(server, fixture.key, {
    url: `${receiver.base}/hook/standard`,
    types,
  });
  await registerWebhook(server, fixture.key, {
    url: `${receiver.base}/api/webhooks/1/token`,
    format: "discord",
    types,
  });

  fixture.platforms.scene.idn = [idnItem("kota_ani", "hello", { title: "Good evening" })];
  await fixture.ask(server, "api/kota/live");
  await until(() => receiver.received.length === 2);
  const [told] = cameTo(receiver, "/hook");
  assert.equal(told!.body.type, "live.started");
  assert.equal(told!.body.data.name, "Ani Sari");
  assert.equal(told!.body.data.title, "Good evening");
  assert.equal(told!.headers.get("webhook-signature"), signatureOf(told!, secret));
  const [message] = cameTo(receiver, "/api/webhooks/1/token");
  assert.equal(message!.method, "POST");
  assert.match(message!.body.embeds[0].description, /^\*\*Ani Sari\*\* sedang live di IDN Live$/);
  assert.deepEqual(message!.body.allowed_mentions, { parse: [] });

  fixture.platforms.scene.idn = [];
  await until(() => receiver.received.length === 4);
  const [, ended] = cameTo(receiver, "/hook");
  assert.equal(ended!.body.type, "live.ended");
  assert.equal(ended!.body.data.id, told!.body.data.id);
  assert.notEqual(ended!.headers.get("webhook-id"), told!.headers.get("webhook-id"));
  const [, edit] = cameTo(receiver, "/api/webhooks/1/token");
  assert.deepEqual([edit!.method, edit!.path], ["PATCH", "/api/webhooks/1/token/messages/1"]);
  assert.match(edit!.body.embeds[0].description, /^\*\*Ani Sari\*\* live selama /);
});

/** What is promised of a key that may read something no more. */
const PAUSED_MS = 3 * SECOND;
const EMIT_EVERY_MS = 100;
/** How long things are looked at afterwards. */
const AFTER_MS = 7 * SECOND;

/** When an event was written, or came to a webhook, epoch ms. */
type ToldAt = number;

/** Writes events of two groups all the time; each says when it was written. */
function emit({ kv }: Store): () => Promise<void> {
  let isOver = false;
  let n = 0;
  const write = async () => {
    while (!isOver) {
      const now = Date.now();
      const entries = ["kota", "laut"].map((group) => ({
        ...{ type: "birthday.today" as const, group, at: new Date(now).toISOString() },
        ...{ data: { written: now, group }, subject: `${group}-${n}`, members: [] },
      }));
      n++;
      const deps = { kv, clock: systemClock, random: systemRandom };
      assert.ok(await appendEvents(deps, entries, { checks: [], writes: [] }));
      await new Promise((resolve) => setTimeout(resolve, EMIT_EVERY_MS));
    }
  };
  const writing = write();
  return () => {
    isOver = true;
    return writing;
  };
}

/** When the last event of a group was written that somebody was told. */
function lastOf(
  // deno-lint-ignore no-explicit-any
  events: readonly { group: string; data: any }[],
  group: string,
): ToldAt {
  return Math.max(0, ...events.filter((one) => one.group === group).map((one) => one.data.written));
}

interface Caller {
  readonly name: string;
  readonly id: string;
  readonly secret: string;
  /** When the last event of a group was written that answers or the stream told, or came to the webhook. */
  told(way: Way, group: string): ToldAt;
  stop(): Promise<void>;
}

const WAYS = ["log", "stream", "webhook"] as const;
type Way = (typeof WAYS)[number];

/** A key that asks for events, listens to their stream, and has a webhook. */
async function openCaller(
  name: string,
  server: { readonly base: string },
  store: Store,
  receiver: WebhookReceiver,
): Promise<Caller> {
  const { id, secret } = await issueKey(store, { plan: "free", createdAt: Date.now() });
  const headers = { "x-api-key": secret };
  const ask = async (query: string) => {
    const response = await fetch(`${server.base}v1/events?limit=1000&${query}`, { headers });
    return { status: response.status, body: await response.json() };
  };
  await until(async () => (await ask("after=0")).status === 200);
  await registerWebhook(server, secret, { url: `${receiver.base}/hook/${name}` });
  const listener = listen(await fetch(`${server.base}v1/events/stream`, { headers }));
  const answered = { kota: 0, laut: 0 };
  let isOver = false;
  let cursor = "0";
  const poll = async () => {
    while (!isOver) {
      const { status, body } = await ask(`after=${cursor}`);
      if (status === 200) {
        cursor = body.cursor;
        for (const group of ["kota", "laut"] as const) {
          answered[group] = Math.max(answered[group], lastOf(body.data, group));
        }
      }
      await new Promise((resolve) => setTimeout(resolve, EMIT_EVERY_MS));
    }
  };
  const polling = poll();
  const heard = {
    log: (group: string) => answered[group as "kota" | "laut"],
    stream: (group: string) => lastOf(eventsOf(listener.text()).map(({ data }) => data), group),
    webhook: (group: string) =>
      Math.max(
        0,
        ...cameTo(receiver, `/hook/${name}`).filter(({ body }) => body.data.group === group)
          .map(({ at }) => at),
      ),
  };
  return {
    ...{ name, id, secret },
    told: (way, group) => heard[way](group),
    async stop() {
      isOver = true;
      await polling;
      await listener.cancel().catch(() => {});
    },
  };
}

Deno.test("3 s after a key is revoked, has expired or lost a group, it is told nothing of it, in log, stream and webhook", async () => {
  await using fixture = await createLiveFixture();
  await using receiver = startWebhookReceiver();
  const server = await fixture.start({ ...ALLOW, LIVE: "off" });
  const store = await openFixtureStore(fixture.env);
  const names = ["whole", "revoked", "expired", "cut"] as const;
  const callers = await Promise.all(
    names.map((name) => openCaller(name, server, store, receiver)),
  );
  const [whole, revoked, expired, cut] = callers as [Caller, Caller, Caller, Caller];
  const stopWriting = emit(store);
  try {
    const isTold = (caller: Caller) =>
      WAYS.every((way) => ["kota", "laut"].every((group) => caller.told(way, group) > 0));
    await until(() => callers.every(isTold));

    const expiresAt = Date.now() + SECOND;
    await store.keys.update(expired.id, (key) => ({ ...key, expiresAt }));
    await store.keys.update(revoked.id, (key) => ({ ...key, revokedAt: Date.now() }));
    await store.keys.update(cut.id, (key) => ({ ...key, groups: ["laut"] }));
    const changedAt = Date.now();
    const ends = [[revoked, changedAt], [expired, expiresAt], [cut, changedAt]] as const;
    await new Promise((resolve) => setTimeout(resolve, AFTER_MS));

    for (const [caller, endedAt] of ends) {
      const lags = WAYS.map((way) => Math.max(0, caller.told(way, "kota") - endedAt));
      console.log(
        `${caller.name}: so many ms after, the last event that was told was written, or had come: ${
          WAYS.map((way, place) => `${way} ${lags[place]}`).join(", ")
        }`,
      );
      assert.ok(lags.every((lag) => lag <= PAUSED_MS), `${caller.name}: ${lags}`);
    }
    for (const way of WAYS) {
      const late = changedAt + PAUSED_MS;
      assert.ok(whole.told(way, "kota") > late, `${way} goes on for others`);
      assert.ok(cut.told(way, "laut") > late, `${way} goes on for what may be read`);
      assert.ok(revoked.told(way, "laut") <= late, `${way} of no group`);
      assert.ok(expired.told(way, "laut") <= expiresAt + PAUSED_MS, `${way} of no group`);
    }
  } finally {
    await stopWriting();
    await Promise.all(callers.map((caller) => caller.stop()));
    store.kv.close();
  }
});
