import type { VideocallDayItem } from "../../../../src/addons/pages/reader.ts";
import type { MemberDetailItem } from "../../../../src/model/item/member.ts";
import type { EventItem, ShowDetailItem } from "../../../../src/model/item/occasions.ts";
import type { SetlistItem } from "../../../../src/model/item/setlists.ts";
import type { NewsDetailItem, ReleaseItem } from "../../../../src/model/item/publications.ts";
import {
  type EventRow,
  type MemberRow,
  type NewsRow,
  type Phases,
  type Row,
  type ShowRow,
  type Span,
  type TableName,
  type Tables,
  type VideocallDay,
} from "../../../../src/model/pack.ts";
import type { GroupIndex, PackIndex } from "../../../../src/model/pack_index.ts";
import { createCounter, type ShowCounts } from "../../../../src/model/show_counts.ts";
import type { BuildReport, PreviewKind, PreviewProblem } from "../../../preview/build_report.ts";
import type { BuildWatcher, Previewed } from "../../../preview/previewed.ts";
import { type OpenedPack, phasesFrom } from "../../../pack/opened_pack.ts";

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
  /** The path of its file; undefined if no build has named it yet. */
  readonly file: string | undefined;
  readonly problems: readonly PreviewProblem[];
  /** What it answers at `now` (epoch ms), or at first where it is not out by then. */
  at(now: number): ItemView<Fields>;
}

/** A member as her detail answers, without what other items say of her. */
type MemberFields = Omit<MemberDetailItem, "recentTheater" | "upcomingTheater" | "stats">;

type MemberEntry = FolderItem<MemberFields, MemberRow>;

/** A group with its items, drafts among them, in the order of answers. */
export interface FolderGroup {
  readonly index: GroupIndex;
  readonly members: readonly MemberEntry[];
  readonly shows: readonly FolderItem<Omit<ShowDetailItem, "milestones">, ShowRow>[];
  readonly news: readonly FolderItem<NewsDetailItem, NewsRow>[];
  readonly events: readonly FolderItem<EventItem, EventRow>[];
  readonly releases: readonly FolderItem<ReleaseItem>[];
  readonly videocalls: readonly FolderItem<VideocallDayItem, VideocallDay>[];
  readonly setlists: readonly SetlistItem[];
  /** The counts of the good build at an instant (epoch ms). */
  counts(now: number): ShowCounts;
  /** Whether the good build has a member of this id, so that her shows are counted. */
  isCounted(member: string): boolean;
}

/** The content folder as the last good build has it, and what the last build has found. */
export interface Folder {
  /** Another one after every build. */
  readonly version: string;
  readonly site: PackIndex["site"];
  readonly report: BuildReport;
  readonly groups: readonly FolderGroup[];
}

/** Reads the folder as the last builds have left it, and again after each build. */
export function createFolderReader(
  builds: Pick<BuildWatcher, "read">,
): () => Folder | undefined {
  let known: { readonly of: Previewed; readonly folder: Folder } | undefined;
  return () => {
    const previewed = builds.read();
    if (previewed === undefined) return undefined;
    if (known?.of !== previewed) known = { of: previewed, folder: readFolder(previewed) };
    return known.folder;
  };
}

function readFolder({ version, pack, drafts, report }: Previewed): Folder {
  const packs: FolderPack[] = [
    ...(drafts === undefined ? [] : [{ pack: drafts, isDraft: true }]),
    { pack, isDraft: false },
  ];
  const problemsOf = problemFinder(report);
  return {
    version,
    site: pack.index.site,
    report,
    groups: pack.index.groups.map((group) => openGroup(group, packs, report, problemsOf)),
  };
}

function problemFinder(
  { problems, draftProblems }: BuildReport,
): (file: string) => PreviewProblem[] {
  const byFile = Map.groupBy([...problems, ...draftProblems], ({ file }) => file);
  return (file) => byFile.get(file) ?? [];
}

/** A pack of the folder: the good build, or its drafts. */
interface FolderPack {
  readonly pack: OpenedPack;
  readonly isDraft: boolean;
}

/** Finds what is wrong with the file at a path. */
type ProblemsOf = (file: string) => readonly PreviewProblem[];

/** Opens a group of some packs, the drafts before all else. */
function openGroup(
  { slug }: GroupIndex,
  packs: readonly FolderPack[],
  { files }: BuildReport,
  problemsOf: ProblemsOf,
): FolderGroup {
  const parts = packs.flatMap((one) => {
    const index = one.pack.index.groups.find((group) => group.slug === slug);
    return index === undefined ? [] : [{ ...one, index }];
  });
  const items = <Name extends TableName, Fields>(
    kind: PreviewKind,
    table: Name,
    view: (pack: OpenedPack, row: Tables[Name][number], now: number) => ItemView<Fields>,
  ): FolderItem<Fields, Tables[Name][number]>[] =>
    parts.flatMap(({ pack, index, isDraft }) =>
      pack.json<Tables[Name][number][]>(index.tables[table]).map((row) => {
        const id = "id" in row ? row.id : row.date;
        const paths = files[slug]?.[kind] ?? {};
        const file = Object.hasOwn(paths, id) ? paths[id] : undefined;
        const problems = file === undefined ? [] : problemsOf(file);
        const at = (now: number) => view(pack, row, now);
        return { kind, group: slug, id, isDraft, row, file, problems, at };
      })
    );
  const { index, pack: whole } = parts.at(-1)!;
  const setlists = index.setlists.map((span): SetlistItem => JSON.parse(`${whole.text(span)}}`));
  const counted = {
    members: whole.json<Tables["members"]>(index.tables.members),
    shows: whole.json<Tables["shows"]>(index.tables.shows),
    setlists: setlists.map(({ name }) => name),
    isComplete: index.showsComplete,
  };
  return {
    index,
    counts: createCounter(counted),
    isCounted: (member) => counted.members.some(({ id }) => id === member),
    setlists,
    members: items(
      "member",
      "members",
      (pack, row, now) => viewOf<MemberFields>(pack, row.open, [row.more], now),
    ).sort(byName(index.language)),
    shows: items(
      "show",
      "shows",
      (pack, row, now) => viewOf(pack, row.open, [row.extra, row.more, row.songs], now),
    ),
    news: items("news", "news", (pack, row, now) => viewOf(pack, row.detail, [], now)),
    events: items("event", "events", (pack, row, now) => viewOf(pack, row.open, [], now)),
    releases: items("release", "releases", (pack, row, now) => viewOf(pack, row.open, [], now)),
    videocalls: items("videocall", "videocalls", videocallView),
  };
}

/** `further`: where the fields behind those of the phases lie. */
function viewOf<Fields>(
  pack: OpenedPack,
  phases: Phases,
  further: readonly Span[],
  now: number,
): ItemView<Fields> {
  const shown = phasesFrom(pack, phases, now).find(({ text }) => text !== undefined);
  const fields: Fields = JSON.parse(
    `${shown?.text ?? "{"}${further.map((span) => pack.text(span)).join("")}}`,
  );
  const from = shown?.from ?? -Infinity;
  return from === -Infinity ? { fields } : { fields, from };
}

function videocallView(
  pack: OpenedPack,
  { date, sessions }: VideocallDay,
  now: number,
): ItemView<VideocallDayItem> {
  const views = sessions.map(({ open }) =>
    viewOf<VideocallDayItem["sessions"][number]>(pack, open, [], now)
  );
  const from = Math.min(...views.map(({ from = -Infinity }) => from));
  const fields = { date, sessions: views.map(({ fields }) => fields) };
  return Number.isFinite(from) ? { fields, from } : { fields };
}

function byName(language: string): (one: MemberEntry, other: MemberEntry) => number {
  const collator = new Intl.Collator(language);
  return (one, other) =>
    collator.compare(one.row.name, other.row.name) || (one.id < other.id ? -1 : 1);
}
