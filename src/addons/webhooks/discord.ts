import { askedPauseMs, discordExecuteUrl, jsonField } from "../../delivery/post.ts";
import { messageBody } from "../../delivery/discord.ts";
import type { Sent } from "../../delivery/endpoint.ts";
import { setUntil } from "../../platform/kv.ts";
import type { OutboundResponse } from "../../platform/outbound_fetch.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { eventEmbed, isOfBroadcast } from "./message.ts";
import { messagesOf } from "./record.ts";
import { exchange, type Failure, type Format, sentBy, USER_AGENT } from "./send.ts";
import { speech } from "./words.ts";

/** A broadcast that comes back is reported in its own message; none goes on for a week. */
const MESSAGE_LIFE_MS = 7 * DAY_MS;
const ADDRESS =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\//;

const HEADERS = { "content-type": "application/json", "user-agent": USER_AGENT };

/** The format `discord`: messages in a channel, of which one about a broadcast is edited when it ends. */
export const DISCORD: Format = {
  /** An edit of a message that somebody has deleted is followed by another message. */
  requests: 2,
  /** Discord answers GET with the webhook (Discord's documents, "Webhook resource"). */
  proof(_deps, { url }, isOwn) {
    if (!isOwn && !ADDRESS.test(url)) return undefined;
    return {
      request: { url, headers: { "user-agent": USER_AGENT } },
      isGiven({ status, text }) {
        const [id, type] = [jsonField(text, "id"), jsonField(text, "type")];
        return status === 200 && typeof id === "string" && typeof type === "number";
      },
    };
  },
  test({ record, target: { url } }, group) {
    const content = speech(group).say([
      "This is a test: events will be sent here.",
      "Ini uji coba: kabar akan dikirim ke sini.",
    ]);
    const body = messageBody({ content, role: record.mention });
    return { url, method: "POST", headers: HEADERS, body };
  },
  async send({ kv, clock, outbound, groupOf }, { record, target: { url } }, { value }, signal) {
    const group = groupOf(value.group);
    const isEdited = isOfBroadcast(value);
    const key = [...messagesOf(record.id), value.subject];
    const kept = isEdited ? (await kv.get<{ readonly id: string }>(key)).value : null;
    const embeds = [eventEmbed(value, group)];
    const common = { headers: HEADERS, signal, onHead: () => true };
    if (kept !== null) {
      // An edit leaves the mention of the message as it is, and pings no one again.
      const edit = { url: messageUrl(url, kept.id), body: messageBody({ embeds }) };
      const answer = await exchange(outbound, { ...common, ...edit, method: "PATCH" });
      if (typeof answer === "string" || answer.status !== 404) {
        return discordSent(answer, clock.now());
      }
    }
    // A finished event pings no one.
    const role = value.type === "live.ended" ? undefined : record.mention;
    const post = { url: discordExecuteUrl(url), body: messageBody({ embeds, role }) };
    const answer = await exchange(outbound, { ...common, ...post, method: "POST" });
    const sent = discordSent(answer, clock.now());
    const id = typeof answer === "string" ? undefined : jsonField(answer.text, "id");
    if (sent.kind !== "sent" || !isEdited || !isMessageId(id)) return sent;
    const now = clock.now();
    return {
      ...sent,
      writes: [setUntil(key, { id }, now + MESSAGE_LIFE_MS, now)],
    };
  },
};

function discordSent(answer: OutboundResponse | Failure, now: number): Sent {
  const sent = sentBy(answer, now);
  if (typeof answer === "string" || sent.kind !== "later") return sent;
  // Discord's word for a webhook that is gone.
  if (answer.status === 404) return { kind: "gone", reason: sent.reason };
  const asked = answer.status === 429 ? askedPauseMs(jsonField(answer.text, "retry_after")) : null;
  return asked === null ? sent : { waitMs: asked, ...sent };
}

function isMessageId(id: unknown): id is string {
  return typeof id === "string" && /^\d{1,20}$/.test(id);
}

function messageUrl(url: string, message: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, "")}/messages/${message}`;
  return address.href;
}
