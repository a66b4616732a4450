import { plainText, shownText } from "../../delivery/escape.ts";
import { askedPauseMs } from "../../delivery/post.ts";
import type { EventKind, LoggedEvent } from "../../events/event.ts";
import type { KvKey, KvWrite } from "../../platform/kv.ts";
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
  exchange,
  type PostedEvent,
  type PostEventDeps,
  toPosted,
  USER_AGENT,
} from "./post_event.ts";

/** A broadcast that comes back is told in its own message; none goes on for a week. */
const MESSAGE_LIFE_MS = 7 * 24 * 3_600_000;
const HEADERS = { "content-type": "application/json", "user-agent": USER_AGENT };

/** Posts an event as a message, or edits the message of its broadcast. Never rejects. */
export async function postDiscord(
  deps: PostEventDeps,
  webhook: OpenWebhook,
  event: LoggedEvent,
  signal: AbortSignal,
): Promise<PostedEvent> {
  const { mention } = webhook.record;
  const group = deps.groupOf(event.group);
  if (!isOfBroadcast(event)) {
    const body = messageBody({ embeds: [eventEmbed(event, group)] }, mention);
    return await send(deps, webhook, { body, signal });
  }
  const key = webhookMessageKey(webhook.record.id, event.subject);
  const message = (await deps.kv.get<KeptMessage>(key)).value;
  const keep = { key, picture: pictureOf(event) };
  const embeds = [eventEmbed(event, group, message?.picture)];
  // What is over calls for nobody.
  const body = messageBody({ embeds }, event.type === "live.ended" ? undefined : mention);
  if (message === null) return await send(deps, webhook, { body, signal, keep });
  // An edit leaves the mention of the message as it is, and pings nobody again.
  const edit = messageBody({ embeds }, undefined);
  const edited = await send(deps, webhook, { body: edit, signal, message: message.id });
  // Somebody has deleted the message: the webhook itself is there, so that a new one can be posted.
  if (!edited.isMissing) return edited;
  return await send(deps, webhook, { body, signal, keep });
}

/** The body of a test message. */
export function testBody(group: SpokenGroup, mention: string | undefined): string {
  return messageBody({ content: wordsFor(group).test }, mention);
}

/** What is kept of a message about a broadcast: its end is told without a picture of its own. */
interface KeptMessage {
  readonly id: string;
  readonly picture: string;
}

/** Nobody is pinged but the members of one role, whatever a title holds. */
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

function pictureOf(event: LoggedEvent): string {
  return fieldText(fieldsOf(event), "img");
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
  const url = message === undefined ? executeUrl(target.url) : messageUrl(target.url, message);
  const method = message === undefined ? "POST" : "PATCH";
  const request = { url, method, headers: HEADERS, body, signal, onHead: () => true } as const;
  const answer = await exchange(outbound, request);
  const posted = toPosted(answer, clock);
  if (typeof answer === "string") return { ...posted, isMissing: false };
  const isMissing = answer.status === 404;
  // Without a message that is missing, a 404 is Discord's word for a webhook that is gone.
  const isGone = posted.isGone || (isMissing && message === undefined);
  const isKept = keep !== undefined && posted.outcome === "delivered";
  const writes = isKept ? kept(keep, answer.text) : [];
  const askedMs = posted.askedMs || (answer.status === 429 ? waitIn(answer.text) : 0);
  return { ...posted, askedMs, isGone, isMissing, writes };
}

/** The wait that the body of a 429 asks for, in ms; 0 where it asks for none. */
function waitIn(text: string): number {
  try {
    return askedPauseMs(JSON.parse(text).retry_after ?? null) ?? 0;
  } catch {
    return 0;
  }
}

/** With `wait=true` Discord answers with the message, once it is saved. */
function executeUrl(url: string): string {
  const address = new URL(url);
  address.searchParams.set("wait", "true");
  return address.href;
}

function messageUrl(url: string, message: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, "")}/messages/${message}`;
  return address.href;
}

/** Keeps the id of the message that Discord's answer names. */
function kept({ key, picture }: { key: KvKey; picture: string }, text: string): KvWrite[] {
  const id = idIn(text);
  if (id === undefined) return [];
  const value: KeptMessage = { id, picture };
  return [{ set: key, value, expireInMs: MESSAGE_LIFE_MS }];
}

function idIn(text: string): string | undefined {
  try {
    const { id } = JSON.parse(text);
    return typeof id === "string" && /^\d{1,20}$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** A Discord embed, as far as events use it. */
export interface EventEmbed {
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

/** Colours by what is told: red for who is on air, green for what is new, grey for what is over. */
const COLORS = { live: 0xe5484d, over: 0x8b8d98, news: 0x30a46c, party: 0xffc53d, soon: 0xf76b15 };

/** Discord shows `<t:…:F>` as day and time in the reader's own zone. */
const FORMAT: TextFormat = {
  text: plainText,
  instant: (at) => `<t:${Math.floor(at / 1_000)}:F>`,
};

/**
 * What a channel is shown of an event; `picture`: that of its broadcast, where it has none itself.
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
  if (type === "show.soon") return COLORS.soon;
  return type === "show.cancelled" ? COLORS.over : COLORS.news;
}
