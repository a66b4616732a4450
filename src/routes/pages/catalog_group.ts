/**
 * This room declares the public pages of groups, their frames on other pages, and the sitemap.
 *
 * @module
 */

import type { Catalog, Group } from "../../catalog/catalog.ts";
import type { Pictures } from "../../catalog/pictures.ts";
import { statusUntil } from "../../catalog/members.ts";
import { itemParts, joinParts, listPresent, nextPhase, spanAt } from "../../catalog/phases.ts";
import type {
  PageArticle,
  PageEvent,
  PageGroup,
  PageItem,
  PageKind,
  PageMember,
  PageSetlist,
  PageShow,
  PlatformAnswer,
} from "../../group_pages/page_group.ts";
import type { Counted } from "../../model/show_counts.ts";
import type { LiveItem } from "../../model/item/live.ts";
import type { SetlistItem } from "../../model/item/setlists.ts";
import type { SessionItem } from "../../model/item/videocalls.ts";
import type { MemberRow, NewsRow, Phases, Row, ShowRow, Span } from "../../model/pack.ts";

const decoder = new TextDecoder();

/** A group as its pages show it, and until when (epoch ms) what was read of it holds. */
export interface CatalogGroup extends PageGroup {
  readonly validUntil: number;
  show(row: ShowRow): PageShow;
  article(row: NewsRow): PageArticle;
}

/** Reads a group from the catalog at `now` (epoch ms): what is published then, and nothing else. */
export function catalogGroup(
  catalog: Catalog,
  group: Group,
  now: number,
  onAir: readonly LiveItem[],
  platforms: readonly PlatformAnswer[],
): CatalogGroup {
  const { pack, pictures } = catalog;
  let validUntil = Infinity;
  const holdUntil = (epochMs: number) => void (validUntil = Math.min(validUntil, epochMs));
  const read = <T extends object>(row: Row, ...further: Span[]): T =>
    withOwnPictures(
      JSON.parse(decoder.decode(joinParts(itemParts(pack, row, now, ...further)))),
      pictures,
    );
  const present = <R extends { readonly open: Phases }>(
    rows: readonly R[],
    wanted?: (row: R) => boolean,
  ): readonly R[] => {
    const listing = listPresent(rows, now, wanted);
    holdUntil(listing.validUntil);
    return listing.rows;
  };
  const item = <Fields, RowOf>(
    kind: PageKind,
    id: string,
    row: RowOf,
    fields: () => Fields,
  ): PageItem<Fields, RowOf> => new LazyItem(kind, id, row, fields);
  const memberOf = (row: MemberRow): PageMember => {
    holdUntil(statusUntil(row, now));
    return item("member", row.id, row, () => read(row, row.more));
  };
  const showOf = (row: ShowRow): PageShow =>
    item("show", row.id, row, () => read(row, row.extra, row.more, row.songs));
  const articleOf = (row: NewsRow): PageArticle =>
    item("news", row.slug, row, () => read({ id: row.id, open: row.detail }));
  const counts = () => group.showCounts(now);
  const held = <Value>({ value, validUntil }: Counted<Value>): Value => {
    holdUntil(validUntil);
    return value;
  };
  const placeOf = (setlist: PageSetlist) => setlistsOf(catalog, group).indexOf(setlist);
  let members: readonly PageMember[] | undefined;
  let hidden: ReadonlySet<string> | undefined;
  return {
    index: group,
    now,
    holdUntil,
    get validUntil() {
      return validUntil;
    },
    show: showOf,
    article: articleOf,
    members: () => members ??= present(group.table("members")).map(memberOf),
    member(slug) {
      return this.members().find(({ id }) => id === slug);
    },
    shows: (wanted) => present(group.table("shows"), wanted).map(showOf),
    showsOf: ({ row }) => present(group.showsOf(row)).map(showOf),
    showsOfSetlist: (name) =>
      present(group.table("shows"), ({ setlist }) => setlist === name).map(showOf),
    showStatsOf: ({ row }) => held(counts().statsOf(row)),
    milestonesOf: ({ row }) => held(counts().milestonesOf(row)),
    performedOf: (setlist) => held(counts().performed(placeOf(setlist))),
    membersOfSetlist(setlist) {
      const members = held(counts().membersOf(placeOf(setlist)));
      return this.members().map((member) => ({ member, count: members.get(member.id) ?? 0 }))
        .filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
    },
    news: () => present(group.table("news")).map(articleOf),
    events: (wanted) =>
      present(group.table("events"), wanted)
        .map((row): PageEvent => item("event", row.id, row, () => read(row))),
    releases: () =>
      present(group.table("releases")).map((row) => item("release", row.id, row, () => read(row))),
    videocalls: () =>
      group.table("videocalls").flatMap((row) => {
        const sessions = present(row.sessions);
        if (sessions.length === 0) return [];
        return item("videocall", row.date, row, () => ({
          date: row.date,
          sessions: sessions.map(({ open }) => read<SessionItem>({ id: "", open })),
        }));
      }),
    setlists: () => setlistsOf(catalog, group),
    onAir: () => onAir.map((entry) => withOwnPictures({ ...entry }, pictures)),
    platforms,
    hides(nameOrSlug) {
      hidden ??= hiddenNames(group.table("members"), now, holdUntil);
      return hidden.has(nameOrSlug);
    },
  };
}

const PICTURE_FIELDS = ["img", "img_alt", "poster", "banner", "image", "cover"];

/** Gives fields the paths of our own pictures: a page is read under any address of the service. */
function withOwnPictures<Fields extends object>(fields: Fields, pictures: Pictures): Fields {
  const values = fields as Record<string, unknown>;
  for (const name of PICTURE_FIELDS) {
    const address = values[name];
    if (typeof address === "string") values[name] = pictures.path(address);
  }
  return fields;
}

/** An item whose fields are read with their first use: most of a list are never shown. */
class LazyItem<Fields, RowOf> implements PageItem<Fields, RowOf> {
  #fields: Fields | undefined;

  constructor(
    readonly kind: PageKind,
    readonly id: string,
    readonly row: RowOf,
    readonly read: () => Fields,
  ) {}

  get fields(): Fields {
    return this.#fields ??= this.read();
  }
}

const setlists = new WeakMap<Group, readonly PageSetlist[]>();

/** The setlists of a group, in the order of content. */
export function setlistsOf(
  { pack: { bytes }, pictures }: Pick<Catalog, "pack" | "pictures">,
  group: Group,
): readonly PageSetlist[] {
  let list = setlists.get(group);
  if (list === undefined) {
    list = group.setlists.map((span) => {
      const fields: SetlistItem = withOwnPictures(
        JSON.parse(`${decoder.decode(bytes(span))}}`),
        pictures,
      );
      return { kind: "setlist" as const, id: fields.id, row: undefined, fields };
    });
    setlists.set(group, list);
  }
  return list;
}

/** The names and slugs of members who are not published at an instant (epoch ms), and of no one else. */
function hiddenNames(
  members: readonly MemberRow[],
  now: number,
  holdUntil: (epochMs: number) => void,
): ReadonlySet<string> {
  const hidden = members.filter(({ open }) => spanAt(open, now) === undefined);
  for (const { open } of hidden) holdUntil(nextPhase(open, now));
  const shown = new Set(
    members.filter(({ open }) => spanAt(open, now) !== undefined).map(({ name }) => name),
  );
  const names = hidden.flatMap(({ id, name }) => [id, name]);
  return new Set(names.filter((name) => !shown.has(name)));
}
