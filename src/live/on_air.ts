import { PLATFORMS } from "../model/platforms.ts";
import type { Broadcast, OnAirBroadcast, PolledBroadcast } from "./broadcast.ts";

/** A list that no poll has confirmed for this long is not shown. */
export const EXPIRES_AFTER_MS = 10 * 60_000;

/**
 * Whether what was seen at an instant is too old to be shown. An instant of the future was recorded before
 * the clock was set back, nobody knows when.
 */
export function isExpired(seenAt: number | null, now: number): boolean {
  return seenAt === null || Math.abs(now - seenAt) > EXPIRES_AFTER_MS;
}

/** What follows from a poll: what is on air now, and what changed. */
export interface OnAirChange {
  readonly onAir: readonly OnAirBroadcast[];
  readonly started: readonly OnAirBroadcast[];
  readonly ended: readonly OnAirBroadcast[];
}

/** How far a platform's clock may be ahead of ours. */
const MAX_CLOCK_SKEW_MS = 60_000;

/**
 * Compares what a poll found with what was on air. A broadcast ends when two polls in a row miss it, or
 * when its account has another one. One that a poll of only a part of the platform missed may be in the
 * rest: it ends when it was last seen too long ago to be shown.
 */
export function compareOnAir(
  before: readonly OnAirBroadcast[],
  found: readonly PolledBroadcast[],
  { now, isWhole }: { readonly now: number; readonly isWhole: boolean },
): OnAirChange {
  const foundById = new Map(found.map((polled) => [polled.broadcast.id, polled]));
  const busyAccounts = new Set(found.map(({ broadcast }) => accountOf(broadcast)));
  const isOver = ({ broadcast, isMissed, seenAt }: OnAirBroadcast) =>
    !foundById.has(broadcast.id) &&
    (busyAccounts.has(accountOf(broadcast)) || (isMissed && (isWhole || isExpired(seenAt, now))));
  const kept = before.filter((one) => !isOver(one)).map((one) =>
    seenAgain(one, foundById.get(one.broadcast.id), now)
  );
  const known = new Set(before.map(({ broadcast }) => broadcast.id));
  const started = [...foundById.values()].filter(({ broadcast }) => !known.has(broadcast.id))
    .map(({ broadcast, viewers }): OnAirBroadcast => ({
      broadcast: withStart(broadcast, null, now),
      viewers,
      peak: viewers,
      seenAt: now,
      isMissed: false,
    }));
  return { onAir: [...kept, ...started], started, ended: before.filter(isOver) };
}

/** What is over where a platform has not answered for too long: all. */
export function endAll(onAir: readonly OnAirBroadcast[]): OnAirChange {
  return { onAir: [], started: [], ended: onAir };
}

/** Names what has one broadcast at a time: the account, or on some platforms each broadcast itself. */
function accountOf({ type, urlKey, id }: Broadcast): string {
  return PLATFORMS[type].hasSeveral ? id : urlKey;
}

/** Fields that the platform leaves out stay as they were. */
function seenAgain(
  one: OnAirBroadcast,
  polled: PolledBroadcast | undefined,
  now: number,
): OnAirBroadcast {
  if (polled === undefined) return { ...one, isMissed: true };
  const { broadcast: before, peak } = one;
  const { broadcast, viewers } = polled;
  return {
    ...one,
    broadcast: {
      ...withStart(broadcast, before.startedAt, now),
      title: broadcast.title || before.title,
      img: broadcast.img || before.img,
      imgAlt: broadcast.imgAlt || before.imgAlt,
      chatRoomId: broadcast.chatRoomId || before.chatRoomId,
      streams: broadcast.streams.length > 0 ? broadcast.streams : before.streams,
    },
    viewers,
    peak: Math.max(peak, viewers),
    seenAt: now,
    isMissed: false,
  };
}

/** A start that is unknown, or in the future, is the instant of the first poll that found it. */
function withStart(broadcast: Broadcast, before: number | null, now: number): Broadcast {
  const { startedAt } = broadcast;
  const isBelievable = startedAt !== null && startedAt <= now + MAX_CLOCK_SKEW_MS;
  return { ...broadcast, startedAt: isBelievable ? startedAt : before ?? now };
}
