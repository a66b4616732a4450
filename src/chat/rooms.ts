import { type Clock, every } from "../platform/clock.ts";

/** A room that is followed. */
export interface FollowedRoom {
  /** Whether its broadcast is over for all of these groups, which have asked for it. */
  isOver(groups: ReadonlySet<string>): boolean;
  /** Ends what follows the room; resolves when nothing of it is left. */
  leave(): Promise<void>;
}

const MAX_ROOMS = 50;
/** A room is left so long after it was last asked for, in ms. */
const LEAVE_AFTER_MS = 2 * 60_000;
const TICK_MS = 1_000;

/**
 * Creates rooms by key, each followed while callers ask for it. There is none at first, and no timer runs
 * while there is none.
 */
export function createFollowedRooms<F extends FollowedRoom>(clock: Clock) {
  const all = new Map<string, { readonly one: F; readonly groups: Set<string>; askedAt: number }>();
  const leaving = new Set<Promise<void>>();
  let cancelTick = () => {};
  let isClosed = false;

  return {
    /** Follows a room for a group; undefined if there are as many as may be. */
    ask(key: string, group: string, follow: () => F): F | undefined {
      const known = all.get(key);
      if (known !== undefined) {
        known.groups.add(group);
        known.askedAt = clock.now();
        return known.one;
      }
      if (all.size >= MAX_ROOMS || isClosed) return undefined;
      if (all.size === 0) cancelTick = every(clock, TICK_MS, tick);
      const one = follow();
      all.set(key, { one, groups: new Set([group]), askedAt: clock.now() });
      return one;
    },
    size: (): number => all.size,
    /** Follows nothing any more; resolves when nothing is left. */
    async close(): Promise<void> {
      isClosed = true;
      for (const key of all.keys()) drop(key);
      await Promise.all(leaving);
    },
  };

  function tick(): void {
    const now = clock.now();
    for (const [key, followed] of all) {
      const { one, groups } = followed;
      // A clock that was set back must not keep a room for long.
      if (followed.askedAt > now) followed.askedAt = now;
      if (one.isOver(groups) || now - followed.askedAt >= LEAVE_AFTER_MS) drop(key);
    }
  }

  function drop(key: string): void {
    const left = all.get(key)!.one.leave();
    all.delete(key);
    leaving.add(left);
    void left.finally(() => leaving.delete(left));
    if (all.size === 0) cancelTick();
  }
}
