/** The words that fields, parameters and settings choose from, each list once. No library is loaded. */

/** What a member is. */
export const MEMBER_STATUSES = ["active", "trainee", "graduated"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Whether a show or event takes place as announced. */
export const OCCASION_STATES = ["scheduled", "cancelled", "postponed"] as const;
export type OccasionState = (typeof OCCASION_STATES)[number];

/** The sorts of event; `media` is television, radio and print. */
export const EVENT_TYPES = ["handshake", "concert", "offair", "media", "other"] as const;

/** What may become of an item from one build to another. */
export const CHANGE_KINDS = ["added", "changed", "removed"] as const;

/** The kinds of entries of a schedule. */
export const SCHEDULE_TYPES = ["theater", "event", "media", "other"] as const;

/** The phase of an entry of a schedule. */
export const SCHEDULE_STATUSES = ["upcoming", "past", "today"] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** What can be searched for. */
export const SEARCH_KINDS = [
  "member",
  "setlist",
  "song",
  "show",
  "news",
  "event",
  "release",
] as const;

/** The kinds of items in a dataset, in their order; by these, too, two builds are compared. */
export const ITEM_KINDS = [
  "member",
  "show",
  "news",
  "event",
  "release",
  "setlist",
  "videocall",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** The sorts of record. */
export const RELEASE_TYPES = ["single", "album", "ep", "digital"] as const;

/** The phase of a session of video calls, in their order. */
export const SESSION_STATUSES = ["upcoming", "preparation", "ongoing", "finished"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** By what broadcasts that have ended are sorted: newest first, or largest first. */
export const RECENT_SORTS = ["date", "duration", "viewers"] as const;
export type RecentSort = (typeof RECENT_SORTS)[number];

/** Over which time statistics of broadcasts are. */
export const STATS_PERIODS = ["week", "month", "year", "all"] as const;
export type StatsPeriod = (typeof STATS_PERIODS)[number];

/** The response conventions of groups: bare arrays, or the wrapper object. */
export const GROUP_FAMILIES = ["bare", "wrapped"] as const;
export type GroupFamily = (typeof GROUP_FAMILIES)[number];

/** The services whose programs an alias of a group may serve. */
export const PROFILES = ["jkt48connect"] as const;
export type ProfileName = (typeof PROFILES)[number];

/** All families of endpoints, each with its own rules of access and errors. */
export type FamilyName = GroupFamily | "v1" | "mcp" | "public" | "codes" | "admin";

/** When somebody born on 29 February celebrates in common years. */
export const LEAP_DAYS = ["feb28", "mar1"] as const;
export type LeapDay = (typeof LEAP_DAYS)[number];

/** How long a period of a quota is. */
export const QUOTA_PERIODS = ["day", "month"] as const;
export type QuotaPeriod = (typeof QUOTA_PERIODS)[number];

/**
 * What a group shows everybody: nothing, the front page, its calendars and feeds too, or pages of its
 * own besides.
 */
export const PUBLIC_LEVELS = ["none", "page", "feeds", "site"] as const;
export type PublicLevel = (typeof PUBLIC_LEVELS)[number];

/** Whether a group shows as much to everybody as this. */
export function showsAtLeast(level: PublicLevel, least: PublicLevel): boolean {
  return PUBLIC_LEVELS.indexOf(level) >= PUBLIC_LEVELS.indexOf(least);
}

/** Whether a group's calendars and feeds need no credential. */
export function hasPublicFeeds(level: PublicLevel): boolean {
  return level === "feeds" || level === "site";
}

/** Whether a group has public pages. */
export function hasPages(level: PublicLevel): boolean {
  return level === "site";
}

/**
 * How a platform answers.
 *
 * - `ok`: the last poll succeeded.
 * - `stale`: the last poll failed; what was found within the last 10 minutes is still shown.
 * - `down`: no poll has succeeded for 10 minutes; nothing of the platform is shown.
 * - `off`: the platform is not polled.
 */
export const SOURCE_STATES = ["ok", "stale", "down", "off"] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** Whether the store can be used: it may be away, or have a format that this program does not know. */
export const STORE_STATES = ["ok", "down"] as const;
/** What keeps the store: a file, Postgres, a KV Connect server, or Deno Deploy's own database. */
export const STORE_ENGINES = ["file", "postgres", "denokv", "deploy"] as const;
export type StoreEngine = (typeof STORE_ENGINES)[number];

/** Whether requests should be sent to a process. */
export const READINESS_STATES = ["ok", "loading", "draining"] as const;
