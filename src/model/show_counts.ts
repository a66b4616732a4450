/** What the counts of shows in a pack say at an instant. */
import type { ShowStats } from "./item/member.ts";
import type { Performed } from "./item/setlists.ts";
import type { Places, SetlistCount, ShowCounts, ShowRow } from "./pack.ts";

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

  /** How many of some places count. */
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
