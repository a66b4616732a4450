/**
 * This room answers from the compiled content, which is in memory.
 *
 * @module
 */

import type { ProfileName } from "../model/enums.ts";
import type { CalendarTable, MemberRow, ShowRow, Span, TableName, Tables } from "../model/pack.ts";
import type { GroupIndex, PackIndex } from "../model/pack_index.ts";
import type { SetlistItem } from "../model/item/setlists.ts";
import { createCounter, type ShowCounts } from "../model/show_counts.ts";
import { type Pack } from "./pack.ts";
import { createPictures, type Pictures } from "./pictures.ts";

/** A group's content. Tables are parsed when first asked for, and then kept. */
export interface Group extends Omit<GroupIndex, "calendars" | "pictures"> {
  table<Name extends TableName>(name: Name): Tables[Name];
  /** The shows of one of its members, newest first. */
  showsOf(member: MemberRow): readonly ShowRow[];
  /** How often its members and setlists are on stage at an instant (epoch ms). */
  showCounts(now: number): ShowCounts;
  /** What its calendars say of a table's items. */
  calendar(name: CalendarTable): readonly (Span | null)[];
  /** Those of all content. */
  readonly pictures: Pictures;
}

/** All content, by group. */
export interface Catalog {
  readonly index: PackIndex;
  readonly pack: Pack;
  readonly groups: readonly Group[];
  /** The group served under this path segment: its slug or an alias, but none of a profile. */
  group(segment: string): Group | undefined;
  /** The aliases that serve another service's programs; undefined if there are none. */
  readonly profiles: ReadonlyMap<string, ProfiledAlias> | undefined;
  readonly pictures: Pictures;
}

/** An alias under which programs written for another service find that service. */
export interface ProfiledAlias {
  readonly alias: string;
  readonly as: ProfileName;
  readonly group: Group;
}

/** Makes the content of a pack accessible by group and table. */
export function createCatalog(pack: Pack): Catalog {
  const pictures = createPictures(pack);
  const groups = pack.index.groups.map((index) => openGroup(pack, pictures, index));
  const profiles = profiledAliases(groups);
  const bySegment = new Map(
    groups.flatMap((group) =>
      [group.slug, ...group.aliases].filter((name) => !profiles?.has(name))
        .map((name) => [name, group] as const)
    ),
  );
  return {
    index: pack.index,
    pack,
    groups,
    group: (segment) => bySegment.get(segment),
    profiles,
    pictures,
  };
}

function profiledAliases(groups: readonly Group[]): Catalog["profiles"] {
  const all = groups.flatMap((group) =>
    Object.entries(group.profiles ?? {}).map(([alias, as]) =>
      [alias, { alias, as, group }] as const
    )
  );
  return all.length === 0 ? undefined : new Map(all);
}

function openGroup(pack: Pack, pictures: Pictures, index: GroupIndex): Group {
  const parsed = new Map<Span, unknown>();
  const json = <T>(span: Span): T => {
    if (!parsed.has(span)) parsed.set(span, pack.json(span));
    return parsed.get(span) as T;
  };
  const table = <Name extends TableName>(name: Name): Tables[Name] => json(index.tables[name]);
  const nameOf = (setlist: Span) => (JSON.parse(`${pack.text(setlist)}}`) as SetlistItem).name;
  let counter: ReturnType<typeof createCounter> | undefined;
  return {
    ...index,
    table,
    showCounts(now) {
      counter ??= createCounter({
        shows: table("shows"),
        members: table("members"),
        setlists: index.setlists.map(nameOf),
        isComplete: index.showsComplete,
      });
      return counter(now);
    },
    showsOf: ({ id }) => table("shows").filter(({ members }) => members.includes(id)),
    calendar: (name) => json(index.calendars[name]),
    pictures,
  };
}
