import { messageBody } from "../../delivery/discord.ts";
import type { Endpoint, Sent } from "../../delivery/endpoint.ts";
import { plainText } from "../../delivery/escape.ts";
import { createDiscordPoster, createWebhookPoster } from "../../delivery/post.ts";
import type { PostEntry } from "../../delivery/post_log.ts";
import type { Core } from "../../core/core.ts";
import { backOffMs } from "../../toolbox/back_off.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../toolbox/durations.ts";
import { ABOUT, type AlertData } from "./alarms.ts";
import { conditionOf } from "./conditions.ts";

/** What a channel works with. */
type ChannelCore = Pick<Core, "platform" | "post" | "mailer" | "index">;

/** What an operator is sent: that a trouble began, or that it is over. */
type Message = ReturnType<typeof messageOf>;

/** The wait after an address has said that it is gone: the operator may fix it. */
const GONE_PAUSE_MS = HOUR_MS;
/** What nobody took for so long is out of date. */
const LIFE_MS = 3 * DAY_MS;
/** A mail server has several steps, and each may be slow. */
const TIMEOUT_MS = 2 * MINUTE_MS;

const DISCORD = /^https:\/\/([a-z]+\.)?discord(app)?\.com\/api\//;
const RED = 0xd0_30_30;
const GREEN = 0x30_a0_50;

function createChannel(
  { platform: { log, clock }, post }: ChannelCore,
  name: string,
  send: (message: Message, signal: AbortSignal) => Promise<Sent>,
): Endpoint<PostEntry> {
  const isFresh = ({ beganAt, overAt }: AlertData) => clock.now() - (overAt ?? beganAt) < LIFE_MS;
  return {
    id: `alerts ${name}`,
    source: post.source,
    timeoutMs: TIMEOUT_MS,
    subjectOf: ({ about, subject, data }) =>
      about === ABOUT && isFresh(data as AlertData) ? subject : undefined,
    waitMs: (failures) => backOffMs({ firstMs: SECOND_MS, maxMs: MINUTE_MS }, failures - 1),
    async send([one], _attempt, signal) {
      const message = messageOf(one!.value.data as AlertData);
      const sent = await send(message, signal);
      const fields = { channel: name, alert: message.data.alert };
      if (sent.kind === "sent") log.info("Sent an alert to the operator", fields);
      else log.warn("Cannot send an alert to the operator", { ...fields, reason: sent.reason });
      return sent.kind === "gone" ? { ...sent, kind: "later", waitMs: GONE_PAUSE_MS } : sent;
    },
  };
}

/** Letters to operators, the setting ALERT_MAIL_TO: one for each message, to all of them. */
export function createMailChannel(core: ChannelCore, to: readonly string[]): Endpoint<PostEntry> {
  return createChannel(core, "mail", async ({ id, data: { title, text } }) => {
    const delivery = await core.mailer.send({
      id,
      to: to.join(", "),
      subject: `${core.index().site.title}: ${title}`,
      secret: "",
      text: `${title}.\n\n${text}\n`,
    });
    if (delivery.state === "sent") return { kind: "sent" };
    return { kind: "later", reason: delivery.state === "failed" ? delivery.reason : "off" };
  });
}

/**
 * An address that takes JSON `{type, timestamp, data: {alert, title, text, began_at, over_at}}` with the
 * headers `webhook-id` and `webhook-timestamp` of Standard Webhooks 1.0, unsigned; or a Discord webhook,
 * which is known by its address. `url`: the setting ALERT_WEBHOOK_URL, a secret, never logged.
 */
export function createWebhookChannel(core: ChannelCore, url: string): Endpoint<PostEntry> {
  const { clock } = core.platform;
  const postToDiscord = createDiscordPoster(core.platform, url);
  const post = createWebhookPoster(core.platform);
  return createChannel(core, "webhook", async ({ id, timestamp, data }, signal) => {
    const isOver = data.over_at !== null;
    if (DISCORD.test(url)) {
      const paragraphs = data.text.split("\n\n").map((part) => plainText(part, 1_000));
      const embed = {
        title: plainText(data.title, 256),
        description: paragraphs.join("\n\n"),
        color: isOver ? GREEN : RED,
        timestamp,
      };
      return await postToDiscord(messageBody({ embeds: [embed] }), signal);
    }
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(clock.now() / 1_000)),
    };
    const body = JSON.stringify({ type: isOver ? "alert.over" : "alert.began", timestamp, data });
    return await post({ url, headers, body }, signal);
  });
}

function messageOf({ alert, detail, step, beganAt, overAt }: AlertData) {
  const { began, over, advice } = conditionOf(alert);
  const [, what] = alert.split(" ");
  const isoOf = (epochMs: number) => new Date(epochMs).toISOString();
  const began_at = isoOf(beganAt);
  const over_at = overAt === null ? null : isoOf(overAt);
  return {
    /** The same whenever this message is sent again. */
    id: `alert_${alert.replaceAll(" ", "_")}_${step}`,
    timestamp: over_at ?? began_at,
    data: {
      alert,
      /** One line. */
      title: (over_at === null ? began : over) + (what === undefined ? "" : `: ${what}`),
      /** The facts and what to do, a paragraph each. */
      text: over_at === null ? `${detail}\n\n${advice}` : `It began at ${began_at}.`,
      began_at,
      over_at,
    },
  };
}
