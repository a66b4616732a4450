/**
 * This room answers from the compiled content, which is in memory.
 *
 * @module
 */

import type { Answer } from "../http/answer.ts";
import type { MaybeAsync } from "../http/maybe_async.ts";
import type { Revision } from "../model/build_stamp.ts";
import type { ProfileName } from "../model/enums.ts";
import type { CalendarTable, MemberRow, ShowRow, Span, TableName, Tables } from "../model/pack.ts";
import type { GroupIndex, PackIndex } from "../model/pack_index.ts";
import type { SetlistItem } from "../model/item/setlists.ts";
import { createCounter, type ShowCounts } from "../model/show_counts.ts";
import { openSite, type Site } from "../site/site_pack.ts";
import { openPack, type Pack } from "./pack.ts";
import { createPictures, NO_PICTURES, type PictureFile, type Pictures } from "./pictures.ts";

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

/** The content that is served: a catalog, and the answers made of it. Replaced as one. */
export interface Content {
  readonly catalog: Catalog;
  readonly answers: AnswerCache;
  readonly site: Site;
  /** The bytes of its pictures. */
  readonly pictures: PictureFile;
  /** When it was built, in epoch ms; 0 if that is unknown. */
  readonly builtAt: number;
  /** The commit that it was built from last, if one is known. */
  readonly revision?: Revision | undefined;
}

/**
 * Opens the bytes of a pack for serving; `site` is beside it.
 *
 * @throws {SyntaxError} if it is not a whole pack of this version
 */
export function openContent(file: Uint8Array, site: Site = openSite(() => undefined)): Content {
  const catalog = createCatalog(openPack(file, site.ownAddress));
  return { catalog, answers: new AnswerCache(), site, pictures: NO_PICTURES, builtAt: 0 };
}

/** How many answers are kept, and how many bytes they may take together. */
const MAX_ANSWERS = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly answer: Answer;
  readonly version: string;
}

/**
 * The current answer of each resource and variant, for all requests of one content. When the cache is
 * full, the least recently made answers go first.
 */
export class AnswerCache {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /**
   * The answer that holds at `now` (epoch ms) and was made of this `version` of whatever else it
   * depends on; `make` makes the next one when it has run out.
   */
  take<Made extends MaybeAsync<Answer>>(
    key: string,
    version: string,
    now: number,
    make: () => Made,
  ): Answer | Made {
    const known = this.#kept.get(key);
    if (known !== undefined && now < known.answer.validUntil && known.version === version) {
      return known.answer;
    }
    const keep = (answer: Answer) => {
      this.#keep(key, { answer, version });
      return answer;
    };
    const made = make();
    return made instanceof Promise ? made.then(keep) as Made : keep(made as Answer);
  }

  /** Forgets all answers. */
  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #drop(key: string, { answer }: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= sizeOf(key, answer);
  }

  #keep(key: string, made: Kept): void {
    const size = sizeOf(key, made.answer);
    const before = this.#kept.get(key);
    if (before !== undefined) this.#drop(key, before);
    for (const [oldest, old] of this.#kept) {
      if (this.#kept.size < MAX_ANSWERS && this.#bytes + size <= MAX_BYTES) break;
      this.#drop(oldest, old);
    }
    this.#kept.set(key, made);
    this.#bytes += size;
  }
}

/** What an answer takes beside its bytes: its objects, its headers and the buffers of its codings. */
const ENTRY_BYTES = 2048;

/**
 * The most that an answer comes to take, so that the bound holds whatever is asked for. A key holds what
 * the caller looked for: up to 8 KB, of two bytes a letter. Both compressed forms of a body, which are
 * made when they are asked for, are together no longer than the body.
 */
function sizeOf(key: string, { body }: Answer): number {
  return 2 * key.length + 2 * body.length + ENTRY_BYTES;
}
