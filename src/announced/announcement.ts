import type { Announcement, FoundAnnouncements, OnAirBroadcast } from "../live/broadcast.ts";
import type { LiveOwner } from "../live/roster.ts";
import type { AnnouncedItem } from "../model/item/around_live.ts";
import { PLATFORMS } from "../model/platforms.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../toolbox/durations.ts";

/**
 * An announcement as the store keeps it. `over`: it has begun, or its time has passed; `withdrawn`: the
 * platform announces it no more. Calendars hold both for a while.
 */
export interface KeptAnnouncement extends Announcement {
  readonly state: "announced" | "over" | "withdrawn";
  /** When one of its other fields changed last, epoch ms. */
  readonly changedAt: number;
}

/** Announcements of one platform that are kept: those to come, soonest first, and those of the past. */
const MAX_TO_COME = 100;
const MAX_PAST = 50;
/** New ones of one poll, which are logged in one commit; the others wait for the next poll. */
const MAX_NEW = 20;
/** Of one platform's announcements: they share a value of the store with who is on air. */
const MAX_BYTES = 140_000;

/** A room that goes on air so long before its announced time has begun what it announced. */
const EARLY_MS = 30 * MINUTE_MS;
/** So long after its time a broadcast that has not begun counts as announced. */
const LATE_MS = 2 * HOUR_MS;
/** Calendars hold what was, so far back. */
const PAST_MS = 30 * DAY_MS;
/** A later time is a mistake of the platform. */
const AHEAD_MS = 366 * DAY_MS;

/** The instant (epoch ms) from which an announcement is not listed any more, even if nobody withdraws it. */
export function announcedUntil({ scheduledAt }: Announcement): number {
  return scheduledAt + LATE_MS;
}

/**
 * The announcements of one platform after a poll: what was found, what was found earlier and not asked for
 * now, and what has begun or was taken back.
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
  const ids = new Set(before.map(({ id }) => id));
  const fresh = [...toCome.values()].filter(({ id }) => !ids.has(id)).slice(0, MAX_NEW)
    .map((one): KeptAnnouncement => ({ ...one, state: "announced", changedAt: now }));
  return limited([...kept, ...fresh]);

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

/** As many as are kept: those to come first, the soonest first. */
function limited(all: readonly KeptAnnouncement[]): readonly KeptAnnouncement[] {
  const bySchedule = all.toSorted((a, b) =>
    a.scheduledAt - b.scheduledAt || (a.id < b.id ? -1 : 1)
  );
  const toCome = bySchedule.filter(({ state }) => state === "announced").slice(0, MAX_TO_COME);
  const past = bySchedule.filter(({ state }) => state !== "announced").slice(-MAX_PAST);
  let bytes = 0;
  return [...toCome, ...past.reverse()].filter((one) => {
    bytes += new TextEncoder().encode(JSON.stringify(one)).length;
    return bytes <= MAX_BYTES;
  });
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
