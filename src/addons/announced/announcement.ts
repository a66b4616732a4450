import type { GroupAnnouncement } from "../../core/live_services.ts";
import type { Announcement, FoundAnnouncements, OnAirBroadcast } from "../../live/broadcast.ts";
import type { LiveOwner } from "../../live/roster.ts";
import type { AnnouncedItem } from "../../model/item/around_live.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../toolbox/durations.ts";

/** An announcement as the store keeps it. Calendars hold what is over or withdrawn for a while. */
export interface KeptAnnouncement
  extends Announcement, Pick<GroupAnnouncement, "state" | "changedAt"> {}

/** Announcements of one platform that are kept: those to come, and the last that were over or taken back. */
const MAX_TO_COME = 100;
const MAX_PAST = 50;
/** New ones of one poll, which are logged in one commit; the others wait for the next poll. */
const MAX_NEW = 20;

/** A room that goes on air so long before its announced time has begun what it announced. */
const EARLY_MS = 30 * MINUTE_MS;
/** So long after its time a broadcast that has not begun counts as announced. */
const LATE_MS = 2 * HOUR_MS;
/** Calendars hold what was, so far back. */
const PAST_MS = 30 * DAY_MS;
/** A later time is a mistake of the platform. */
const AHEAD_MS = 366 * DAY_MS;

/** The instant (epoch ms) from which an announcement is not listed any more, even if nobody withdraws it. */
export function announcedUntil({ scheduledAt }: Pick<Announcement, "scheduledAt">): number {
  return scheduledAt + LATE_MS;
}

/**
 * The announcements of one platform after a poll: what was found, what was found earlier and not asked for
 * now, and what has begun or was taken back. What was taken back a while ago is still known when it comes
 * again: an announcement is new once.
 */
export function updateAnnouncements(
  before: readonly KeptAnnouncement[],
  { found, isAsked }: FoundAnnouncements,
  onAir: readonly OnAirBroadcast[],
  now: number,
): readonly KeptAnnouncement[] {
  const toCome = new Map(found.filter(isStillToCome).map((one) => [one.id, one]));
  const kept = before.filter(({ scheduledAt }) => now < scheduledAt + PAST_MS).map((one) => {
    const again = toCome.get(one.id);
    const state = again === undefined ? nextState(one) : "announced";
    const next: KeptAnnouncement = { ...one, ...again, state, changedAt: one.changedAt };
    return JSON.stringify(next) === JSON.stringify(one) ? one : { ...next, changedAt: now };
  });
  const isAnnounced = ({ state }: KeptAnnouncement) => state === "announced";
  const past = kept.filter((one) => !isAnnounced(one))
    .sort((a, b) => b.changedAt - a.changedAt).slice(0, MAX_PAST);
  const announced = kept.filter(isAnnounced);
  const ids = new Set(before.map(({ id }) => id));
  const places = Math.min(MAX_NEW, Math.max(0, MAX_TO_COME - announced.length));
  const fresh = [...toCome.values()].filter(({ id }) => !ids.has(id)).slice(0, places)
    .map((one): KeptAnnouncement => ({ ...one, state: "announced", changedAt: now }));
  return [...announced, ...fresh, ...past];

  function isStillToCome(one: Announcement): boolean {
    return now < announcedUntil(one) && one.scheduledAt <= now + AHEAD_MS && !hasBegun(one);
  }

  /** Whether it is on air: by its id, or by its room, whose announcement has an id of its own. */
  function hasBegun(one: Announcement): boolean {
    return onAir.some(({ broadcast: { id, roomId } }) =>
      id === one.id ||
      (one.roomId !== 0 && one.roomId === roomId && now >= one.scheduledAt - EARLY_MS)
    );
  }

  function nextState(one: KeptAnnouncement): KeptAnnouncement["state"] {
    if (one.state !== "announced") return one.state;
    if (now >= announcedUntil(one) || hasBegun(one)) return "over";
    if (!isAsked(one)) return "announced";
    return now >= one.scheduledAt ? "over" : "withdrawn";
  }
}

/** Joins an announcement with its owner; the owner's picture takes the place of a missing one. */
export function toAnnouncedItem(one: Announcement, owner: LiveOwner): AnnouncedItem {
  const { id, type, title, img, urlKey, roomId, slug, scheduledAt } = one;
  return {
    id,
    type,
    title,
    name: owner.name,
    img: img || owner.img,
    url_key: urlKey,
    group: owner.group,
    scheduled_at: new Date(scheduledAt).toISOString(),
    url: PLATFORMS[type].watchUrl({ id, urlKey, slug, roomId }),
  };
}
