import type { HashedList } from "../changes/hashed_items.ts";
import type { Kv } from "../platform/kv.ts";
import { type AnnouncedHead, createAnnounceStore } from "./announce_store.ts";
import type { AnnouncedItem, Tombstone } from "./announcement.ts";

/** What was announced last, with everything that the next announcement needs of it. */
export interface AnnouncedBackup extends Omit<AnnouncedHead, "set"> {
  readonly lists: readonly HashedList<AnnouncedItem>[];
  readonly gone: readonly Tombstone[];
}

/** How often to read again what another announcement takes the place of meanwhile. */
const ATTEMPTS = 5;

/** Reads what was announced last; undefined where nothing was. */
export async function takeAnnounced(kv: Kv): Promise<AnnouncedBackup | undefined> {
  const store = createAnnounceStore(kv);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { value: head } = await store.head();
    if (head === null) return undefined;
    const items = await store.items(head);
    if (items === undefined) continue;
    const { set: _, ...rest } = head;
    return { ...rest, lists: [...items.lists.values()], gone: items.gone };
  }
  throw new Error("Cannot read what was announced: it changes all the time");
}

/**
 * Puts this in the place of what a store has announced, unless the store has announced something since:
 * no item may date from earlier than it was said to. `now` in epoch ms. Whether it was put there.
 */
export async function restoreAnnounced(
  kv: Kv,
  { lists, gone, ...backup }: AnnouncedBackup,
  now: number,
): Promise<boolean> {
  const store = createAnnounceStore(kv);
  const { value: last, version } = await store.head();
  if (last !== null && last.at >= backup.at) return false;
  // A number is left out: nobody knows what changed from what was announced before to this.
  const seq = Math.max(last?.seq ?? 0, backup.seq) + 2;
  const head = { ...backup, seq, set: `${backup.build}.restored-${now}` };
  const isWritten = await store.write(version, head, {
    ...{ comparedAt: now, lists, gone, changes: [] },
  });
  if (isWritten) await store.sweep();
  return isWritten;
}
