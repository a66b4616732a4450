/**
 * This room renders the public pages of a group: the server shows them of what is published, and the
 * preview of the content folder shows the same views with editors' marks.
 *
 * @module
 */

import type { LiveItem } from "../model/item/live.ts";
import type { MemberDetailItem, ShowStats } from "../model/item/member.ts";
import type { EventItem, Milestone, ShowDetailItem } from "../model/item/occasions.ts";
import type { Performed, SetlistItem } from "../model/item/setlists.ts";
import type { SessionItem } from "../model/item/videocalls.ts";
import type { NewsDetailItem, ReleaseItem } from "../model/item/publications.ts";
import type { EventRow, MemberRow, NewsRow, Row, ShowRow, VideocallDay } from "../model/pack.ts";
import type { GroupIndex } from "../model/pack_index.ts";
import type { LiveType } from "../model/platforms.ts";
import type { SourceState } from "../model/enums.ts";

/** The kinds of items that pages show. */
export type PageKind = "member" | "show" | "news" | "event" | "release" | "videocall" | "setlist";

/** An item as pages show it at their instant. */
export interface PageItem<Fields, RowOf = unknown> {
  readonly kind: PageKind;
  /** Names it in addresses. */
  readonly id: string;
  readonly row: RowOf;
  /** What it answers; read with the first use. */
  readonly fields: Fields;
}

/** A member as her detail answers, without what other items say of her. */
export type MemberFields = Omit<MemberDetailItem, "recentTheater" | "upcomingTheater" | "stats">;

/** A day of video calls with its sessions. */
export interface VideocallFields {
  readonly date: string;
  readonly sessions: readonly SessionItem[];
}

export type PageMember = PageItem<MemberFields, MemberRow>;
export type PageShow = PageItem<Omit<ShowDetailItem, "milestones">, ShowRow>;
export type PageArticle = PageItem<NewsDetailItem, NewsRow>;
export type PageEvent = PageItem<EventItem, EventRow>;
export type PageRelease = PageItem<ReleaseItem, Row>;
export type PageVideocall = PageItem<VideocallFields, VideocallDay>;
export type PageSetlist = PageItem<SetlistItem>;

/** A member, and how often she was in the shows of a setlist. */
interface SetlistMember {
  readonly member: PageMember;
  readonly count: number;
}

/** What pages say of a group as a whole. */
type PageGroupIndex = Pick<
  GroupIndex,
  "slug" | "name" | "language" | "timezone" | "leapDay" | "image"
>;

/** A group at an instant: all that its pages show. Lists are in the order of answers. */
export interface PageGroup {
  readonly index: PageGroupIndex;
  /** The instant, epoch ms. */
  readonly now: number;
  /** Says that what is shown holds until an instant (epoch ms) at most. */
  holdUntil(epochMs: number): void;
  members(): readonly PageMember[];
  member(slug: string): PageMember | undefined;
  shows(wanted?: (row: ShowRow) => boolean): readonly PageShow[];
  showsOf(member: PageMember): readonly PageShow[];
  showsOfSetlist(name: string): readonly PageShow[];
  /** How often she was on stage; undefined of a member whom the counts do not have. */
  showStatsOf(member: PageMember): ShowStats | undefined;
  /** Who reaches a round number of shows with this one. */
  milestonesOf(show: PageShow): readonly Milestone[];
  performedOf(setlist: PageSetlist): Performed;
  /** How often members were in the shows of a setlist, the most frequent first. */
  membersOfSetlist(setlist: PageSetlist): readonly SetlistMember[];
  news(): readonly PageArticle[];
  events(wanted?: (row: EventRow) => boolean): readonly PageEvent[];
  releases(): readonly PageRelease[];
  videocalls(): readonly PageVideocall[];
  setlists(): readonly PageSetlist[];
  /** Who is on air, the latest start first. */
  onAir(): readonly LiveItem[];
  /** How the platforms answer that are asked for it. */
  readonly platforms: readonly PlatformAnswer[];
  /** Whether a name or slug is one of a member who is not to be shown at this instant. */
  hides(nameOrSlug: string): boolean;
}

/** How a platform answers, as `/status` and `X-Live-Sources` say it. */
export interface PlatformAnswer {
  readonly name: LiveType;
  readonly state: SourceState;
  /** Why the last attempt failed; absent if it did not, or if there was none. */
  readonly last_error?: string;
}

/** Where the pages of a group are. */
export interface PagePaths {
  readonly group: string;
  readonly members: string;
  /** The list of articles, from 1. */
  news(page: number): string;
  /** A month, `YYYY-MM`. */
  month(month: string): string;
  /** The page of an item; undefined if its kind has none. */
  item(kind: PageKind, id: string): string | undefined;
  /** Whether months without anything before the first and behind the last are shown. */
  readonly hasEveryMonth: boolean;
}
