import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { Buffer } from "node:buffer";
import { idnItem } from "../../../build/demo/scene.ts";
import { createLiveFixture } from "../../support/server_fixture.ts";
import { until } from "../../support/until.ts";
import {
  type ReceivedHook,
  registerWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from "./webhook_receiver.ts";

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
  const secret = await registerWebhook(server, fixture.secrets.key, {
    url: `${receiver.base}/hook/standard`,
    types,
  });
  await registerWebhook(server, fixture.secrets.key, {
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
