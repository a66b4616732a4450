import type { AnnouncedItem } from "../model/item/around_live.ts";
import type { LiveType } from "../model/platforms.ts";

/** What platforms announce, from memory. */
export interface Announcements {
  /** Changes with what is announced, and with the roster. */
  revision(): number;
  /** All that is kept of a group's announcements, soonest first. */
  ofGroup(group: string): readonly GroupAnnouncement[];
  /** The ids of what is announced, of all groups. */
  ids(): readonly string[];
}

/** An announcement of a group, joined with its owner. */
export interface GroupAnnouncement {
  readonly item: AnnouncedItem;
  /** `over`: it has begun, or its time has passed; `withdrawn`: the platform announces it no more. */
  readonly state: "announced" | "over" | "withdrawn";
  /** The member's slug; "" for the group itself. */
  readonly member: string;
  /** Epoch ms. */
  readonly scheduledAt: number;
  /** When one of its fields changed last, epoch ms. */
  readonly changedAt: number;
}

/** What broadcasts come to. */
export interface LiveSums {
  /** Undefined if they are read, as they nearly always are; else resolves when they are, or after 2.5 s. */
  ready(): Promise<void> | undefined;
  /** Another text whenever an answer may be another. */
  revision(): string;
  /** How many broadcasts of a member began ever, by platform; `slugs` are all that she has had. */
  totals(group: string, slugs: readonly string[]): Readonly<Record<LiveType, number>>;
}
