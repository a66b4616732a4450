/** What the counts of shows in a pack say at an instant. */
import type { ShowStats } from "./item/member.ts";
import type { Performed } from "./item/setlists.ts";
import type { Phases, ShowRow } from "./pack.ts";

/** Places in the table of shows, in the order in which these shows begin to count. */
export type Places = readonly number[];

/**
 * How often somebody was on stage in a setlist: its place in {@linkcode ShowCounts.names}, or -1 for shows
 * without one; how many shows were before those of content, null if that is unknown; the shows that count;
 * and those that are the last one, each in its turn, if these are others.
 */
export type SetlistCount = readonly [
  setlist: number,
  before: number | null,
  counted: Places,
  lasts?: Places,
];

/**
 * The shows of a member: 1 if content knows how many there were in all; those that are the first one, each
 * in its turn; and her counts by setlist, in the order of the names.
 */
export type MemberCounts = readonly [
  isKnown: 0 | 1,
  firsts: Places,
  setlists: readonly SetlistCount[],
];

/** The shows of a setlist: those that count; those that are the first one; and the last, as above. */
export type PerformedCounts = readonly [counted: Places, firsts: Places, lasts?: Places];

/**
 * How often members and setlists are on stage. A show counts from the instant at which it begins and is
 * published; one that is cancelled or postponed is in no list.
 */
export interface ShowCounts {
  /** Of setlists: the group's own in their order, then those that shows and members alone name. */
  readonly names: readonly string[];
  /** The group's shows that are the first one, each in its turn. */
  readonly firsts: Places;
  readonly members: readonly MemberCounts[];
  readonly setlists: readonly PerformedCounts[];
  /** The milestones of shows that have some, as JSON, by the shows' places. */
  readonly milestones: readonly (readonly [place: number, phases: Phases])[];
}

/** The shows that counts are of, and the instant (epoch ms) for which they are read. */
export interface ShowsAt {
  readonly shows: readonly ShowRow[];
  readonly now: number;
  /** Whether these are all shows that the group has had. */
  readonly isComplete: boolean;
}

/** What was read, and the first instant (epoch ms) at which it is another. */
export interface ReadCounts<Value> {
  readonly value: Value;
  readonly validUntil: number;
}

/** From when on (epoch ms) a show counts: it has begun and is published. */
export function countedFrom({ start, open }: Pick<ShowRow, "start" | "open">): number {
  return open[1] === 0 ? Math.max(start, open[2]!) : start;
}

/** Reads lists of places, and notes when the next place of one of them counts. */
class PlaceReader {
  validUntil = Infinity;

  constructor(private readonly at: ShowsAt) {}

  count(places: Places): number {
    const { shows, now } = this.at;
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (countedFrom(shows[places[middle]!]!) <= now) low = middle + 1;
      else high = middle;
    }
    const next = places[low];
    if (next !== undefined) {
      this.validUntil = Math.min(this.validUntil, countedFrom(shows[next]!));
    }
    return low;
  }

  /** The day of the last of some places that counts. */
  day(places: Places): string | undefined {
    const count = this.count(places);
    return count === 0 ? undefined : this.at.shows[places[count - 1]!]!.date;
  }
}

/** The shows of the member at a place. */
export function readShowStats(
  { names, firsts, members }: ShowCounts,
  member: number,
  at: ShowsAt,
): ReadCounts<ShowStats> {
  const [isKnown, hers, setlists] = members[member]!;
  const reader = new PlaceReader(at);
  const since = at.isComplete ? undefined : reader.day(firsts);
  const read = setlists.map(([setlist, before, counted, lasts = counted]) => ({
    setlist,
    count: (before ?? 0) + reader.count(counted),
    last: reader.day(lasts),
    ...(isKnown === 1 && before === null && { since }),
  }));
  const days = read.flatMap(({ last }) => last ?? []);
  const value: ShowStats = {
    total: read.reduce((sum, { count }) => sum + count, 0),
    first: reader.day(hers),
    last: days.length === 0 ? undefined : days.reduce((one, other) => one > other ? one : other),
    since: isKnown === 1 ? undefined : since,
    by_setlist: read.filter(({ setlist, count }) => setlist >= 0 && count > 0)
      .map(({ setlist, ...rest }) => ({ setlist: names[setlist]!, ...rest }))
      .sort(byFrequency),
  };
  return { value, validUntil: reader.validUntil };
}

type SetlistStats = ShowStats["by_setlist"][number];

/** The most frequent first, then the one that was performed last, whatever the order of content is. */
function byFrequency(one: SetlistStats, other: SetlistStats): number {
  const [last, otherLast] = [one.last ?? "", other.last ?? ""];
  if (one.count !== other.count) return other.count - one.count;
  if (last !== otherLast) return last > otherLast ? -1 : 1;
  return one.setlist < other.setlist ? -1 : 1;
}

/** How often the setlist at a place was performed. */
export function readPerformed(
  { firsts: ofGroup, setlists }: ShowCounts,
  setlist: number,
  at: ShowsAt,
): ReadCounts<Performed> {
  const [counted, firsts, lasts = counted] = setlists[setlist]!;
  const reader = new PlaceReader(at);
  const value: Performed = {
    count: reader.count(counted),
    first: reader.day(firsts),
    last: reader.day(lasts),
    since: at.isComplete ? undefined : reader.day(ofGroup),
  };
  return { value, validUntil: reader.validUntil };
}

/** How often each member was in the shows of the setlist at a place, by the members' places. */
export function readSetlistMembers(
  { members }: ShowCounts,
  setlist: number,
  at: ShowsAt,
): ReadCounts<readonly number[]> {
  const reader = new PlaceReader(at);
  const isOfSetlist = ([of]: SetlistCount) => of === setlist;
  const value = members.map(([, , setlists]) => {
    const found = setlists.find(isOfSetlist);
    return found === undefined ? 0 : (found[1] ?? 0) + reader.count(found[2]);
  });
  return { value, validUntil: reader.validUntil };
}
