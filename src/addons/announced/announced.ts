/**
 * This add-on keeps what platforms announce, in the states of the platforms.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import type { Announcements } from "../../core/live_services.ts";
import { ANNOUNCEMENTS } from "../../core/services.ts";
import type { LogEntry } from "../../events/event.ts";
import type { Live } from "../../live/live.ts";
import type { PollReader } from "../../live/poll_reader.ts";
import type { LiveRoster } from "../../live/roster.ts";
import { LIVE_TYPES, type LiveType } from "../../model/platforms.ts";
import { type KeptAnnouncement, toAnnouncedItem, updateAnnouncements } from "./announcement.ts";
import { createNextLives } from "./next_lives.ts";

const NAME = "announced";

/** Reads announcements in polls from now on. */
export function openAnnounced(
  { live, settings, services }: Pick<Core, "live" | "settings" | "services">,
): Opened {
  live.addReader(createAnnouncedReader(live, settings.SHOWROOM_URL));
  services.provide(ANNOUNCEMENTS, createAnnouncements(live));
  return {};
}

/** Creates what reads announcements in polls, and logs each once. */
export function createAnnouncedReader(
  { roster, fetch }: Pick<Live, "roster" | "fetch">,
  showroomUrl: string,
): PollReader {
  const askNextLives = fetch && createNextLives(fetch, showroomUrl);
  return {
    name: NAME,
    async read({ type, result, onAir, now, signal }, before) {
      const kept = keptOf(before);
      const found = type === "showroom" ? await askNextLives?.(roster(), signal) : result.announced;
      if (found === undefined) return { kept };
      const list = updateAnnouncements(kept, found, onAir, now);
      const known = new Set(kept.map(({ id }) => id));
      const entries = list.filter(({ id }) => !known.has(id)).flatMap((one) =>
        roster().ownersOf(one).map((owner): LogEntry => ({
          type: "live.announced",
          group: owner.group,
          at: new Date(now).toISOString(),
          data: toAnnouncedItem(one, owner),
          subject: one.id,
          members: owner.slug === "" ? [] : [owner.slug],
        }))
      );
      return { kept: list, entries };
    },
  };
}

/** Shows what is kept. */
export function createAnnouncements(
  { states, roster, on }: Pick<Live, "states" | "roster" | "on">,
): Announcements {
  let seen: { roster?: LiveRoster; states: number; text: string } = { states: -1, text: "" };
  let revision = 0;

  function kept(type: LiveType): readonly KeptAnnouncement[] {
    return on ? keptOf(states.state(type).addOns[NAME]) : [];
  }

  return {
    revision() {
      const now = { roster: roster(), states: states.revision() };
      if (now.states === seen.states && now.roster === seen.roster) return revision;
      // Most polls find what the one before has found.
      const text = JSON.stringify(LIVE_TYPES.map(kept));
      if (text !== seen.text || now.roster !== seen.roster) revision++;
      seen = { ...now, text };
      return revision;
    },
    ofGroup: (group) =>
      LIVE_TYPES.flatMap(kept).flatMap((one) => {
        const owner = roster().ownersOf(one).find((owner) => owner.group === group);
        if (owner === undefined) return [];
        const { state, scheduledAt, changedAt } = one;
        return {
          item: toAnnouncedItem(one, owner),
          member: owner.slug,
          state,
          scheduledAt,
          changedAt,
        };
      }).sort((a, b) => a.scheduledAt - b.scheduledAt || (a.item.id < b.item.id ? -1 : 1)),
    ids: () => LIVE_TYPES.flatMap(kept).flatMap(({ id, state }) => state === "announced" ? id : []),
  };
}

function keptOf(kept: unknown): readonly KeptAnnouncement[] {
  return (kept ?? []) as readonly KeptAnnouncement[];
}
