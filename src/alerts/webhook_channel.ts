import { CLAIM_MS } from "../delivery/claim.ts";
import { discordOutcome } from "../delivery/discord_outcome.ts";
import { plainText } from "../delivery/escape.ts";
import { type PostOutcome, retryAfterPauseMs } from "../delivery/outcome.ts";
import { createPostOnce, type Posted } from "../delivery/post_once.ts";
import type { Clock } from "../platform/clock.ts";
import type { Net } from "../platform/net.ts";
import type { AlertChannel, AlertMessage } from "./channel.ts";

/** The address is gone (404, 410), or shut (401, 403). */
const SHUT: readonly number[] = [401, 403, 404, 410];
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
      return outcomeOf(posted, clock);
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

function outcomeOf(posted: Posted, clock: Clock): PostOutcome {
  if (posted.answer === null) return { kind: "failed", reason: posted.reason };
  const { status, headers } = posted.answer;
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: "sent", pauseMs: 0 };
  if (SHUT.includes(status)) return { kind: "stop", reason };
  const asked = retryAfterPauseMs(headers, clock);
  return asked === null ? { kind: "failed", reason } : { kind: "wait", pauseMs: asked };
}
