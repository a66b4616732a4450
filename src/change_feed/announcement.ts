import {
  comparedNames,
  compareLists,
  type ItemChange,
  kindsOf,
  type ListIndex,
} from "../changes/compare_items.ts";
import {
  firstId,
  type HashedItem,
  type HashedList,
  isPublished,
  itemName,
  type OccasionSummary,
} from "../changes/hashed_items.ts";
import { DAY_MS } from "../toolbox/durations.ts";

/** An item that was announced, and when a change of it was, in epoch ms. */
export interface AnnouncedItem extends HashedItem {
  readonly at: number;
}

/** When an item was modified, in epoch ms. */
export interface ModifiedRow {
  readonly group: string;
  readonly kind: string;
  readonly id: string;
  readonly at: number;
}

/** An item that is gone: for a time its page says so. */
export interface GoneItem extends ModifiedRow {
  /** The ids that it had, oldest first; absent if it always had this one. */
  readonly former?: readonly string[];
  /** What its page was called, if that is not its id. */
  readonly slug?: string;
  /** Epoch ms from which nothing says so any more. */
  readonly until: number;
}

/** A show or event that is gone: calendars go on to show it as cancelled. */
export interface Tombstone extends GoneItem, OccasionSummary {}

/** Whether calendars go on to show what is gone. */
export function isTombstone(gone: GoneItem): gone is Tombstone {
  return OCCASIONS.includes(gone.kind);
}

/** What was announced last, as calendars need it. */
export interface AnnouncedState {
  /** Names the announcement. */
  readonly set: string;
  /** When this store first saw content, in epoch ms. */
  readonly since: number;
  /** The items that were modified at another time. */
  readonly modified: readonly ModifiedRow[];
  readonly gone: readonly GoneItem[];
}

/** A change by the clock alone: an item comes out at an instant (epoch ms). */
export interface DueChange extends ItemChange {
  readonly at: number;
}

/** What one announcement says. */
export interface Announcement {
  /** When the builds were compared, in epoch ms. */
  readonly comparedAt: number;
  readonly lists: readonly HashedList<AnnouncedItem>[];
  readonly gone: readonly GoneItem[];
  readonly changes: readonly ItemChange[];
}

/** The instants of an announcement, in epoch ms. */
export interface AnnouncementTimes {
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

/**
 * Announces a build after another one. `nextTurn` is awaited between lists, so that nothing else waits
 * for more than one of them.
 */
export async function announceBuild(
  before: { lists: ListIndex<HashedList<AnnouncedItem>>; gone: readonly GoneItem[] } | undefined,
  after: ListIndex,
  times: AnnouncementTimes,
  nextTurn: () => Promise<void>,
): Promise<Announcement> {
  const old = before?.lists ?? new Map<string, HashedList<AnnouncedItem>>();
  const changes: ItemChange[] = [];
  for (const name of comparedNames(old, after)) {
    const compared = compareLists(old.get(name), after.get(name), times.now);
    changes.push(...withFormer(compared, old.get(name)));
    await nextTurn();
  }
  const changed = new Set(changes.map(itemName));
  const lists: HashedList<AnnouncedItem>[] = [];
  for (const [name, list] of after) {
    lists.push(stamped(list, old.get(name), changed, times));
    await nextTurn();
  }
  lists.push(...unknownLists(old, after));
  const fresh = changes.filter(({ change }) => change === "removed")
    .flatMap((change) => goneItem(change, old, times));
  const gone = [...before?.gone ?? [], ...fresh]
    .flatMap((one) => stillGone(one, after, times.now));
  return { comparedAt: times.now, lists, gone, changes };
}

const FORMER_FIELDS = ["title", "setlist", "date", "time", "start_at", "venue"];

/** Adds to changed shows and events what they were before. */
function withFormer(
  changes: readonly ItemChange[],
  before: HashedList | undefined,
): readonly ItemChange[] {
  if (!changes.some(({ kind, change }) => change === "changed" && OCCASIONS.includes(kind))) {
    return changes;
  }
  const old = new Map(before?.items.map((item) => [item.id, item]));
  return changes.map((one) => {
    if (!one.fields.some((field) => FORMER_FIELDS.includes(field))) return one;
    const former = old.get(one.former_id ?? one.id)?.occasion;
    return former === undefined ? one : { ...one, former };
  });
}

/** The lists of kinds that this program does not know: one that does goes on with them. */
function unknownLists(
  before: ListIndex<HashedList<AnnouncedItem>>,
  after: ListIndex,
): HashedList<AnnouncedItem>[] {
  const known = kindsOf(after);
  return known.size === 0 ? [] : [...before.values()].filter(({ kind }) => !known.has(kind));
}

/** The items that come out after `now` (epoch ms). */
export function dueChanges(
  lists: readonly HashedList<AnnouncedItem>[],
  now: number,
): DueChange[] {
  return lists.flatMap(({ group, kind, items }) =>
    items.flatMap(({ id, from = -Infinity }) =>
      from > now ? [{ group, kind, id, change: "added" as const, fields: [], at: from }] : []
    )
  );
}

/** The items of a list, each with the time of its last change. */
function stamped(
  list: HashedList,
  before: HashedList<AnnouncedItem> | undefined,
  changed: ReadonlySet<string>,
  { now, at, since }: AnnouncementTimes,
): HashedList<AnnouncedItem> {
  const old = new Map(before?.items.map((item) => [item.id, item]));
  const { group, kind } = list;
  const atOf = (item: HashedItem) => {
    const { id, former = [] } = item;
    if (changed.has(itemName({ group, kind, id }))) return at;
    const known = old.get([id, ...former.toReversed()].find((one) => old.has(one)) ?? id);
    if (known === undefined) return since;
    if (!isPublished(known, now)) return known.at;
    return known.calendar === item.calendar ? modifiedAtOf(known) : at;
  };
  return { ...list, items: list.items.map((item) => ({ ...item, at: atOf(item) })) };
}

/** When an item was modified: it may have come out later than anything was announced of it. */
function modifiedAtOf({ at, from = -Infinity }: AnnouncedItem): number {
  return Math.max(at, from);
}

/** The items that were modified at another time than most: when the store first saw content. */
export function modifiedRows(
  lists: readonly HashedList<AnnouncedItem>[],
  since: number,
): ModifiedRow[] {
  return lists.flatMap(({ group, kind, items }) =>
    items.map((item) => ({ group, kind, id: item.id, at: modifiedAtOf(item) }))
      .filter(({ at }) => at !== since)
  );
}

function goneItem(
  { group, kind, id }: ItemChange,
  before: ListIndex<HashedList<AnnouncedItem>>,
  { at }: AnnouncementTimes,
): GoneItem[] {
  if (!KEPT_KINDS.includes(kind)) return [];
  const item = findItem(before, group, kind, (one) => one.id === id);
  if (item === undefined || OCCASIONS.includes(kind) && item.occasion === undefined) return [];
  const { former, slug, occasion } = item;
  return [{
    group,
    kind,
    id,
    ...(former && { former }),
    ...(slug !== undefined && { slug }),
    at,
    until: at + GONE_MS,
    ...occasion,
  }];
}

/**
 * It ends when its item is published again, under any of its names, now or at an instant that
 * is known now.
 */
function stillGone(tombstone: GoneItem, after: ListIndex, now: number): GoneItem[] {
  const { group, kind, id } = tombstone;
  const isBack = (item: HashedItem) =>
    item.id === id || firstId(item) === firstId(tombstone) || item.former?.includes(id) === true;
  const back = findItem(after, group, kind, isBack);
  const until = back === undefined
    ? tombstone.until
    : Math.min(tombstone.until, back.from ?? -Infinity);
  return until <= now ? [] : [{ ...tombstone, until }];
}

function findItem<Item extends HashedItem>(
  lists: ListIndex<HashedList<Item>>,
  group: string,
  kind: string,
  isWanted: (item: HashedItem) => boolean,
): Item | undefined {
  return lists.get(`${group}/${kind}`)?.items.find(isWanted);
}
