import type {
  MemberCounts,
  PerformedCounts,
  Places,
  SetlistCount,
  ShowCounts,
} from "../../src/model/show_counts.ts";
import type { Entry } from "../check/content.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { MemberFile } from "../schema/content/member.ts";
import type { SetlistFile, ShowFile } from "../schema/content/occasions.ts";
import { type Occasion, publishedFrom } from "./instants.ts";
import { type CountedShow, type MilestoneSpan, reachedIn } from "./milestones.ts";

/** What is counted of a show. */
interface StagedShow {
  readonly entry: Entry<ShowFile>;
  readonly occasion: Occasion;
  readonly setlist: SetlistFile | undefined;
  /** The slugs of the roster members who are in it. */
  readonly members: readonly string[];
}

/** The counts of a group, and its milestones by the places of their shows. */
export interface CountedGroup extends Omit<ShowCounts, "milestones"> {
  readonly milestones: ReadonlyMap<number, readonly MilestoneSpan[]>;
}

/** What holds for all shows of a group. */
interface CountingGroup {
  readonly timezone: string;
  readonly shows_complete: boolean;
}

/** Counts the shows of a group, which are newest first. */
export function countShows(
  shows: readonly StagedShow[],
  members: readonly Entry<MemberFile>[],
  setlists: readonly SetlistFile[],
  group: CountingGroup,
): CountedGroup {
  const names = new SetlistNames(setlists);
  const inOrder = countedShows(shows, names);
  const byMember = new Map(members.map(({ slug }) => [slug, [] as CountedShow[]]));
  const bySetlist = setlists.map((): CountedShow[] => []);
  for (const show of inOrder) {
    for (const slug of shows[show.place]!.members) byMember.get(slug)?.push(show);
    bySetlist[show.setlist]?.push(show);
  }
  const milestones = new Map<number, MilestoneSpan[]>();
  const reach = ({ place }: CountedShow, span: MilestoneSpan) => {
    const known = milestones.get(place);
    if (known === undefined) milestones.set(place, [span]);
    else known.push(span);
  };
  return {
    firsts: placesOf(recordsOf(byTurn(inOrder), isEarlier)),
    members: members.map((entry, member) =>
      countMember(entry, member, byMember.get(entry.slug)!, names, group, reach)
    ),
    setlists: bySetlist.map(countSetlist),
    names: names.all,
    milestones,
  };
}

/** The names of setlists: those of the group first, then others in the order in which they are found. */
class SetlistNames {
  readonly all: string[];
  readonly #places = new Map<string, number>();
  readonly #own: ReadonlyMap<SetlistFile, number>;

  constructor(setlists: readonly SetlistFile[]) {
    this.all = setlists.map(({ name }) => name);
    this.#own = new Map(setlists.map((setlist, place) => [setlist, place]));
    setlists.forEach(({ name }, place) => this.#places.set(foldText(name), place));
  }

  placeOf(name: string): number {
    const key = foldText(name);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.all.length);
    return this.all.push(name) - 1;
  }

  /** -1: the show has no setlist. */
  ofShow({ setlist, entry: { file } }: StagedShow): number {
    if (setlist !== undefined) return this.#own.get(setlist)!;
    return file.setlist === undefined ? -1 : this.placeOf(file.setlist);
  }
}

/** The shows that take place, in the order in which they begin; what begins together as their files are. */
function countedShows(shows: readonly StagedShow[], names: SetlistNames): CountedShow[] {
  const counted = shows.flatMap((show, place) => {
    const { entry: { file }, occasion: { start, date } } = show;
    if (file.state !== "scheduled") return [];
    const from = Math.max(start, publishedFrom(file));
    return { place, rank: 0, start, from, date, setlist: names.ofShow(show) };
  });
  counted.sort((one, other) => one.start - other.start || one.place - other.place);
  return counted.map((show, rank) => ({ ...show, rank }));
}

/** Shows in the order in which they begin to count. */
function byTurn(shows: readonly CountedShow[]): readonly CountedShow[] {
  return shows.every(({ start, from }) => from === start)
    ? shows
    : shows.toSorted((one, other) => one.from - other.from || one.rank - other.rank);
}

/** The shows of which each beats those before it. */
function recordsOf(
  shows: readonly CountedShow[],
  beats: (one: CountedShow, other: CountedShow) => boolean,
): CountedShow[] {
  const records: CountedShow[] = [];
  for (const show of shows) {
    const before = records.at(-1);
    if (before === undefined || beats(show, before)) records.push(show);
  }
  return records;
}

function isEarlier(one: CountedShow, other: CountedShow): boolean {
  return one.rank < other.rank;
}

function placesOf(shows: readonly CountedShow[]): Places {
  return shows.map(({ place }) => place);
}

/** Those that are the last one, each in its turn; none if they are the shows that count. */
function lastsOf(
  all: readonly CountedShow[],
  counted: readonly CountedShow[],
): readonly [lasts?: Places] {
  const lasts = recordsOf(byTurn(all), (one, other) => one.rank > other.rank);
  return lasts.length === counted.length && all.length === counted.length ? [] : [placesOf(lasts)];
}

function countSetlist(shows: readonly CountedShow[]): PerformedCounts {
  const counted = byTurn(shows);
  return [placesOf(counted), placesOf(recordsOf(counted, isEarlier)), ...lastsOf(shows, shows)];
}

function countMember(
  { file }: Entry<MemberFile>,
  member: number,
  shows: readonly CountedShow[],
  names: SetlistNames,
  group: CountingGroup,
  reach: (show: CountedShow, span: MilestoneSpan) => void,
): MemberCounts {
  const { shows_before: before } = file;
  const beforeTotal = before?.total ?? 0;
  const isKnown = before !== undefined || group.shows_complete;
  const asOf = before?.as_of && before.as_of;
  const isAdded = ({ date }: CountedShow) => !asOf || date > asOf;
  const beforeOf = beforeBySetlist(before, names);
  const named = [...beforeOf.values()].reduce((sum, count) => sum + count, 0);
  // If these setlists have all her shows, she had none of others.
  const isEach = isKnown && named === beforeTotal;
  const memberFrom = publishedFrom(file);
  const bySetlist = Map.groupBy(shows, ({ setlist }) => setlist);
  const rest = Math.max(0, beforeTotal - named);
  const setlists = new Set([...beforeOf.keys(), ...bySetlist.keys(), ...rest > 0 ? [-1] : []]);
  const counts = [...setlists].sort((one, other) => one - other).map((setlist): SetlistCount => {
    const all = bySetlist.get(setlist) ?? [];
    const added = all.filter(isAdded);
    const known = setlist < 0 ? rest : beforeOf.get(setlist) ?? (isEach ? 0 : null);
    if (setlist >= 0 && known !== null) {
      reachedIn(added, { member, setlist, before: known, memberFrom }, reach);
    }
    return [setlist, known, placesOf(byTurn(added)), ...lastsOf(all, added)];
  });
  if (isKnown) {
    const counting = { member, setlist: -1, before: beforeTotal, memberFrom };
    reachedIn(shows.filter(isAdded), counting, reach);
  }
  return [isKnown ? 1 : 0, placesOf(recordsOf(byTurn(shows), isEarlier)), counts];
}

/** How many shows content names of each setlist; what is named twice is added up. */
function beforeBySetlist(
  before: MemberFile["shows_before"],
  names: SetlistNames,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { setlist, count } of before?.by_setlist ?? []) {
    const place = names.placeOf(setlist);
    counts.set(place, (counts.get(place) ?? 0) + count);
  }
  return counts;
}
