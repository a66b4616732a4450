import { type LiveType, PLATFORMS } from "../../model/platforms.ts";
import type { AnnouncedItem } from "../../model/item/around_live.ts";
import type { Broadcast, LiveOwner } from "./broadcast.ts";

/** A broadcast that a platform announces. */
export interface Announcement {
  /** `<type>-<the platform's own id>`: the id that the broadcast has on air, if the platform has one by now. */
  readonly id: string;
  readonly type: LiveType;
  /** The platform's account key, as of a {@linkcode Broadcast}. */
  readonly urlKey: string;
  /** The platform's numeric room, or 0 if it has none. */
  readonly roomId: number;
  readonly slug: string;
  readonly title: string;
  /** An https address, or "". */
  readonly img: string;
  /** Epoch ms. */
  readonly scheduledAt: number;
}

/** What a poll has found of announcements. */
export interface FoundAnnouncements {
  readonly found: readonly Announcement[];
  /** Whether the platform was asked for this one: if it was and did not name it, it is taken back. */
  isAsked(one: Announcement): boolean;
}

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
const MAX_TO_COME = 150;
const MAX_PAST = 50;
/** New ones of one poll, which are logged in one commit; the others wait for the next poll. */
const MAX_NEW = 40;
/** Of one platform's announcements, which are stored in one commit. */
const MAX_BYTES = 280_000;

const DAY_MS = 24 * 3_600_000;
/** A room that goes on air so long before its announced time has begun what it announced. */
const EARLY_MS = 30 * 60_000;
/** So long after its time a broadcast that has not begun counts as announced. */
const LATE_MS = 2 * 3_600_000;
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
 * now, and what has begun or was taken back. The same list if nothing has changed.
 */
export function updateAnnouncements(
  known: readonly KeptAnnouncement[],
  { found, isAsked }: FoundAnnouncements,
  onAir: readonly Broadcast[],
  now: number,
): readonly KeptAnnouncement[] {
  const foundById = new Map(found.map((one) => [one.id, one]));
  const kept = known.filter(({ scheduledAt }) => now < scheduledAt + PAST_MS)
    .map((one) => updated(one, stillToCome(foundById.get(one.id)), now, () => nextState(one)));
  const ids = new Set(known.map(({ id }) => id));
  const fresh = [...foundById.values()]
    .filter((one) => !ids.has(one.id) && stillToCome(one) !== undefined)
    .slice(0, MAX_NEW)
    .map((one): KeptAnnouncement => ({ ...one, state: "announced", changedAt: now }));
  const isSame = fresh.length === 0 && kept.length === known.length &&
    kept.every((one, index) => one === known[index]);
  return isSame ? known : limited([...kept, ...fresh]);

  function stillToCome(one: Announcement | undefined): Announcement | undefined {
    return one && isToCome(one, now) && !hasBegun(one, onAir, now) ? one : undefined;
  }

  function nextState(one: KeptAnnouncement): KeptAnnouncement["state"] {
    if (one.state !== "announced") return one.state;
    if (now >= announcedUntil(one) || hasBegun(one, onAir, now)) return "over";
    if (!isAsked(one)) return "announced";
    return now >= one.scheduledAt ? "over" : "withdrawn";
  }
}

/** A known announcement after a poll; the same object if nothing has changed. */
function updated(
  known: KeptAnnouncement,
  found: Announcement | undefined,
  now: number,
  nextState: () => KeptAnnouncement["state"],
): KeptAnnouncement {
  const state = found === undefined ? nextState() : "announced";
  const next: KeptAnnouncement = { ...known, ...found, state };
  const names = ["urlKey", "roomId", "slug", "title", "img", "scheduledAt", "state"] as const;
  return names.every((name) => next[name] === known[name]) ? known : { ...next, changedAt: now };
}

function isToCome(one: Announcement, now: number): boolean {
  return now < announcedUntil(one) && one.scheduledAt <= now + AHEAD_MS;
}

/** Whether the broadcast is on air: by its id, or by its room, whose announcement has an id of its own. */
function hasBegun(one: Announcement, onAir: readonly Broadcast[], now: number): boolean {
  return onAir.some(({ id, roomId }) =>
    id === one.id ||
    (one.roomId !== 0 && one.roomId === roomId && now >= one.scheduledAt - EARLY_MS)
  );
}

/** As many as one commit of the store takes: those to come first, the soonest first. */
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
