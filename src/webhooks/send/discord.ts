import { plainText, shownText } from "../../delivery/escape.ts";
import { askedPauseMs, discordExecuteUrl, jsonField } from "../../delivery/post.ts";
import type { EventKind, LoggedEvent } from "../../events/event.ts";
import { type KvKey, type KvWrite, setUntil } from "../../platform/kv.ts";
import { webhookMessageKey } from "../../platform/store_keys.ts";
import type { OpenWebhook } from "../records/webhook_record.ts";
import {
  addressIn,
  type EventFields,
  eventText,
  fieldsOf,
  fieldText,
  isOfBroadcast,
  liveSentence,
  platformOf,
  type TextFormat,
  watchUrl,
} from "../words/event_text.ts";
import { type SpokenGroup, type Words, wordsFor } from "../words/words.ts";
import {
  askForProof,
  exchange,
  type FormatClient,
  JSON_HEADERS,
  type PostedEvent,
  type PostEventDeps,
  toPosted,
  USER_AGENT,
} from "./post_event.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/** A broadcast that comes back is reported in its own message; none goes on for a week. */
const MESSAGE_LIFE_MS = 7 * DAY_MS;
/** A Discord webhook's own address. */
const ADDRESS =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\//;

/** The format `discord`: messages in a channel. */
export const discordFormat: FormatClient = {
  /** Discord answers GET with the webhook (Discord's documents, "Webhook resource"). */
  async verify({ outbound, isOwn }, { url }) {
    if (!isOwn && !ADDRESS.test(url)) return "address not allowed";
    const request = { url, headers: { "user-agent": USER_AGENT } };
    return await askForProof(outbound, request, ({ status, text }) => {
      const [id, type] = [jsonField(text, "id"), jsonField(text, "type")];
      return status === 200 && typeof id === "string" && typeof type === "number";
    });
  },
  testRequest({ record, target: { url } }, group) {
    const body = messageBody({ content: wordsFor(group).test }, record.mention);
    return { url, method: "POST", headers: JSON_HEADERS, body };
  },
  /** Posts a message, or edits the message of a broadcast. */
  async post(deps, webhook, event, signal) {
    const { mention } = webhook.record;
    const group = deps.groupOf(event.group);
    if (!isOfBroadcast(event)) {
      const body = messageBody({ embeds: [eventEmbed(event, group)] }, mention);
      return await send(deps, webhook, { body, signal });
    }
    const key = webhookMessageKey(webhook.record.id, event.subject);
    const message = (await deps.kv.get<KeptMessage>(key)).value;
    const keep = { key, picture: fieldText(fieldsOf(event), "img") };
    const embeds = [eventEmbed(event, group, message?.picture)];
    // A finished event pings no one.
    const body = messageBody({ embeds }, event.type === "live.ended" ? undefined : mention);
    if (message === null) return await send(deps, webhook, { body, signal, keep });
    // An edit leaves the mention of the message as it is, and pings no one again.
    const edit = messageBody({ embeds }, undefined);
    const edited = await send(deps, webhook, { body: edit, signal, message: message.id });
    // Somebody has deleted the message: the webhook itself is there, so that a new one can be posted.
    if (!edited.isMissing) return edited;
    return await send(deps, webhook, { body, signal, keep });
  },
};

/** What is kept of a message about a broadcast: its end comes without a picture of its own. */
interface KeptMessage {
  readonly id: string;
  readonly picture: string;
}

/** Pings the members of one role alone, whatever a title holds. */
function messageBody(
  { content = "", embeds }: { readonly content?: string; readonly embeds?: readonly unknown[] },
  role: string | undefined,
): string {
  const text = [...(role === undefined ? [] : [`<@&${role}>`]), ...(content ? [content] : [])];
  return JSON.stringify({
    ...(text.length > 0 && { content: text.join(" ") }),
    ...(embeds !== undefined && { embeds }),
    allowed_mentions: { parse: [], ...(role !== undefined && { roles: [role] }) },
  });
}

/** What to send: a new message, of which something is kept, or an edit of `message`. */
interface DiscordRequest {
  readonly body: string;
  readonly signal: AbortSignal;
  readonly keep?: { readonly key: KvKey; readonly picture: string };
  readonly message?: string;
}

async function send(
  { outbound, clock }: PostEventDeps,
  { target }: OpenWebhook,
  { body, signal, keep, message }: DiscordRequest,
): Promise<PostedEvent & { readonly isMissing: boolean }> {
  const url = message === undefined
    ? discordExecuteUrl(target.url)
    : messageUrl(target.url, message);
  const method = message === undefined ? "POST" : "PATCH";
  const request = { url, method, headers: JSON_HEADERS, body, signal, onHead: () => true } as const;
  const answer = await exchange(outbound, request);
  const posted = toPosted(answer, clock);
  if (typeof answer === "string") return { ...posted, isMissing: false };
  const { status, text } = answer;
  const isMissing = status === 404;
  // Without a message that is missing, a 404 is Discord's word for a webhook that is gone.
  const isGone = posted.isGone || (isMissing && message === undefined);
  const isKept = keep !== undefined && posted.outcome === "delivered";
  const writes = isKept ? kept(keep, text, clock.now()) : [];
  const waitMs = status === 429 ? askedPauseMs(jsonField(text, "retry_after")) : null;
  return { ...posted, askedMs: posted.askedMs || (waitMs ?? 0), isGone, isMissing, writes };
}

function messageUrl(url: string, message: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, "")}/messages/${message}`;
  return address.href;
}

function kept(
  { key, picture }: { readonly key: KvKey; readonly picture: string },
  text: string,
  now: number,
): KvWrite[] {
  const id = jsonField(text, "id");
  if (typeof id !== "string" || !/^\d{1,20}$/.test(id)) return [];
  const value: KeptMessage = { id, picture };
  return [setUntil(key, value, now + MESSAGE_LIFE_MS, now)];
}

/** A Discord embed, as far as events use it. */
interface EventEmbed {
  readonly author?: { readonly name: string; readonly icon_url?: string };
  readonly title: string;
  readonly url?: string;
  readonly description?: string;
  readonly color: number;
  readonly fields?: readonly { name: string; value: string; inline?: boolean }[];
  readonly image?: { readonly url: string };
  readonly thumbnail?: { readonly url: string };
  readonly footer: { readonly text: string };
  readonly timestamp: string;
}

/** Colours by kind: red for who is on air, green for what is new, grey for what is over. */
const COLORS = { live: 0xe5484d, over: 0x8b8d98, news: 0x30a46c, party: 0xffc53d, soon: 0xf76b15 };

/** Discord shows `<t:…:F>` as day and time in the reader's own zone. */
const FORMAT: TextFormat = {
  text: plainText,
  instant: (at) => `<t:${Math.floor(at / 1_000)}:F>`,
};

/**
 * What a channel is shown of an event; `picture`: that of its broadcast, if it has none itself.
 * Discord's limits: 256 letters of a title and an author, 4,096 of a description, 6,000 of all.
 */
export function eventEmbed(event: LoggedEvent, group: SpokenGroup, picture = ""): EventEmbed {
  if (isOfBroadcast(event)) return liveEmbed(event, group, picture);
  const fields = fieldsOf(event);
  const { headline, title, lines, url } = eventText(event, group, FORMAT);
  const thumbnail = addressIn(fields, "poster", "image", "cover", "img");
  return {
    title: plainText(title, 250),
    // Discord reads no Markdown in an author and a footer.
    author: { name: shownText(headline, 250) },
    ...(url !== undefined && { url }),
    ...(lines.length > 0 && { description: lines.join("\n") }),
    color: colorOf(event.type),
    ...(thumbnail !== undefined && { thumbnail: { url: thumbnail } }),
    footer: footerOf(group),
    timestamp: event.at,
  };
}

/** The message about a broadcast: who, where, since when, or for how long it was. */
function liveEmbed(
  event: LoggedEvent & { readonly type: `live.${"started" | "resumed" | "ended"}` },
  group: SpokenGroup,
  kept: string,
): EventEmbed {
  const words = wordsFor(group);
  const fields = { img: kept, ...fieldsOf(event) };
  const isOver = event.type === "live.ended";
  const name = fieldText(fields, "name");
  const platform = plainText(platformOf(fields), 50);
  const written = { name: `**${plainText(name, 200)}**`, platform };
  const icon = addressIn(fields, "img_alt", "img");
  const picture = addressIn(fields, "img", "img_alt");
  const url = watchUrl(fields);
  const title = fieldText(fields, "title") || `${name}: ${platformOf(fields)}`;
  return {
    author: { name: shownText(name, 200), ...(icon !== undefined && { icon_url: icon }) },
    title: plainText(title, 250),
    ...(url !== undefined && { url }),
    description: liveSentence(event, fields, words, written),
    color: isOver ? COLORS.over : COLORS.live,
    fields: [
      { name: words.platform, value: platform, inline: true },
      ...sinceFields(fields, words, isOver),
    ],
    // A picture of what is over would only take room.
    ...(picture !== undefined && { [isOver ? "thumbnail" : "image"]: { url: picture } }),
    footer: footerOf(group),
    timestamp: event.at,
  };
}

/** Discord shows `<t:…>` in the reader's own time zone, and `:R` as "5 minutes ago", counting on. */
function sinceFields(fields: EventFields, words: Words, isOver: boolean) {
  const seconds = Math.floor(Date.parse(fieldText(fields, "started_at")) / 1_000);
  if (Number.isNaN(seconds)) return [];
  const value = isOver ? `<t:${seconds}:f>` : `<t:${seconds}:t> (<t:${seconds}:R>)`;
  return [{ name: isOver ? words.started : words.since, value, inline: true }];
}

function footerOf({ name }: SpokenGroup): EventEmbed["footer"] {
  return { text: shownText(name, 200) };
}

function colorOf(type: EventKind): number {
  if (type === "birthday.today") return COLORS.party;
  if (type === "show.soon" || type === "live.announced" || type === "ticket.sale") {
    return COLORS.soon;
  }
  return type === "show.cancelled" ? COLORS.over : COLORS.news;
}
