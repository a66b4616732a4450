import type { Sent } from "../delivery/endpoint.ts";
import { plainText } from "../delivery/escape.ts";
import {
  createPostOnce,
  discordExecuteUrl,
  discordOutcome,
  webhookOutcome,
} from "../delivery/post.ts";
import type { Mailer } from "../mail/mail.ts";
import type { OutboundDeps } from "../platform/outbound_fetch.ts";
import { CLAIM_MS, MAIL_CLAIM_MS } from "../shared_state/claim.ts";

const DISCORD_HOST = /^([a-z]+\.)?discord(app)?\.com$/;
const RED = 0xd0_30_30;
const GREEN = 0x30_a0_50;

/** What an operator is sent: that a trouble began, or that it is over. */
export interface AlertMessage {
  /** The same whenever this message is sent again. */
  readonly id: string;
  readonly type: "alert.began" | "alert.over";
  /** What it is about: `platform_down idn`. */
  readonly subject: string;
  /** One line. */
  readonly title: string;
  /** The facts and what to do, one paragraph each. */
  readonly paragraphs: readonly string[];
  /** When it began, epoch ms. */
  readonly beganAt: number;
  /** When it was over, epoch ms; null while it is there. */
  readonly overAt: number | null;
}

/** A way to send operators messages. */
export interface AlertChannel {
  /** Names its mark in the store. */
  readonly name: string;
  /** How long an attempt takes at most, in ms. */
  readonly claimMs: number;
  /** Never rejects. `signal` ends it early if it can. */
  post(message: AlertMessage, signal: AbortSignal): Promise<Sent>;
}

/** What the channel works with. */
interface MailChannelDeps {
  readonly mailer: Mailer;
  /** The setting ALERT_MAIL_TO. */
  readonly to: readonly string[];
  readonly title: () => string;
}

/** Letters to operators: one for each message, to all of them. */
export function createMailChannel({ mailer, to, title }: MailChannelDeps): AlertChannel {
  return {
    name: "mail",
    claimMs: MAIL_CLAIM_MS,
    async post(message) {
      const delivery = await mailer.send({
        id: message.id,
        to: to.join(", "),
        subject: `${title()}: ${message.title}`,
        secret: "",
        text: `${[`${message.title}.`, ...message.paragraphs].join("\n\n")}\n`,
      });
      if (delivery.state === "sent") return { kind: "sent", pauseMs: 0 };
      return { kind: "later", reason: delivery.state === "failed" ? delivery.reason : "off" };
    },
  };
}

/**
 * An address that takes JSON `{type, timestamp, data: {alert, title, text, began_at, over_at}}` with the
 * headers `webhook-id` and `webhook-timestamp` of Standard Webhooks 1.0, unsigned; or a Discord webhook,
 * which is known by its address. `url`: the setting ALERT_WEBHOOK_URL, a secret, never logged.
 */
export function createWebhookChannel(deps: OutboundDeps & { readonly url: string }): AlertChannel {
  const { clock, url } = deps;
  const postOnce = createPostOnce(deps);
  const isDiscord = isDiscordWebhook(url);
  const address = isDiscord ? discordExecuteUrl(url) : url;
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

/** No one is pinged, whatever the text holds. */
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
