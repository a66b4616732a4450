import { isoTimestamp } from "./live_entry.ts";
import type { ChatMessageItem } from "../../model/item/chat.ts";

/** One message as the platform sends it. */
export interface SourceMessage {
  /** The platform's own id, or "". */
  readonly id: string;
  readonly author: string;
  readonly avatar: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Puts the newest message last; a message without an id gets one that stays the same. */
export function toChatMessages(messages: readonly SourceMessage[]): ChatMessageItem[] {
  const countByBase = new Map<string, number>();
  return oldestFirst(messages).map(({ id, author, avatar, text, at }) => {
    const base = `${at}-${author}`;
    const count = (countByBase.get(base) ?? 0) + 1;
    countByBase.set(base, count);
    return {
      id: id || `${base}-${count}`,
      user: { name: author, avatar_url: avatar },
      message: text,
      timestamp: isoTimestamp(at),
    };
  });
}

/** Timestamps have whole seconds, and some platforms list the newest first: ties keep their order. */
function oldestFirst(messages: readonly SourceMessage[]): SourceMessage[] {
  const isNewestFirst = messages.length > 0 && messages[0]!.at > messages.at(-1)!.at;
  return (isNewestFirst ? messages.toReversed() : messages).toSorted((a, b) => a.at - b.at);
}
