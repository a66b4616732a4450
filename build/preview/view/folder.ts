import type { EventItem, SessionItem, ShowDetailItem } from "../../../src/model/item/occasions.ts";
import type { MemberDetailItem } from "../../../src/model/item/member.ts";
import type { NewsDetailItem, ReleaseItem } from "../../../src/model/item/publications.ts";
import type {
  EventRow,
  GroupIndex,
  MemberRow,
  NewsRow,
  PackIndex,
  Row,
  ShowRow,
  VideocallDay,
} from "../../../src/model/pack.ts";
import type { BuildReport, PreviewKind, PreviewProblem } from "../build_report.ts";

/** A member as her detail answers, without what other items say of her. */
export type MemberFields = Omit<MemberDetailItem, "recentTheater" | "upcomingTheater" | "stats">;

/** A day of video calls with its sessions. */
export interface VideocallFields {
  readonly date: string;
  readonly sessions: readonly SessionItem[];
}

/** What readers see of an item at an instant. */
export interface ItemView<Fields> {
  readonly fields: Fields;
  /** Epoch ms at which it comes out; absent where it is out. */
  readonly from?: number;
}

/** An item of the folder: what it answers, its file, and what is wrong with that. */
export interface FolderItem<Fields, RowOf = Row> {
  readonly kind: PreviewKind;
  readonly group: string;
  readonly id: string;
  readonly isDraft: boolean;
  readonly row: RowOf;
  /** The path of its file; undefined where no build has told it yet. */
  readonly file: string | undefined;
  readonly problems: readonly PreviewProblem[];
  /** What it answers at `now` (epoch ms), or at first where it is not out by then. */
  at(now: number): ItemView<Fields>;
}

export type MemberEntry = FolderItem<MemberFields, MemberRow>;
export type ShowEntry = FolderItem<ShowDetailItem, ShowRow>;
export type NewsEntry = FolderItem<NewsDetailItem, NewsRow>;
export type EventEntry = FolderItem<EventItem, EventRow>;
export type ReleaseEntry = FolderItem<ReleaseItem>;
export type VideocallEntry = FolderItem<VideocallFields, VideocallDay>;

/** A group with its items, drafts among them, in the order of answers. */
export interface FolderGroup {
  readonly index: GroupIndex;
  readonly members: readonly MemberEntry[];
  readonly shows: readonly ShowEntry[];
  readonly news: readonly NewsEntry[];
  readonly events: readonly EventEntry[];
  readonly releases: readonly ReleaseEntry[];
  readonly videocalls: readonly VideocallEntry[];
}

/** The content folder as the last good build has it, and what the last build has found. */
export interface Folder {
  /** Another one after every build. */
  readonly version: string;
  readonly site: PackIndex["site"];
  readonly report: BuildReport;
  readonly groups: readonly FolderGroup[];
}
