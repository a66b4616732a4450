/**
 * This room tells events in Discord channels: one message for each broadcast, edited when it ends.
 *
 * @module
 */

import type { LoggedEvent } from "../../events/event.ts";
import type { KvKey, KvWrite } from "../../platform/kv.ts";
import { webhookMessageKey } from "../../platform/store_keys.ts";
import type { OpenWebhook } from "../records/webhook_record.ts";
import { USER_AGENT } from "../send/message.ts";
import { exchange, type PostedEvent, type PostEventDeps, toPosted } from "../send/post_event.ts";
import { type EventFields, fieldText } from "./embed_parts.ts";
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
  if (!event.type.startsWith("live.")) {
    return await send(deps, webhook, { body: bodyOf(event), signal });
  }
  const key = webhookMessageKey(webhook.record.id, event.subject);
  const message = (await deps.kv.get<KeptMessage>(key)).value;
  const keep = { key, picture: pictureOf(event) };
  const body = bodyOf(event, message?.picture);
  if (message === null) return await send(deps, webhook, { body, signal, keep });
  const edited = await send(deps, webhook, { body, signal, message: message.id });
  // Somebody has deleted the message: the webhook itself is there, so that a new one can be posted.
  if (!edited.isMissing) return edited;
  return await send(deps, webhook, { body, signal, keep });
}

/** What is kept of a message about a broadcast: its end is told without a picture of its own. */
interface KeptMessage {
  readonly id: string;
  readonly picture: string;
}

/** Nobody is pinged, whatever a title holds. */
function bodyOf(event: LoggedEvent, picture?: string): string {
  const embeds = [eventEmbed(event, picture)];
  return JSON.stringify({ embeds, allowed_mentions: { parse: [] } });
}

function pictureOf({ data }: LoggedEvent): string {
  return fieldText((data ?? {}) as EventFields, "img");
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
  return { ...posted, isGone, isMissing, writes };
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
