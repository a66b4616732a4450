/**
 * This room answers from the compiled content, which is in memory.
 *
 * @module
 */

import type { ProfileName } from "../model/enums.ts";
import type { CalendarTables, GroupIndex, PackIndex, TableName, Tables } from "../model/pack.ts";
import { type AnswerCache, createAnswerCache } from "./answer_cache.ts";
import { openSite, type Site } from "../site/site_pack.ts";
import { openPack, openPackInSlices, type Pack } from "./pack.ts";

/** A group's content. Tables are parsed when first asked for, and then kept. */
export interface Group extends Omit<GroupIndex, "calendars"> {
  table<Name extends TableName>(name: Name): Tables[Name];
  /** What its calendars say. */
  calendars(): CalendarTables;
}

/** All content, by group. */
export interface Catalog {
  readonly index: PackIndex;
  readonly pack: Pack;
  readonly groups: readonly Group[];
  /** The group served under this path segment: its slug or an alias, but none of a profile. */
  group(segment: string): Group | undefined;
  /** The aliases that serve another service's programs; undefined where there are none. */
  readonly profiles: ReadonlyMap<string, ProfiledAlias> | undefined;
}

/** An alias under which programs written for another service find that service. */
export interface ProfiledAlias {
  readonly alias: string;
  readonly as: ProfileName;
  readonly group: Group;
}

/** Makes the content of a pack accessible by group and table. */
export function createCatalog(pack: Pack): Catalog {
  const groups = pack.index.groups.map((index) => openGroup(pack, index));
  const profiles = profiledAliases(groups);
  const bySegment = new Map(
    groups.flatMap((group) =>
      [group.slug, ...group.aliases].filter((name) => !profiles?.has(name))
        .map((name) => [name, group] as const)
    ),
  );
  return { index: pack.index, pack, groups, group: (segment) => bySegment.get(segment), profiles };
}

function profiledAliases(groups: readonly Group[]): Catalog["profiles"] {
  const all = groups.flatMap((group) =>
    Object.entries(group.profiles ?? {}).map(([alias, as]) =>
      [alias, { alias, as, group }] as const
    )
  );
  return all.length === 0 ? undefined : new Map(all);
}

function openGroup(pack: Pack, index: GroupIndex): Group {
  const parsed = new Map<TableName, unknown>();
  let calendars: CalendarTables | undefined;
  return {
    ...index,
    table<Name extends TableName>(name: Name): Tables[Name] {
      if (!parsed.has(name)) parsed.set(name, pack.json(index.tables[name]));
      return parsed.get(name) as Tables[Name];
    },
    calendars: () => calendars ??= pack.json<CalendarTables>(index.calendars),
  };
}

/** The content that is served: a catalog, and the answers made of it. Replaced as one. */
export interface Content {
  readonly catalog: Catalog;
  readonly answers: AnswerCache;
  readonly site: Site;
  /** When it was built, in epoch ms; 0 where nobody knows. */
  readonly builtAt: number;
}

/**
 * Opens a pack for serving; `site` is what lies beside it, `builtAt` when it was built.
 *
 * @throws {SyntaxError} where the bytes are not a whole pack of this version
 */
export function openContent(
  file: Uint8Array,
  site: Site = openSite(() => undefined),
  builtAt = 0,
): Content {
  return contentOf(openPack(file), site, builtAt);
}

/**
 * Opens a pack while requests are served: `pause` lets them pass. Its tables are parsed before the
 * first request that needs them.
 *
 * @throws {SyntaxError} where the bytes are not a whole pack of this version
 */
export async function openContentInSlices(
  file: Uint8Array,
  site: Site,
  pause: () => Promise<void>,
): Promise<Content> {
  const content = contentOf(await openPackInSlices(file, pause), site, 0);
  for (const group of content.catalog.groups) {
    for (const name of Object.keys(group.tables) as TableName[]) {
      await pause();
      group.table(name);
    }
  }
  return content;
}

function contentOf(pack: Pack, site: Site, builtAt: number): Content {
  return { catalog: createCatalog(pack), answers: createAnswerCache(), site, builtAt };
}
