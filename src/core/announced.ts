import type { Content } from "../catalog/content.ts";
import type { ItemKind } from "../model/enums.ts";

/** A show or event that is gone: calendars go on to show it as cancelled. */
export interface Tombstone {
  readonly id: string;
  /** The ids that it had, oldest first; absent if it always had this one. */
  readonly former?: readonly string[];
  /** When it was announced as removed, in epoch ms. */
  readonly at: number;
  /** Epoch ms from which nothing says so any more. */
  readonly until: number;
  readonly title: string;
  /** Epoch ms of its start; near its day's end if the time is unknown. */
  readonly start: number;
  /** The time of day is unknown; absent if it is known. */
  readonly isUntimed?: true;
  /** Local day, `YYYY-MM-DD`. */
  readonly date: string;
  /** How long it takes; absent if content does not say. */
  readonly minutes?: number;
  readonly venue?: string;
}

/** What was announced of items, the same in every process. */
export interface Announced {
  /**
   * Undefined if it is in memory, as it nearly always is; else resolves when it is. Rejects with
   * `TRY_AGAIN` if the store is unreachable.
   */
  ready(): Promise<void> | undefined;
  /**
   * When an item was modified, in epoch ms: when a change of it was first announced; else when this
   * store first saw content, or when the item was published, if that was later. It only grows, by a
   * second at least.
   *
   * @throws {Error} before it is ready
   */
  modifiedAt(group: string, kind: ItemKind, id: string): number;
  /**
   * The shows or events that were announced as removed, up to 30 days before `now` (epoch ms). While a
   * process serves an older build it may still have an item of that id: then the item is what holds.
   */
  removed(group: string, kind: "show" | "event" | "member", now: number): readonly Tombstone[];
  /**
   * Whether an item was announced as removed, up to 30 days before `now` (epoch ms); `name` is its id,
   * an id that it had, or what its page was called. No if nothing was read of the store so far.
   */
  wasRemoved(group: string, kind: ItemKind, name: string, now: number): boolean;
  /** Another text whenever any of this may be another. */
  version(): string;
}

/** What holds where nothing announces builds: items date from the build, and nothing was removed. */
export function nothingAnnounced(content: () => Pick<Content, "builtAt">): Announced {
  return {
    ready: () => undefined,
    modifiedAt: () => content().builtAt,
    removed: () => [],
    wasRemoved: () => false,
    version: () => "",
  };
}
