import type { Tombstone } from "../../core/announced.ts";
import { EVENT_LIFE_MS } from "../../events/event.ts";
import {
  type ComparedItem,
  comparedNames,
  compareLists,
  type ContentItem,
  firstId,
  isPublished,
  type ItemChange,
  itemName,
  type ListIndex,
} from "../../model/content_items.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/** A change by the clock alone: an item comes out at an instant (epoch ms). */
interface DueChange extends ItemChange {
  readonly at: number;
}

/** A build that was announced, and what changed with it, or by the clock since the one before. */
export interface AnnouncedBuild {
  readonly build: string;
  /** Epoch ms. */
  readonly at: number;
  readonly changes: readonly (ItemChange & Partial<DueChange>)[];
}

/** An item that is gone: for a time its page says so; of a show or event, calendars do, too. */
export interface GoneItem extends Partial<Tombstone> {
  readonly group: string;
  readonly kind: string;
  readonly id: string;
  /** What its page was called, if that is not its id. */
  readonly slug?: string;
  /** Epoch ms, as of a {@linkcode Tombstone}. */
  readonly at: number;
  readonly until: number;
}

/** What the last announcement says beside its items. */
export interface AnnouncedState {
  /** Items by their names, with the epoch ms at which they were modified, if not when content was first seen. */
  readonly modified: readonly (readonly [name: string, at: number])[];
  readonly gone: readonly GoneItem[];
  /** What was to come out by the clock. */
  readonly due: readonly DueChange[];
  /** The {@linkcode recentBuilds}, oldest first; the last one is this. */
  readonly builds: readonly AnnouncedBuild[];
}

/** What is known of a build that was announced. */
export interface AnnouncedItems {
  readonly lists: ListIndex;
  readonly state: AnnouncedState;
}

/** What one announcement says. */
export interface Announcement extends AnnouncedItems {
  readonly changes: readonly ComparedItem[];
}

/** The build that is announced, and the instants of that, in epoch ms. */
interface AnnouncementTimes {
  readonly build: string;
  readonly now: number;
  /** When it says that its changes were made: later than every announcement before it. */
  readonly at: number;
  /** When this store first saw content. */
  readonly since: number;
}

const GONE_MS = 30 * DAY_MS;
const OCCASIONS = ["show", "event"];
/** The kinds whose removed items are kept: calendars show them, or they had pages. */
const KEPT_KINDS = [...OCCASIONS, "member", "news", "setlist"];

/** Announces a build after another one. `nextTurn` is awaited between lists: others wait for one at most. */
export async function announceBuild(
  before: AnnouncedItems | undefined,
  after: ListIndex,
  times: AnnouncementTimes,
  nextTurn: () => Promise<void>,
): Promise<Announcement> {
  const { build, now, at } = times;
  const old: ListIndex = before?.lists ?? new Map();
  const changes: ComparedItem[] = [];
  for (const name of comparedNames(old, after)) {
    changes.push(...compareLists(old.get(name), after.get(name), now));
    await nextTurn();
  }
  const removed = changes.filter(({ change, kind }) =>
    change === "removed" && KEPT_KINDS.includes(kind)
  );
  const gone = [...before?.state.gone ?? [], ...removed.map((one) => goneItem(one, times))];
  const due = [...after.values()].flatMap(({ group, kind, items }) =>
    items.filter((item) => !isPublished(item, now)).map(({ id, from }) =>
      ({ group, kind, id, change: "added", fields: [], at: from! }) satisfies DueChange
    )
  );
  const cameOut = before?.state.due.filter(({ at }) => at <= now) ?? [];
  const plain = changes.map(({ before: _, ...change }): ItemChange => change);
  const builds = recentBuilds(before?.state.builds ?? [], now);
  return {
    lists: after,
    state: {
      modified: modifiedItems(before, after, changes, times),
      gone: stillGone(gone, after, now),
      due,
      builds: [...builds, { build, at, changes: [...cameOut, ...plain] }],
    },
    changes,
  };
}

/** The builds of the last 15 days, and the one before: from each on it is known what changed after it. */
export function recentBuilds(builds: readonly AnnouncedBuild[], now: number) {
  const first = builds.findIndex(({ at }) => at + EVENT_LIFE_MS > now);
  return builds.slice(first < 0 ? -1 : Math.max(0, first - 1));
}

/**
 * When items were modified: now, if they or what calendars show of them changed; when they come out, if
 * that is still to be; else as before.
 */
function modifiedItems(
  before: AnnouncedItems | undefined,
  after: ListIndex,
  changes: readonly ItemChange[],
  { now, at, since }: AnnouncementTimes,
): [string, number][] {
  const changed = new Set(changes.map(itemName));
  const known = new Map(before?.state.modified);
  return [...after].flatMap(([list, { group, kind, items }]) => {
    const old = new Map(before?.lists.get(list)?.items.map((item) => [item.id, item]));
    const modifiedAt = (item: ContentItem) => {
      const { id, former = [], from = -Infinity } = item;
      if (from > now) return from;
      if (changed.has(itemName({ group, kind, id }))) return at;
      const last = old.get([id, ...former.toReversed()].find((one) => old.has(one)) ?? id);
      if (last === undefined) return Math.max(since, from);
      if (last.calendar !== item.calendar) return at;
      return known.get(itemName({ group, kind, id: last.id })) ?? since;
    };
    return items.map((item) => [itemName({ group, kind, id: item.id }), modifiedAt(item)] as const)
      .filter(([, ms]) => ms !== since).map(([name, ms]): [string, number] => [name, ms]);
  });
}

function goneItem({ group, kind, before }: ComparedItem, { at }: AnnouncementTimes): GoneItem {
  const { id, former, slug, minutes, fields: { title, start_at, date, time, venue } } = before!;
  return {
    group,
    kind,
    id,
    at,
    until: at + GONE_MS,
    ...(former && { former }),
    ...(slug !== undefined && { slug }),
    ...(OCCASIONS.includes(kind) && {
      title: String(title),
      start: Number(start_at),
      date: String(date),
      ...(time === undefined && { isUntimed: true }),
      ...(minutes !== undefined && { minutes }),
      ...(venue !== undefined && { venue: String(venue) }),
    }),
  };
}

/** An item is gone until it is published again, under any of its names, be it at an instant known now. */
function stillGone(gone: readonly GoneItem[], after: ListIndex, now: number): GoneItem[] {
  return gone.flatMap((one) => {
    const back = after.get(`${one.group}/${one.kind}`)?.items.find((item) =>
      item.id === one.id || firstId(item) === firstId(one) || item.former?.includes(one.id)
    );
    const until = back === undefined ? one.until : Math.min(one.until, back.from ?? -Infinity);
    return until <= now ? [] : [{ ...one, until }];
  });
}
