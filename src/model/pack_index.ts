import type { GroupFamily, LeapDay, ProfileName, PublicLevel } from "./enums.ts";
import type { CalendarTable, PACK_FORMAT, Span, TableName } from "./pack.ts";
import type { Plans } from "./plans.ts";
import type { Sunset } from "./sunset.ts";

/** What a pack says of one group, and where its tables are. */
export interface GroupIndex {
  readonly slug: string;
  /** Further path segments, those of profiles too. */
  readonly aliases: readonly string[];
  /** The service whose programs an alias serves, by alias; absent if none does. */
  readonly profiles?: { readonly [alias: string]: ProfileName };
  readonly name: string;
  readonly family: GroupFamily;
  readonly timezone: string;
  readonly language: string;
  readonly leapDay: LeapDay;
  readonly public: PublicLevel;
  readonly image?: string;
  readonly accounts: {
    readonly idn?: string | undefined;
    readonly showroom?: { readonly room_id: number; readonly url_key: string } | undefined;
    readonly youtube: readonly string[];
  };
  /** The calendar tables: JSON, parsed when a calendar is first asked for. */
  readonly calendars: { readonly [Name in CalendarTable]: Span };
  /** Whether content has all shows that the group has had. */
  readonly showsComplete: boolean;
  /** The setlists, in the order of their file. */
  readonly setlists: readonly Span[];
  /** The ids of setlists by those that they had; absent if none had another. */
  readonly formerSetlists?: { readonly [former: string]: string };
  /** Each table: a list of rows as JSON, parsed when the table is first needed. */
  readonly tables: { readonly [Name in TableName]: Span };
  /** The list of its pictures, {@linkcode PictureRow}s; absent if it has none. */
  readonly pictures?: Span;
}

/** The index of a pack: everything of it that is read when it is opened. */
export interface PackIndex {
  readonly format: typeof PACK_FORMAT;
  /** Names this content: equal content, equal build. */
  readonly build: string;
  readonly site: {
    readonly title: string;
    readonly contact: string;
    readonly base_url: string;
    /** `#rrggbb`, the colour of links and buttons on light paper. */
    readonly accent?: string | undefined;
    /** An SPDX id, an address, or a mere name. */
    readonly licence?: string | undefined;
    readonly attribution?: string | undefined;
    readonly sunset?: Sunset | undefined;
  };
  readonly plans: Plans;
  /** The file in `OUT_DIR` that holds the bytes of all pictures; absent if there are none. */
  readonly pictures?: string;
  /** How many bytes the bodies have. */
  readonly size: number;
  readonly groups: readonly GroupIndex[];
}

/** The index before it has a name. */
export type Unnamed = Omit<PackIndex, "format" | "build">;
