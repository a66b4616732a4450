import { Buffer } from "node:buffer";
import type { Tombstone } from "../change_feed/announcement.ts";
import type { Group } from "../catalog/catalog.ts";
import { countChanges, type ItemChange } from "../changes/compare_items.ts";
import type { LogEntry } from "../events/event.ts";
import type { ContentChangeItem } from "../model/item/logged_event.ts";
import type { Row } from "../model/pack.ts";
import type { DueEvent } from "./due_events.ts";
import {
  type ContentAt,
  makeEntry,
  newsPublished,
  type PlacedGroup,
  releaseAdded,
  showAdded,
  showChanged,
  showRemoved,
} from "./item_events.ts";
import { DAY_MS } from "../toolbox/durations.ts";

interface ChangedBuild {
  readonly build: string;
  readonly changes: readonly ItemChange[];
  removedShows(group: string): readonly Tombstone[];
  /** What falls due of the content; of members, it also dates changes. */
  readonly dated: readonly DueEvent[];
}

/** An entry of the log, and what must not be in the log already. */
export interface PlannedEntry {
  readonly entry: LogEntry;
  readonly once?: DueEvent;
}

/** More events of single items are logged as one of the whole. */
const MAX_ITEM_EVENTS = 200;
/** The log takes 500 KB at a time. */
const MAX_BYTES = 400_000;
/** A commit of the store takes 100 checks. */
const MAX_CHECKS = 90;
/** With the folder of a group the name of its zone is gone, too. */
const ZONE_OF_GONE = "UTC";
/** A day on which a member joined or graduated is logged even if it is entered so much later. */
const LATE_MS = 30 * DAY_MS;

/** The log's entries of a build: its items, then how much changed in each group. */
export function changeEvents(at: ContentAt, changed: ChangedBuild): PlannedEntry[] {
  const all = Map.groupBy(changed.changes, ({ group }) => group);
  const groups = at.catalog.groups.map((group) => ({ group, changes: all.get(group.slug) ?? [] }))
    .filter(({ changes }) => changes.length > 0);
  const gone = [...all.keys()].filter((slug) => at.catalog.groups.every((one) => one.slug !== slug))
    .map((slug) => ({ group: { slug, timezone: ZONE_OF_GONE }, changes: all.get(slug)! }));
  const items = [
    ...groups.flatMap(({ group, changes }) =>
      changes.flatMap((change) => itemEvents(at, group, change, changed))
    ),
    ...gone.flatMap(({ group, changes }) =>
      changes.flatMap((change) => showEvents(at, group, change, changed))
    ),
  ];
  const wholes = [...groups, ...gone].map(({ group, changes }) => ({
    entry: wholeEvent(at, group, changed.build, changes),
  }));
  const isTooMuch = items.length > MAX_ITEM_EVENTS ||
    items.reduce((sum, { entry }) => sum + bytesOf(entry), 0) > MAX_BYTES ||
    items.filter(({ once }) => once !== undefined).length > MAX_CHECKS;
  return [...(isTooMuch ? [] : items), ...wholes];
}

function itemEvents(
  at: ContentAt,
  group: Group,
  item: ItemChange,
  changed: ChangedBuild,
): PlannedEntry[] {
  const { kind, id, change, fields } = item;
  const { dated } = changed;
  const dues = dated.filter((due) => due.id === id && due.group === group.slug);
  if (kind === "member") {
    return change === "removed" ? [] : dues.flatMap((due) => memberEvents(at, due, change, fields));
  }
  if (kind === "show" && change === "removed") return showEvents(at, group, item, changed);
  if (kind === "show" && change === "changed") {
    const row = find(group.table("shows"), id);
    return row === undefined ? [] : planEntries(showChanged(at, group, row, item));
  }
  if (change !== "added") return [];
  const added = addedEvents(at, group, kind, id);
  const once = dues.find(({ type }) => type === added[0]?.type);
  return planEntries(added, once);
}

/** The entries of a show that is gone, with its group or without. */
function showEvents(
  at: ContentAt,
  group: PlacedGroup,
  { kind, id, change }: ItemChange,
  { removedShows }: ChangedBuild,
): PlannedEntry[] {
  if (kind !== "show" || change !== "removed") return [];
  return removedShows(group.slug).filter((gone) => gone.id === id)
    .flatMap((gone) => planEntries(showRemoved(at, group, gone)));
}

function addedEvents(at: ContentAt, group: Group, kind: string, id: string): LogEntry[] {
  const eventOf = <R extends Row>(
    rows: readonly R[],
    event: (at: ContentAt, group: Group, row: R) => LogEntry[],
  ) => {
    const row = find(rows, id);
    return row === undefined ? [] : event(at, group, row);
  };
  if (kind === "show") return eventOf(group.table("shows"), showAdded);
  if (kind === "news") return eventOf(group.table("news"), newsPublished);
  return kind === "release" ? eventOf(group.table("releases"), releaseAdded) : [];
}

/** A day that was entered late, or together with the member. */
function memberEvents(
  at: ContentAt,
  due: DueEvent,
  change: ItemChange["change"],
  fields: readonly string[],
): PlannedEntry[] {
  if (due.type !== "member.joined" && due.type !== "member.graduated") return [];
  const field = due.type === "member.joined" ? "joined" : "graduated";
  if (due.due > at.now || due.due < at.now - LATE_MS) return [];
  return change === "added" || fields.includes(field) ? planEntries(due.entries(at), due) : [];
}

export function planEntries(entries: readonly LogEntry[], once?: DueEvent): PlannedEntry[] {
  return entries.map((entry) => ({ entry, ...(once !== undefined && { once }) }));
}

/** The bytes that an entry has in the log. */
export function bytesOf(entry: LogEntry): number {
  return Buffer.byteLength(JSON.stringify(entry));
}

function find<R extends Row>(rows: readonly R[], id: string): R | undefined {
  return rows.find((row) => row.id === id);
}

function wholeEvent(
  at: ContentAt,
  group: Pick<Group, "slug">,
  build: string,
  changes: readonly ItemChange[],
): LogEntry {
  const kinds = [...Map.groupBy(changes, ({ kind }) => kind)]
    .map(([kind, some]) => [kind, countChanges(some)] as const);
  const data: ContentChangeItem = {
    build,
    ...countChanges(changes),
    kinds: Object.fromEntries(kinds),
  };
  return makeEntry(at, { type: "content.changed", group, id: group.slug }, data);
}
