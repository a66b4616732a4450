import type { ChatMessageItem } from "../model/item/live.ts";
import type { Clock } from "../platform/clock.ts";

/** How many messages a chat keeps; older ones are nowhere. */
const RING_SIZE = 200;
/** How many messages a chat takes within any second. */
const MAX_PER_SECOND = 20;

/** The last messages of a chat. */
export interface Ring {
  /** The newest messages, the newest last. */
  newest(limit: number): ChatMessageItem[];
  /** Whether it has as many messages of this second as it takes. */
  isFull(): boolean;
  /** Keeps a message. One whose id is there already gets another. */
  push(item: ChatMessageItem): void;
}

/** Creates a ring without messages. */
export function createRing(clock: Clock): Ring {
  /** `keptAt` in epoch ms. */
  const ring: { readonly item: ChatMessageItem; readonly keptAt: number }[] = [];

  return {
    newest: (limit) => ring.slice(-limit).map(({ item }) => item),
    isFull() {
      const first = ring.at(-MAX_PER_SECOND);
      return first !== undefined && Math.abs(clock.now() - first.keptAt) < 1_000;
    },
    push(item) {
      ring.push({ item: { ...item, id: freeId(item.id) }, keptAt: clock.now() });
      if (ring.length > RING_SIZE) ring.shift();
    },
  };

  /** An id that no message of the ring has: fans choose what they send, so that ids may be there twice. */
  function freeId(wanted: string): string {
    const isFree = (id: string) => ring.every(({ item }) => item.id !== id);
    if (isFree(wanted)) return wanted;
    for (let n = 2;; n++) if (isFree(`${wanted}-${n}`)) return `${wanted}-${n}`;
  }
}
