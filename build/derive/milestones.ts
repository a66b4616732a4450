/** A show that takes place, among the others of its group. */
export interface CountedShow {
  /** In the table of shows. */
  readonly place: number;
  /** Its number in the order in which shows begin. */
  readonly rank: number;
  /** Epoch ms at which it begins. */
  readonly start: number;
  /** Epoch ms from which it counts: later than its start if it is published later. */
  readonly from: number;
  readonly date: string;
  /** Its setlist's place among the names; -1: it has none. */
  readonly setlist: number;
}

/** A round number of shows that a member reaches with a show, while its count is that number. */
export interface MilestoneSpan {
  /** The member's place among the members. */
  readonly member: number;
  readonly count: number;
  /** The setlist's place among the names; -1: all shows are counted. */
  readonly setlist: number;
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms; Infinity: for good. */
  readonly until: number;
}

/** Whether a number of shows is a milestone: the 1st, 10th, 50th, 100th, 150th and so on. */
function isMilestone(count: number): boolean {
  return count === 1 || count === 10 || (count > 0 && count % 50 === 0);
}

/** Whose shows these are, and how many were before them. */
interface Counting {
  readonly member: number;
  readonly setlist: number;
  readonly before: number;
  /** Epoch ms from which the member is published. */
  readonly memberFrom: number;
}

/** The milestones of some shows in the order in which they begin; each is handed over with its show. */
export function reachedIn(
  shows: readonly CountedShow[],
  { member, setlist, before, memberFrom }: Counting,
  reach: (show: CountedShow, span: MilestoneSpan) => void,
): void {
  // Those that are published after they have begun raise the numbers of what began meanwhile.
  const late = shows.filter(({ start, from }) => from > start);
  shows.forEach((show, place) => {
    for (const { number, ...span } of numbersOf(show, place, late)) {
      const count = before + number;
      const from = Math.max(span.from, memberFrom);
      if (isMilestone(count) && from < span.until) {
        reach(show, { member, count, setlist, from, until: span.until });
      }
    }
  });
}

/** The numbers of the show at a place, from when it counts on. */
function numbersOf(
  show: CountedShow,
  place: number,
  late: readonly CountedShow[],
): readonly { readonly number: number; readonly from: number; readonly until: number }[] {
  if (late.length === 0) return [{ number: place + 1, from: show.from, until: Infinity }];
  const turns = late.filter(({ rank, from }) => rank < show.rank && from > show.from)
    .map(({ from }) => from).sort((one, other) => one - other);
  const first = place + 1 - turns.length;
  return [show.from, ...turns].map((from, added) => ({
    number: first + added,
    from,
    until: turns[added] ?? Infinity,
  }));
}
