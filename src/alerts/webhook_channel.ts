import { CLAIM_MS } from "../delivery/claim.ts";
import { discordOutcome } from "../delivery/discord_outcome.ts";
import { plainText } from "../delivery/escape.ts";
import { createPostOnce } from "../delivery/post_once.ts";
import { webhookOutcome } from "../delivery/webhook_outcome.ts";
import type { Clock } from "../platform/clock.ts";
import type { Net } from "../platform/net.ts";
import type { AlertChannel, AlertMessage } from "./channel.ts";

const DISCORD_HOST = /^([a-z]+\.)?discord(app)?\.com$/;
const RED = 0xd0_30_30;
const GREEN = 0x30_a0_50;

/** What the channel works with. */
export interface WebhookChannelDeps {
  readonly net: Net;
  readonly clock: Clock;
  /** The setting ALERT_WEBHOOK_URL: a secret, never logged. */
  readonly url: string;
}

/**
 * An address that takes JSON `{type, timestamp, data: {alert, title, text, began_at, over_at}}` with the
 * headers `webhook-id` and `webhook-timestamp` of Standard Webhooks 1.0, unsigned; or a Discord webhook,
 * which is known by its address.
 */
export function createWebhookChannel({ net, clock, url }: WebhookChannelDeps): AlertChannel {
  const postOnce = createPostOnce({ net, clock });
  const isDiscord = isDiscordWebhook(url);
  const address = isDiscord ? executeUrl(url) : url;
  return {
    name: "webhook",
    claimMs: CLAIM_MS,
    async post(message, signal) {
      const json = { "content-type": "application/json" };
      if (isDiscord) {
        const body = discordBody(message);
        return discordOutcome(await postOnce({ url: address, headers: json, body }, signal), clock);
      }
      const seconds = String(Math.floor(clock.now() / 1_000));
      const headers = { ...json, "webhook-id": message.id, "webhook-timestamp": seconds };
      const posted = await postOnce({ url, headers, body: standardBody(message) }, signal);
      return webhookOutcome(posted, clock);
    },
  };
}

function isDiscordWebhook(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return DISCORD_HOST.test(hostname) && pathname.startsWith("/api/");
}

/** With `wait=true` Discord answers once the message is saved, so that a success is one. */
function executeUrl(url: string): string {
  const address = new URL(url);
  address.searchParams.set("wait", "true");
  return address.href;
}

function standardBody(message: AlertMessage): string {
  const { type, subject, title, paragraphs, beganAt, overAt } = message;
  return JSON.stringify({
    type,
    timestamp: instantText(overAt ?? beganAt),
    data: {
      alert: subject,
      title,
      text: paragraphs.join("\n\n"),
      began_at: instantText(beganAt),
      over_at: overAt === null ? null : instantText(overAt),
    },
  });
}

/** Nobody is pinged, whatever the text holds. */
function discordBody({ title, paragraphs, overAt, beganAt }: AlertMessage): string {
  const embed = {
    title: plainText(title, 256),
    description: paragraphs.map((text) => plainText(text, 1_000)).join("\n\n"),
    color: overAt === null ? RED : GREEN,
    timestamp: instantText(overAt ?? beganAt),
  };
  return JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } });
}

function instantText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
