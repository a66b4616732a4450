/**
 * This room renders the pages for everybody: the server shows them of the public JSON, and the preview of
 * the content folder shows the same views with editors' marks.
 *
 * @module
 */

import type { PlatformAnswer } from "../../live/on_air_words.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type { MemberDetailItem, MemberItem, ZonedBirthdayItem } from "../../model/item/member.ts";
import type { EventItem, ShowDetailItem, ShowItem } from "../../model/item/occasions.ts";
import type { NewsDetailItem, NewsItem, ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistDetailItem, SetlistItem } from "../../model/item/setlists.ts";
import type { SessionItem } from "../../model/item/videocalls.ts";
import type { GroupIndex } from "../../model/pack_index.ts";

/** The kinds of items that pages show. */
export type PageKind = "member" | "show" | "news" | "event" | "release" | "videocall" | "setlist";

/** Names an item in addresses: an article by its slug, a day of video calls by its date. */
export interface ItemRef {
  readonly kind: PageKind;
  readonly id: string;
}

/** What pages say of a group as a whole. */
export type PageGroup = Pick<
  GroupIndex,
  "slug" | "name" | "language" | "timezone" | "leapDay" | "image"
>;

/** Which shows are wanted; days are `YYYY-MM-DD`, and both are among them. */
export interface ShowQuery {
  /** A member's slug. */
  readonly member?: string;
  /** What has not begun, soonest first; what has, newest first. Left out: all, newest first. */
  readonly status?: "upcoming" | "past";
  readonly from?: string;
  readonly to?: string;
  /** The first ones alone, at most 100. */
  readonly most?: number;
}

/** A part of the list of articles, newest first, and how long the list is. */
export interface NewsPart {
  readonly articles: readonly NewsItem[];
  readonly total: number;
}

/** A day of video calls with its sessions. */
export interface VideocallDayItem {
  readonly date: string;
  readonly sessions: readonly SessionItem[];
}

/** Reads what pages show of a group: items as the public JSON has them, lists in the order of answers. */
export interface GroupReader {
  readonly group: PageGroup;
  /** The instant of the page, epoch ms. */
  readonly now: number;
  /** Says that what is shown holds until an instant (epoch ms) at most. */
  holdUntil(epochMs: number): void;
  members(): Promise<readonly MemberItem[]>;
  member(slug: string): Promise<MemberDetailItem | undefined>;
  /** Everybody whose birthday is known, the next first. */
  birthdays(): Promise<readonly ZonedBirthdayItem[]>;
  shows(query: ShowQuery): Promise<readonly ShowItem[]>;
  show(id: string): Promise<ShowDetailItem | undefined>;
  /** `page` counts from 1; a page has at most 100 articles. */
  news(page: number, size: number): Promise<NewsPart>;
  article(slug: string): Promise<NewsDetailItem | undefined>;
  events(query: Pick<ShowQuery, "from" | "to">): Promise<readonly EventItem[]>;
  releases(): Promise<readonly ReleaseItem[]>;
  videocalls(): Promise<readonly VideocallDayItem[]>;
  setlists(): Promise<readonly SetlistItem[]>;
  setlist(id: string): Promise<SetlistDetailItem | undefined>;
  /** Who is on air, the latest start first, and how the platforms answer that are asked for it. */
  live(): Promise<{ onAir: readonly LiveItem[]; platforms: readonly PlatformAnswer[] }>;
  /** Whether a name or slug is one of a member who is not to be shown at this instant. */
  hides(nameOrSlug: string): boolean;
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
}
