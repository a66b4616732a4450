/** What callers were told of items: when each changed, and which are gone. */
export interface Announced {
  /** Undefined where memory is current; else resolves when it is. */
  ready(): Promise<void> | undefined;
  /** Another text whenever an item may have another time. */
  version(): string;
  /** When a change of the item was first announced, or content was first seen, in epoch ms. */
  modifiedAt(group: string, kind: ItemKind, id: string): number;
}

/** What an item is. */
export type ItemKind = "show" | "event" | "member" | "news";

/** While nothing is announced: content was first seen when this process started. */
export function nothingAnnounced(startedAt: number): Announced {
  return { ready: () => undefined, version: () => "", modifiedAt: () => startedAt };
}
