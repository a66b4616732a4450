import { isoTimestamp } from "./live_entry.ts";

/** One message of a chat, before it is numbered and put in order. */
export interface SourceMessage {
  /** The platform's own id, or "". */
  readonly id: string;
  readonly author: string;
  readonly avatar: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

/** One message of a chat (CONTRACT 3). */
export interface ChatMessage {
  readonly id: string;
  readonly user: { readonly name: string; readonly avatar_url: string };
  readonly message: string;
  readonly timestamp: string;
}

/** Newest last; messages without an id of their own get one that stays the same. */
export function toChatMessages(said: readonly SourceMessage[]): ChatMessage[] {
  const same = new Map<string, number>();
  return oldestFirst(said).map(({ id, author, avatar, text, at }) => {
    const base = `${at}-${author}`;
    const count = (same.get(base) ?? 0) + 1;
    same.set(base, count);
    return {
      id: id || `${base}-${count}`,
      user: { name: author, avatar_url: avatar },
      message: text,
      timestamp: isoTimestamp(at),
    };
  });
}

/** Platforms count in seconds, and some list the newest first: what is as old keeps its order. */
function oldestFirst(said: readonly SourceMessage[]): SourceMessage[] {
  const isNewestFirst = said.length > 0 && said[0]!.at > said.at(-1)!.at;
  return (isNewestFirst ? said.toReversed() : said).toSorted((a, b) => a.at - b.at);
}
