/** How often members and setlists are on stage, counted from the rows of a pack. */
import { foldText } from "./fold_text.ts";
import type { ShowStats } from "./item/member.ts";
import type { Milestone } from "./item/occasions.ts";
import type { Performed } from "./item/setlists.ts";
import type { MemberRow, ShowRow } from "./pack.ts";

/** The rows of a group that counts are made of. */
interface CountedRows {
  /** Newest first. */
  readonly shows: readonly ShowRow[];
  readonly members: readonly MemberRow[];
  /** The names of the group's own setlists. */
  readonly setlists: readonly string[];
  /** Whether these are all shows that the group has had. */
  readonly isComplete: boolean;
}

/** The counts of a group at an instant. A show counts from when it has begun and is published. */
export interface ShowCounts {
  /** The first instant (epoch ms) at which they may be others. */
  readonly validUntil: number;
  statsOf(member: MemberRow): ShowStats;
  /** `setlist`: its place among the group's own. */
  performed(setlist: number): Performed;
  /** How often a member was in the shows of a setlist. */
  countOf(member: MemberRow, setlist: number): number;
  /** The round numbers that members have reached with a show, in the order of its line-up. */
  milestonesOf(show: ShowRow): readonly Milestone[];
}

/** From when on (epoch ms) a show counts. */
export function countedFrom({ start, open }: Pick<ShowRow, "start" | "open">): number {
  return Math.max(start, publishedFrom({ open }));
}

function publishedFrom({ open }: Pick<ShowRow, "open">): number {
  return open[1] === 0 ? open[2]! : -Infinity;
}

/**
 * Counts shows at any instant (epoch ms): once, and again when the next show begins to count or somebody is
 * published.
 */
export function createCounter(rows: CountedRows): (now: number) => ShowCounts {
  let counting: Counting | undefined;
  let kept: { readonly from: number; readonly counts: ShowCounts } | undefined;
  return (now) => {
    if (kept !== undefined && kept.from <= now && now < kept.counts.validUntil) return kept.counts;
    counting ??= prepare(rows);
    kept = { from: now, counts: countAt(counting, now) };
    return kept.counts;
  };
}

/** A show that takes place. */
interface CountedShow {
  readonly row: ShowRow;
  /** Epoch ms from which it counts. */
  readonly from: number;
  /** Its setlist's place among the names; -1: it has none. */
  readonly setlist: number;
}

/** What content says of a member besides her shows. */
interface Career {
  readonly row: MemberRow;
  /** Epoch ms from which she is published. */
  readonly from: number;
  /** How many shows she had before those of content; undefined if that is unknown. */
  readonly before: number | undefined;
  /** The same, as far as it is said by setlist, and the sum of that. */
  readonly beforeOf: ReadonlyMap<number, number>;
  readonly named: number;
  /** Shows after this day come on top; undefined: all. */
  readonly asOf: string | undefined;
}

interface Counting extends Pick<CountedRows, "isComplete"> {
  /** In the order in which they begin; what begins together as rows are. */
  readonly shows: readonly CountedShow[];
  /** By the members' ids. */
  readonly careers: ReadonlyMap<string, Career>;
  readonly names: readonly string[];
}

function prepare({ shows, members, setlists, isComplete }: CountedRows): Counting {
  const names = [...setlists];
  const places = new Map(setlists.map((name, place) => [foldText(name), place]));
  // To fold a text takes longer than all else that is done for a show.
  const asWritten = new Map<string, number>();
  const placeOf = (name: string) => {
    const known = asWritten.get(name);
    if (known !== undefined) return known;
    const key = foldText(name);
    const place = places.get(key) ?? names.push(name) - 1;
    places.set(key, place);
    asWritten.set(name, place);
    return place;
  };
  const counted = shows.filter(({ state }) => state === "scheduled").map((row): CountedShow => ({
    row,
    from: countedFrom(row),
    setlist: row.setlist === undefined ? -1 : placeOf(row.setlist),
  }));
  const careers = members.map((row): Career => {
    const { total, by_setlist = [], as_of: asOf } = row.showsBefore ?? {};
    const beforeOf = new Map<number, number>();
    for (const { setlist, count } of by_setlist) {
      const place = placeOf(setlist);
      beforeOf.set(place, (beforeOf.get(place) ?? 0) + count);
    }
    const before = total ?? (isComplete ? 0 : undefined);
    const named = beforeOf.values().reduce((sum, count) => sum + count, 0);
    return { row, from: publishedFrom(row), before, beforeOf, named, asOf };
  });
  return {
    shows: counted.sort((one, other) => one.row.start - other.row.start),
    careers: new Map(careers.map((career) => [career.row.id, career])),
    names,
    isComplete,
  };
}

function countAt({ shows, careers, names, isComplete }: Counting, now: number): ShowCounts {
  const counted = shows.filter(({ from }) => from <= now);
  const tallies = new Map([...careers].map(([id, career]) => [id, new MemberTally(career)]));
  const setlists = new Map<number, Tally>();
  const milestones = new Map<string, Milestone[]>();
  for (const { row, setlist } of counted) {
    tallyOf(setlists, setlist).add(row.date);
    const reached: Milestone[] = [];
    const reach = (milestone: Milestone) => void reached.push(milestone);
    for (const id of row.members) tallies.get(id)?.add(row.date, setlist, names, reach);
    milestones.set(row.id, reached.filter(({ id }) => careers.get(id)!.from <= now));
  }
  const since = isComplete ? undefined : counted[0]?.row.date;
  const turns = [...shows, ...careers.values()].map(({ from }) => from).filter((at) => at > now);
  return {
    validUntil: turns.reduce((next, at) => Math.min(next, at), Infinity),
    statsOf: ({ id }) => tallies.get(id)!.stats(names, since),
    performed(place) {
      const { count, first, last } = tallyOf(setlists, place);
      return { count, first, last, since };
    },
    countOf: ({ id }, place) => tallies.get(id)!.countOf(place),
    milestonesOf: ({ id }) => milestones.get(id) ?? [],
  };
}

/** How many shows there were, and the days of the first and the last. */
class Tally {
  count = 0;
  first: string | undefined;
  last: string | undefined;

  /** Adds the next show; `isNew`: it is not among those that were counted before. */
  add(day: string, isNew = true): void {
    this.first ??= day;
    this.last = day;
    if (isNew) this.count++;
  }
}

function tallyOf(tallies: Map<number, Tally>, setlist: number): Tally {
  let tally = tallies.get(setlist);
  if (tally === undefined) tallies.set(setlist, tally = new Tally());
  return tally;
}

/** The shows of a member. */
class MemberTally {
  readonly #all = new Tally();
  readonly #bySetlist = new Map<number, Tally>();

  constructor(private readonly career: Career) {
    for (const setlist of career.beforeOf.keys()) tallyOf(this.#bySetlist, setlist);
  }

  /** Adds her next show; hands over the round numbers that she reaches with it. */
  add(
    day: string,
    setlist: number,
    names: readonly string[],
    reach: (milestone: Milestone) => void,
  ): void {
    const { row: { id, name }, before, asOf } = this.career;
    const isNew = asOf === undefined || day > asOf;
    const own = tallyOf(this.#bySetlist, setlist);
    this.#all.add(day, isNew);
    own.add(day, isNew);
    if (!isNew) return;
    const all = before === undefined ? 0 : before + this.#all.count;
    if (isMilestone(all)) reach({ id, name, count: all });
    const known = setlist < 0 ? undefined : this.#beforeOf(setlist);
    const count = known === undefined ? 0 : known + own.count;
    if (isMilestone(count)) reach({ id, name, count, setlist: names[setlist]! });
  }

  countOf(setlist: number): number {
    return (this.career.beforeOf.get(setlist) ?? 0) + (this.#bySetlist.get(setlist)?.count ?? 0);
  }

  /** `since`: the day from which content has shows, unless it has all. */
  stats(names: readonly string[], since: string | undefined): ShowStats {
    const { before, named } = this.career;
    const { count, first, last } = this.#all;
    const bySetlist = [...this.#bySetlist].filter(([setlist]) => setlist >= 0)
      .map(([setlist, { last }]) => {
        const isSince = before !== undefined && this.#beforeOf(setlist) === undefined;
        const count = this.countOf(setlist);
        return { setlist: names[setlist]!, count, last, ...(isSince && { since }) };
      });
    return {
      total: count + Math.max(before ?? 0, named),
      first,
      last,
      since: before === undefined ? since : undefined,
      by_setlist: bySetlist.filter(({ count }) => count > 0).sort(byFrequency),
    };
  }

  /** Her shows of a setlist before those of content; undefined if that is unknown. */
  #beforeOf(setlist: number): number | undefined {
    const { before, beforeOf, named } = this.career;
    // If these setlists have all her shows, she had none of others.
    return beforeOf.get(setlist) ?? (before === named ? 0 : undefined);
  }
}

/** Whether a number of shows is a milestone: the 1st, 10th, 50th, 100th, 150th and so on. */
function isMilestone(count: number): boolean {
  return count === 1 || count === 10 || (count > 0 && count % 50 === 0);
}

type SetlistStats = ShowStats["by_setlist"][number];

/** The most frequent first, then the one that was performed last, whatever the order of content is. */
function byFrequency(one: SetlistStats, other: SetlistStats): number {
  const [last, otherLast] = [one.last ?? "", other.last ?? ""];
  if (one.count !== other.count) return other.count - one.count;
  if (last !== otherLast) return last > otherLast ? -1 : 1;
  return one.setlist < other.setlist ? -1 : 1;
}
