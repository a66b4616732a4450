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

/** From when on (epoch ms) everybody may know of an item. */
export function publishedFrom({ open }: Pick<ShowRow, "open">): number {
  return open[1] === 0 ? open[2]! : -Infinity;
}

/**
 * Counts shows at any instant (epoch ms): once, and again when the next show begins to count or somebody is
 * published.
 */
export function createCounter(rows: CountedRows): (now: number) => ShowCounts {
  let kept: { readonly from: number; readonly counts: ShowCounts } | undefined;
  return (now) => {
    if (kept === undefined || now < kept.from || now >= kept.counts.validUntil) {
      kept = { from: now, counts: countAt(rows, now) };
    }
    return kept.counts;
  };
}

function countAt({ shows, members, setlists, isComplete }: CountedRows, now: number): ShowCounts {
  const names = new SetlistNames(setlists);
  const careers = new Map(members.map((row) => [row.id, new Career(row, names, isComplete)]));
  const performed = new Map<number, Tally>();
  const milestones = new Map<string, readonly Milestone[]>();
  const held = shows.filter(({ state }) => state === "scheduled");
  const counted = held.filter((show) => countedFrom(show) <= now)
    .sort((one, other) => one.start - other.start);
  for (const { id, date, setlist, members } of counted) {
    const place = setlist === undefined ? undefined : names.placeOf(setlist);
    if (place !== undefined) tallyOf(performed, place).add(date);
    const reached = members.map((id) => careers.get(id)).map((career) => {
      const all = career?.add(date, place) ?? [];
      return career !== undefined && publishedFrom(career.row) <= now ? all : [];
    });
    milestones.set(id, reached.flat());
  }
  const since = isComplete ? undefined : counted[0]?.date;
  const turns = [...held.map(countedFrom), ...members.map(publishedFrom)].filter((at) => at > now);
  return {
    validUntil: turns.reduce((next, at) => Math.min(next, at), Infinity),
    statsOf: ({ id }) => careers.get(id)!.stats(since),
    performed(place) {
      const { count, first, last } = tallyOf(performed, place);
      return { count, first, last, since };
    },
    countOf: ({ id }, place) => careers.get(id)!.countOf(place),
    milestonesOf: ({ id }) => milestones.get(id) ?? [],
  };
}

/** The names of setlists: the group's own by their places, and others behind them. */
class SetlistNames {
  readonly #names: string[];
  readonly #places: Map<string, number>;
  /** To fold a text takes longer than all else that is done for a show. */
  readonly #asWritten = new Map<string, number>();

  constructor(own: readonly string[]) {
    this.#names = [...own];
    this.#places = new Map(own.map((name, place) => [foldText(name), place]));
  }

  placeOf(name: string): number {
    let place = this.#asWritten.get(name);
    if (place === undefined) {
      const key = foldText(name);
      place = this.#places.get(key) ?? this.#names.push(name) - 1;
      this.#places.set(key, place);
      this.#asWritten.set(name, place);
    }
    return place;
  }

  nameAt(place: number): string {
    return this.#names[place]!;
  }
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

function tallyOf(tallies: Map<number, Tally>, place: number): Tally {
  let tally = tallies.get(place);
  if (tally === undefined) tallies.set(place, tally = new Tally());
  return tally;
}

/** The shows of a member: those that content has, and those that she had before. */
class Career {
  readonly #all = new Tally();
  readonly #bySetlist = new Map<number, Tally>();
  /** How many she had before; undefined if that is unknown. */
  readonly #before: number | undefined;
  /** The same, as far as it is said by setlist, and the sum of that. */
  readonly #beforeOf = new Map<number, number>();
  #named = 0;

  constructor(readonly row: MemberRow, private readonly names: SetlistNames, isComplete: boolean) {
    const { total, by_setlist = [] } = row.showsBefore ?? {};
    this.#before = total ?? (isComplete ? 0 : undefined);
    for (const { setlist, count } of by_setlist) {
      const place = names.placeOf(setlist);
      this.#beforeOf.set(place, (this.#beforeOf.get(place) ?? 0) + count);
      this.#named += count;
      tallyOf(this.#bySetlist, place);
    }
  }

  /** Adds her next show, of the setlist at a place; the round numbers that she reaches with it. */
  add(day: string, place: number | undefined): Milestone[] {
    const { id, name, showsBefore: { as_of: asOf } = {} } = this.row;
    const isNew = asOf === undefined || day > asOf;
    const own = place === undefined ? undefined : tallyOf(this.#bySetlist, place);
    this.#all.add(day, isNew);
    own?.add(day, isNew);
    if (!isNew) return [];
    const reached: Milestone[] = [];
    const all = this.#before === undefined ? 0 : this.#before + this.#all.count;
    if (isMilestone(all)) reached.push({ id, name, count: all });
    const before = place === undefined ? undefined : this.#beforeAt(place);
    const count = before === undefined ? 0 : before + own!.count;
    if (isMilestone(count)) reached.push({ id, name, count, setlist: this.names.nameAt(place!) });
    return reached;
  }

  countOf(place: number): number {
    return (this.#beforeOf.get(place) ?? 0) + (this.#bySetlist.get(place)?.count ?? 0);
  }

  /** `since`: the day from which content has shows, unless it has all. */
  stats(since: string | undefined): ShowStats {
    const { count, first, last } = this.#all;
    const bySetlist = [...this.#bySetlist].map(([place, { last }]) => {
      const isSince = this.#before !== undefined && this.#beforeAt(place) === undefined;
      const setlist = this.names.nameAt(place);
      return { setlist, count: this.countOf(place), last, ...(isSince && { since }) };
    });
    return {
      total: count + Math.max(this.#before ?? 0, this.#named),
      first,
      last,
      since: this.#before === undefined ? since : undefined,
      by_setlist: bySetlist.filter(({ count }) => count > 0).sort(byFrequency),
    };
  }

  /** Her shows of a setlist before those of content; undefined if that is unknown. */
  #beforeAt(place: number): number | undefined {
    // If these setlists have all her shows, she had none of others.
    return this.#beforeOf.get(place) ?? (this.#before === this.#named ? 0 : undefined);
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
