/**
 * This room tells events in Discord channels: one message for each broadcast, edited when it ends.
 *
 * @module
 */

import { askedPauseMs } from "../../delivery/post.ts";
import type { LoggedEvent } from "../../events/event.ts";
import type { KvKey, KvWrite } from "../../platform/kv.ts";
import { webhookMessageKey } from "../../platform/store_keys.ts";
import type { OpenWebhook } from "../records/webhook_record.ts";
import { USER_AGENT } from "../send/message.ts";
import { exchange, type PostedEvent, type PostEventDeps, toPosted } from "../send/post_event.ts";
import { fieldsOf, fieldText } from "../words/event_fields.ts";
import { isOfBroadcast } from "../words/live_text.ts";
import { type SpokenGroup, wordsFor } from "../words/words.ts";
import { eventEmbed } from "./event_embed.ts";

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
