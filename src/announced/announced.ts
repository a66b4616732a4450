/**
 * This room keeps what platforms announce, in the states of the platforms.
 *
 * @module
 */

import type { LogEntry } from "../events/event.ts";
import type { FinishedPoll, PollReader, PollReading } from "../live/poll_reader.ts";
import type { LiveRoster } from "../live/roster.ts";
import type { PlatformStates } from "../live/state.ts";
import type { AnnouncedItem } from "../model/item/around_live.ts";
import { LIVE_TYPES, type LiveType } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import { getAll, type Kv, type KvKey, setUntil } from "../platform/kv.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import {
  announcedUntil,
  type KeptAnnouncement,
  toAnnouncedItem,
  updateAnnouncements,
} from "./announcement.ts";

/** An announcement, as calendars show it. */
export interface CalendarAnnouncement {
  readonly item: AnnouncedItem;
  readonly state: KeptAnnouncement["state"];
  /** The member's slug; "" for the group itself. */
  readonly member: string;
  /** Epoch ms. */
  readonly scheduledAt: number;
  /** Epoch ms. */
  readonly changedAt: number;
}

/** What platforms announce, from memory: every method answers at once. */
export interface Announcements {
  /** Changes with what is announced, with who is on air, and with the roster. */
  revision(): number;
  /** What is announced of a group, soonest first. `isAsked` picks members by slug. */
  announced(group: string, isAsked: (member: string) => boolean): {
    readonly items: readonly AnnouncedItem[];
    /** The instant (epoch ms) until which the clock leaves the list as it is. */
    readonly validUntil: number;
  };
  /** All that is kept of a group's announcements. */
  calendar(group: string): readonly CalendarAnnouncement[];
  /** The ids of what is announced, of all groups. */
  ids(): readonly string[];
}

const NAME = "announced";
/** So long after its time an announcement that comes back is still known to be in the log. */
const LOGGED_MS = 60 * DAY_MS;

/** That the announcement of a broadcast of a group is in the log. */
function loggedKey(group: string, id: string): KvKey {
  return ["live", "announced_once", group, id];
}

/** Creates what reads announcements in polls, and logs each once. */
export function createAnnouncedReader(
  { kv, roster }: { readonly kv: Kv; readonly roster: () => LiveRoster },
): PollReader {
  return {
    name: NAME,
    async read({ result: { announced }, onAir, now }: FinishedPoll, before): Promise<PollReading> {
      const kept = keptOf(before);
      if (announced === undefined) return { kept };
      const list = updateAnnouncements(kept, announced, onAir, now);
      const known = new Set(kept.filter(isAnnounced).map(({ id }) => id));
      const fresh = list.filter((one) => isAnnounced(one) && !known.has(one.id))
        .flatMap((one) => roster().ownersOf(one).map((owner) => ({ one, owner })));
      const marks = fresh.map(({ one, owner }) => loggedKey(owner.group, one.id));
      const logged = await getAll(kv, marks);
      const unlogged = fresh.filter((_, n) => logged[n]!.version === null);
      return {
        kept: list,
        entries: unlogged.map(({ one, owner }): LogEntry => ({
          type: "live.announced",
          group: owner.group,
          at: new Date(now).toISOString(),
          data: toAnnouncedItem(one, owner),
          subject: one.id,
          members: owner.slug === "" ? [] : [owner.slug],
        })),
        writes: unlogged.map(({ one, owner }) => {
          const until = Math.max(now, one.scheduledAt) + LOGGED_MS;
          return setUntil(loggedKey(owner.group, one.id), {}, until, now);
        }),
      };
    },
  };
}

/** Shows what is kept. `on`: whether anything is shown at all. */
export function createAnnouncements({ states, roster, clock, on }: {
  readonly states: PlatformStates;
  readonly roster: () => LiveRoster;
  readonly clock: Clock;
  readonly on: boolean;
}): Announcements {
  let seen: { roster?: LiveRoster; states: number; text: string } = { states: -1, text: "" };
  let revision = 0;

  function kept(type: LiveType): readonly KeptAnnouncement[] {
    return on ? keptOf(states.state(type).addOns[NAME]) : [];
  }

  function ofGroup(group: string) {
    return LIVE_TYPES.flatMap(kept).flatMap((one) => {
      const owner = roster().ownersOf(one).find((owner) => owner.group === group);
      return owner === undefined ? [] : [{ one, owner }];
    });
  }

  function idsOnAir(): string[] {
    return LIVE_TYPES.flatMap((type) => states.state(type).onAir)
      .map(({ broadcast }) => broadcast.id);
  }

  return {
    revision() {
      if (states.revision() === seen.states && roster() === seen.roster) return revision;
      // Most polls find what the one before has found.
      const text = JSON.stringify([LIVE_TYPES.map(kept), idsOnAir()]);
      if (text !== seen.text || roster() !== seen.roster) revision++;
      seen = { roster: roster(), states: states.revision(), text };
      return revision;
    },
    announced(group, isAsked) {
      const now = clock.now();
      const onAir = new Set(idsOnAir());
      const shown = ofGroup(group).filter(({ one, owner }) =>
        isAnnounced(one) && now < announcedUntil(one) && !onAir.has(one.id) && isAsked(owner.slug)
      ).sort((a, b) => a.one.scheduledAt - b.one.scheduledAt || (a.one.id < b.one.id ? -1 : 1));
      return {
        items: shown.map(({ one, owner }) => toAnnouncedItem(one, owner)),
        validUntil: Math.min(Infinity, ...shown.map(({ one }) => announcedUntil(one))),
      };
    },
    calendar: (group) =>
      ofGroup(group).map(({ one, owner }) => ({
        item: toAnnouncedItem(one, owner),
        state: one.state,
        member: owner.slug,
        scheduledAt: one.scheduledAt,
        changedAt: one.changedAt,
      })),
    ids: () => LIVE_TYPES.flatMap(kept).filter(isAnnounced).map(({ id }) => id),
  };
}

function keptOf(kept: unknown): readonly KeptAnnouncement[] {
  return (kept ?? []) as readonly KeptAnnouncement[];
}

function isAnnounced({ state }: KeptAnnouncement): boolean {
  return state === "announced";
}
