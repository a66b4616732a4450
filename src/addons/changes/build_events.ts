import type { Group } from "../../catalog/catalog.ts";
import type { LogEntry } from "../../events/event.ts";
import { type ComparedItem, countChanges, firstId } from "../../model/content_items.ts";
import type { ContentChangeItem } from "../../model/item/logged_event.ts";
import type { GoneItem } from "./announcement.ts";
import { memberTurns, publications } from "./due_events.ts";
import {
  type ContentAt,
  makeEntry,
  type PlacedGroup,
  showChanged,
  showRemoved,
} from "./item_events.ts";
import { bytesOf, type PlannedEntry } from "./once_log.ts";

/** More events of single items are logged as one of the whole. */
const MAX_ITEM_EVENTS = 200;
/** The log takes 500 KB at a time. */
const MAX_BYTES = 400_000;
/** A commit of the store takes 100 checks. */
const MAX_CHECKS = 90;
/** With the folder of a group the name of its zone is gone, too. */
const ZONE_OF_GONE = "UTC";

/**
 * The log's entries of a build: its items, then how much changed in each group. A show that was `gone` was
 * told as cancelled.
 */
export function buildEvents(
  at: ContentAt,
  build: string,
  { changes }: { readonly changes: readonly ComparedItem[] },
  gone: readonly GoneItem[],
): PlannedEntry[] {
  const all = Map.groupBy(changes, ({ group }) => group);
  const items = [...all].flatMap(([slug, some]) => {
    const group = at.catalog.groups.find((one) => one.slug === slug);
    if (group !== undefined) return presentEvents(at, group, some, gone);
    return some.flatMap((item) => removedEvents(at, { slug, timezone: ZONE_OF_GONE }, item));
  });
  const wholes = [...all].map(([slug, some]) => ({ entry: wholeEvent(at, slug, build, some) }));
  const isTooMuch = items.length > MAX_ITEM_EVENTS ||
    items.reduce((sum, { entry }) => sum + bytesOf(entry), 0) > MAX_BYTES ||
    items.filter(({ once }) => once !== undefined).length > MAX_CHECKS;
  return [...(isTooMuch ? [] : items), ...wholes];
}

function planned(entries: readonly LogEntry[], once?: PlannedEntry["once"]): PlannedEntry[] {
  return entries.map((entry) => ({ entry, once }));
}

function removedEvents(
  at: ContentAt,
  group: PlacedGroup,
  { kind, change, before }: ComparedItem,
): PlannedEntry[] {
  const isShow = kind === "show" && change === "removed";
  return isShow ? planned(showRemoved(at, group, before!)) : [];
}

function presentEvents(
  at: ContentAt,
  group: Group,
  changes: readonly ComparedItem[],
  gone: readonly GoneItem[],
): PlannedEntry[] {
  const wasShow = new Set(
    gone.filter((one) => one.group === group.slug && one.kind === "show").map(firstId),
  );
  const published = new Map(publications(group).map((one) => [`${one.kind}/${one.id}`, one]));
  const shows = new Map(group.table("shows").map((row) => [row.id, row]));
  const members = new Map(group.table("members").map((row) => [row.id, row]));
  return changes.flatMap((item): PlannedEntry[] => {
    const { kind, id, change, fields } = item;
    if (change === "removed") return removedEvents(at, group, item);
    if (kind === "member") {
      // A day that was entered late, or together with the member.
      return memberTurns(at, group, members.get(id)!).filter(({ type, due }) => {
        const field = type === "member.joined" ? "joined" : "graduated";
        return due <= at.now && (change === "added" || fields.includes(field));
      }).flatMap((due) => planned(due.entries(at), due));
    }
    if (kind === "show" && change === "changed") {
      return planned(showChanged(at, group, shows.get(id)!, item));
    }
    const news = change === "added" ? published.get(`${kind}/${id}`) : undefined;
    if (news === undefined) return [];
    const isBack = kind === "show" && news.once !== undefined && wasShow.has(news.once.id);
    return planned(news.entries(at), news.once).map((one) => ({ ...one, isBack }));
  });
}

function wholeEvent(
  at: ContentAt,
  slug: string,
  build: string,
  changes: readonly ComparedItem[],
): LogEntry {
  const kinds = [...Map.groupBy(changes, ({ kind }) => kind)]
    .map(([kind, some]) => [kind, countChanges(some)] as const);
  const data: ContentChangeItem = {
    build,
    ...countChanges(changes),
    kinds: Object.fromEntries(kinds),
  };
  return makeEntry(at, { type: "content.changed", group: { slug }, id: slug }, data);
}
