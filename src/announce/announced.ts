/**
 * This room announces which items changed from build to build, once for all processes of a store.
 *
 * @module
 */

import type { ItemKind } from "../changes/hashed_items.ts";
import type { Tombstone } from "./announcement.ts";

/** When items were modified, as the store has it: the same in every process. */
export interface Announced {
  /** Undefined where it is in memory, as it nearly always is; else resolves when it is. Rejects with `TRY_AGAIN` where the store is away. */
  ready(): Promise<void> | undefined;
  /**
   * When an item was modified, in epoch ms: when a change of it was first announced; else when this
   * store first saw content, or when the item was published, where that was later. It only grows, by a
   * second at least.
   *
   * @throws {Error} before it is {@linkcode Announced.ready}
   */
  modifiedAt(group: string, kind: ItemKind, id: string): number;
  /**
   * The shows or events that were announced as removed, up to 30 days before `now` (epoch ms), and when
   * the last of them go. While a process serves an older build it may still have an item of that id:
   * then the item is what holds.
   */
  removed(group: string, kind: ItemKind, now: number): readonly Tombstone[];
  /** Another text whenever any of this may be another. */
  version(): string;
}
