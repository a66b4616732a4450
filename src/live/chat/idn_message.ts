import type { ChatMessageItem } from "../../model/item/live.ts";
import { httpsAddress, parseTimestamp } from "../platforms/upstream_values.ts";

const MAX_NAME_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 1_000;
/** Fans' programs write the instant into a message: one that is further away is not believed. */
const MAX_SKEW_MS = 5 * 60_000;

/** Controls, line ends, and what changes the direction of the text behind it. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/**
 * Reads a message of IDN's chat as it was sent, at an instant (epoch ms); undefined if it is none.
 * Whatever program sent it has chosen every field, the name and the id included.
 */
export function readIdnMessage(json: string, now: number): ChatMessageItem | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { user, chat, timestamp } = fieldsOf(value);
  const { name, username, avatar_url } = fieldsOf(user);
  const { id, message } = fieldsOf(chat);
  const text = lineOf(message, MAX_MESSAGE_LENGTH);
  const author = lineOf(name, MAX_NAME_LENGTH) || lineOf(username, MAX_NAME_LENGTH);
  if (text === "" || author === "") return undefined;
  const sentAt = parseTimestamp(timestamp);
  const at = sentAt !== null && Math.abs(sentAt - now) <= MAX_SKEW_MS ? sentAt : now;
  return {
    id: idOf(id) ?? `${at}-${author}-1`,
    user: { name: author, avatar_url: httpsAddress(avatar_url) },
    message: text,
    timestamp: new Date(at).toISOString(),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function lineOf(value: unknown, longest: number): string {
  if (typeof value !== "string") return "";
  // What is cut off is not searched: it may be long.
  const line = value.slice(0, 4 * longest).replace(UNWANTED, " ").trim();
  return line.slice(0, longest).toWellFormed();
}

/** An id as platforms make them, and nothing that a fan might write in its place. */
function idOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^[\w.:-]{1,64}$/.test(text) ? text : undefined;
}
