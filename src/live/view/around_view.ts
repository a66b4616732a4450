import type { AnnouncedItem, VideoItem } from "../../model/item/around_live.ts";
import { LIVE_TYPES } from "../../model/platforms.ts";
import type { Clock } from "../../platform/clock.ts";
import { announcedUntil, type KeptAnnouncement, toAnnouncedItem } from "../records/announcement.ts";
import type { LiveRoster } from "../records/broadcast.ts";
import { keptUntil, toVideoItem } from "../records/video.ts";
import type { Announcements } from "../store/announcements.ts";
import type { LiveState } from "../store/live_state.ts";
import type { Videos } from "../store/videos.ts";

/** A list of items, and the instant (epoch ms) until which the clock leaves it as it is. */
export interface AroundList<Item> {
  readonly items: readonly Item[];
  readonly validUntil: number;
}

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

/** What is announced, and the videos of channels: from memory, every method answers at once. */
export function createAroundView({ announcements, videos, state, roster, clock, on }: {
  readonly announcements: Announcements;
  readonly videos: Videos;
  readonly state: LiveState;
  readonly roster: () => LiveRoster;
  readonly clock: Clock;
  /** Whether anything is shown at all. */
  readonly on: boolean;
}) {
  let rosterSeen: LiveRoster | undefined;
  let rosters = 0;
  let onAirSeen = "";
  let onAirs = 0;

  return {
    /** Changes whenever a list may have changed, but for the clock. */
    revision(): string {
      if (roster() !== rosterSeen) rosters++;
      rosterSeen = roster();
      const onAir = [...idsOnAir()].join();
      if (onAir !== onAirSeen) onAirs++;
      onAirSeen = onAir;
      return [announcements.revision(), videos.revision(), rosters, onAirs].join(".");
    },
    /** What is announced of a group, soonest first. `isAsked` picks members by slug. */
    announced(group: string, isAsked: (member: string) => boolean): AroundList<AnnouncedItem> {
      const now = clock.now();
      const onAir = idsOnAir();
      const shown = ofGroup(group).filter(({ one, owner }) =>
        one.state === "announced" && now < announcedUntil(one) && !onAir.has(one.id) &&
        isAsked(owner.slug)
      ).sort((a, b) => a.one.scheduledAt - b.one.scheduledAt || (a.one.id < b.one.id ? -1 : 1));
      return {
        items: shown.map(({ one, owner }) => toAnnouncedItem(one, owner)),
        validUntil: Math.min(Infinity, ...shown.map(({ one }) => announcedUntil(one))),
      };
    },
    /** All that is kept of a group's announcements, for calendars. */
    calendar: (group: string): readonly CalendarAnnouncement[] =>
      ofGroup(group).map(({ one, owner }) => ({
        item: toAnnouncedItem(one, owner),
        state: one.state,
        member: owner.slug,
        scheduledAt: one.scheduledAt,
        changedAt: one.changedAt,
      })),
    /** The videos of a group's channels, newest first, but for those that are on air or announced. */
    videos(group: string, isAsked: (member: string) => boolean): AroundList<VideoItem> {
      const now = clock.now();
      const toCome = new Set([...idsOnAir(), ...idsAnnounced()]);
      const shown = (on ? roster().channels : []).flatMap((channel) => {
        const account = { type: "youtube", urlKey: channel, roomId: 0 } as const;
        const owner = roster().ownersOf(account).find((one) => one.group === group);
        if (owner === undefined || !isAsked(owner.slug)) return [];
        return [...videos.ofChannel(channel)].filter((video) =>
          now < keptUntil(video) && !toCome.has(video.id)
        ).map((video) => ({ video, owner }));
      }).sort(({ video: a }, { video: b }) =>
        b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1)
      );
      return {
        items: shown.map(({ video, owner }) => toVideoItem(video, owner)),
        validUntil: shown.reduce((least, { video }) => Math.min(least, keptUntil(video)), Infinity),
      };
    },
  };

  function ofGroup(group: string) {
    return LIVE_TYPES.filter(() => on).flatMap((type) =>
      announcements.kept(type).flatMap((one) => {
        const owner = roster().ownersOf(one).find((owner) => owner.group === group);
        return owner === undefined ? [] : [{ one, owner }];
      })
    );
  }

  function idsOnAir(): ReadonlySet<string> {
    return new Set(LIVE_TYPES.flatMap((type) => state.platform(type).list.map(({ id }) => id)));
  }

  function idsAnnounced(): string[] {
    return LIVE_TYPES.flatMap((type) => announcements.kept(type))
      .filter(({ state }) => state === "announced").map(({ id }) => id);
  }
}
