/**
 * This room follows the chats of broadcasts while callers ask for them, in memory alone.
 *
 * @module
 */

import {
  type AudienceRequest,
  createAudience,
  eventChunk,
  type Listener,
} from "../../events/audience.ts";
import type { ChatItem, ChatMessageItem } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";

interface KeptMessage {
  readonly seq: number;
  readonly item: ChatMessageItem;
  /** How many messages had been dropped before it, in all. */
  readonly droppedBefore: number;
  /** Epoch ms. */
  readonly keptAt: number;
  chunk?: Uint8Array;
}

/** A request, and how many messages had been dropped at the listener's place, in all. */
interface ChatListenerRequest extends AudienceRequest {
  dropped?: number;
}

/** Messages that are sent together: a listener that falls behind takes fewer writes. */
interface Batch {
  readonly from: number;
  readonly to: number;
  /** The last message that was there. */
  readonly head: number;
  readonly chunk: Uint8Array;
}

type ChatListener = Listener<ChatListenerRequest>;

/** How many messages a chat keeps; older ones are nowhere. */
const RING_SIZE = 200;
/** How many messages a chat takes within any second. */
export const MAX_PER_SECOND = 20;
/** A listener with so much unread is sent nothing until it reads; the ring goes on meanwhile. */
const MAX_UNREAD_BYTES = 32 << 10;
/** So many messages are sent together at most. */
const MAX_BATCH = 20;
/** After so long without a message, listeners are sent the count of those that were dropped. */
const QUIET_MS = 1_000;

const encoder = new TextEncoder();

/** The last messages of a chat, and those who listen to it. */
export type ChatRoom = ReturnType<typeof createChatRoom>;

/** Creates a room without messages. */
export function createChatRoom({ clock, credentialRevision }: {
  readonly clock: Clock;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}) {
  const ring: KeptMessage[] = [];
  let head = 0;
  let dropped = 0;
  let goodbye: Uint8Array | undefined;
  /** What listeners at one place were sent last: most are at the same. */
  let latest: Batch | undefined;
  const audience = createAudience<ChatListenerRequest>({
    clock,
    credentialRevision,
    head: () => head,
    sync: () => Promise.resolve(),
    placeOf: (id) => ring.find(({ item }) => item.id === id || headerId(item) === id)?.seq ?? head,
    sendNews,
  });

  function sendNews(listener: ChatListener): void {
    const { request } = listener;
    listener.seq ??= head;
    request.dropped ??= welcome(listener, listener.seq);
    sendMissed(listener, listener.seq);
    if (listener.seq === head && request.dropped < dropped && isQuiet()) sendDropped(listener, 0);
    if (goodbye === undefined) return;
    listener.send(goodbye);
    listener.end();
  }

  /** Sends the messages after a place, as long as the listener reads. */
  function sendMissed(listener: ChatListener, from: number): void {
    const floor = head - ring.length;
    for (let seq = from; seq < head; seq = listener.seq!) {
      if (listener.unreadBytes > MAX_UNREAD_BYTES) return;
      const kept = ring[Math.max(0, seq - floor)]!;
      sendDropped(listener, kept.seq - seq - 1, kept.droppedBefore);
      if (latest?.from !== kept.seq || latest.head !== head) latest = batchFrom(kept);
      listener.send(latest.chunk);
      listener.seq = latest.to;
    }
  }

  /** The messages from one on, up to the next place at which some were dropped, as one chunk. */
  function batchFrom(first: KeptMessage): Batch {
    const at = first.seq - (head - ring.length) - 1;
    const next = ring.slice(at, at + MAX_BATCH);
    const end = next.findIndex(({ droppedBefore }) => droppedBefore !== first.droppedBefore);
    const batch = end < 0 ? next : next.slice(0, end);
    const chunks = batch.map((kept) =>
      kept.chunk ??= eventChunk(headerId(kept.item), "message", JSON.stringify(kept.item))
    );
    const to = first.seq + batch.length - 1;
    return { from: first.seq, to, head, chunk: chunks.length > 1 ? joined(chunks) : chunks[0]! };
  }

  /** Sends how many messages the listener did not get: `lost` from the ring, the others never kept. */
  function sendDropped(listener: ChatListener, lost: number, total = dropped): void {
    const { request } = listener;
    const missed = lost + total - request.dropped!;
    request.dropped = total;
    if (missed > 0) listener.send(textChunk(`event: dropped\ndata: {"dropped":${missed}}\n\n`));
  }

  /**
   * Sends a client its place: cut off before the first message, it comes back there.
   * Returns how many messages had been dropped at that place.
   */
  function welcome(listener: ChatListener, seq: number): number {
    const last = ring.find((kept) => kept.seq === seq);
    if (last !== undefined) listener.send(textChunk(`id: ${headerId(last.item)}\n\n`));
    return seq === head ? dropped : last!.droppedBefore;
  }

  function isQuiet(): boolean {
    const last = ring.at(-1);
    return last === undefined || Math.abs(clock.now() - last.keptAt) >= QUIET_MS;
  }

  return {
    /** The newest messages, the newest last. */
    newest: (limit: number): ChatMessageItem[] => ring.slice(-limit).map(({ item }) => item),
    /** Whether the room has as many messages of this second as it takes. */
    isFull(): boolean {
      const first = ring.at(-MAX_PER_SECOND);
      return first !== undefined && Math.abs(clock.now() - first.keptAt) < 1_000;
    },
    /** Keeps messages, and sends them to all who listen. One whose id is there already gets another. */
    push(...items: readonly ChatMessageItem[]): void {
      for (const item of items) {
        const named = { ...item, id: freeId(item.id) };
        ring.push({ seq: ++head, item: named, droppedBefore: dropped, keptAt: clock.now() });
        if (ring.length > RING_SIZE) ring.shift();
      }
      audience.sendAll();
    },
    /** Counts messages that are not kept. */
    drop(count = 1): void {
      dropped += count;
    },
    /** Sends those who have read meanwhile what they missed; call it about once in a second. */
    catchUp(): void {
      if (audience.size() > 0) audience.sendAll();
    },
    /** A stream of `text/event-stream` bytes. Cancel it, and nothing of it is left; `onGone` is called once. */
    open: (request: AudienceRequest, onGone?: () => void): ReadableStream<Uint8Array> =>
      audience.open({ ...request }, onGone),
    /** How many listen. */
    size: audience.size,
    /** Ends all streams: with a last event if the broadcast is over. */
    end(info?: ChatItem["stream_info"]): void {
      if (info === undefined) return audience.close();
      goodbye = textChunk(`event: ended\ndata: ${JSON.stringify(info)}\n\n`);
      audience.sendAll();
    },
  };

  /** An id that no message of the ring has: fans choose what they send, so that ids may be there twice. */
  function freeId(wanted: string): string {
    const isFree = (id: string) => ring.every(({ item }) => item.id !== id);
    if (isFree(wanted)) return wanted;
    for (let n = 2;; n++) if (isFree(`${wanted}-${n}`)) return `${wanted}-${n}`;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** An id as a client can send it back: a header holds no letters but those of ASCII. */
function headerId({ id }: ChatMessageItem): string {
  return id.replace(/[^\x20-\x7e]|%/gu, encodeURIComponent);
}

function textChunk(text: string): Uint8Array {
  return encoder.encode(text);
}
