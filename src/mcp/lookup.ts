import type { Group } from "../catalog/catalog.ts";
import { findMember, foundUntil } from "../catalog/members.ts";
import { joinParts, listPresent, nextPhase, spanAt } from "../catalog/phases.ts";
import { notFound } from "../http/http_error.ts";
import { foldText } from "../model/fold_text.ts";
import type { SetlistItem } from "../model/item/setlists.ts";
import type { MemberRow, Phases, Row, SearchKind, Span, TimedRow } from "../model/pack.ts";
import { addressOf } from "../routes/public/home_site.ts";
import type { AnswerContext } from "../routes/answer_context.ts";
import { type CatalogGroup, catalogGroup, setlistsOf } from "../routes/pages/catalog_group.ts";
import {
  searchGroups,
  type SearchItem,
  type SearchQuery,
  urlOf,
} from "../addons/search/searching.ts";

import { localDay, nextDayStart } from "../time/local_day.ts";
import { offsetTimestamp } from "../time/wall_clock.ts";
import { closest } from "../toolbox/nearest.ts";

/** A member of a group that the caller may read. */
export interface FoundMember {
  readonly group: Group;
  readonly member: MemberRow;
}

/** When something begins. */
export interface Times {
  /** With the offset of the group's zone; the day alone if the time of day is unknown. */
  readonly local: string;
  /** Absent if the time of day is unknown. */
  readonly utc?: string;
}

const decoder = new TextDecoder();

/** The dates of groups' zones, each since it was found (epoch ms): to find one takes as long as an answer. */
const days = new Map<
  string,
  { readonly date: string; readonly from: number; readonly until: number }
>();

/** How many names are offered for one that is unknown. */
const OFFERED = 3;

/**
 * What the caller may read at an instant, and how it is named and written for people; and until when
 * (epoch ms) that holds.
 */
export class Lookup {
  readonly now: number;
  #validUntil = Infinity;
  #shown: CatalogGroup | undefined;

  constructor(readonly ctx: AnswerContext) {
    this.now = ctx.now;
  }

  get validUntil(): number {
    return Math.min(this.#validUntil, this.#shown?.validUntil ?? Infinity);
  }

  /** Says that an answer holds until an instant (epoch ms) at most. */
  holdUntil(epochMs: number): void {
    this.#validUntil = Math.min(this.#validUntil, epochMs);
  }

  /** The group that an answer is about, as its pages show it. */
  shown(group: Group): CatalogGroup {
    return this.#shown ??= catalogGroup(this.ctx.catalog, group, this.now, [], []);
  }

  /** A setlist of a group, by its id. */
  setlist(group: Group, id: string): SetlistItem | undefined {
    return setlistsOf(this.ctx.catalog, group).find((setlist) => setlist.id === id)?.fields;
  }

  /** Today's date in a zone; an answer that has it holds until the next one. */
  today(zone: string): string {
    const { now } = this;
    let day = days.get(zone);
    if (day === undefined || now < day.from || now >= day.until) {
      day = { date: localDay(now, zone), from: now, until: nextDayStart(now, zone) };
      days.set(zone, day);
    }
    this.holdUntil(day.until);
    return day.date;
  }

  /** The rows that are published and that `wanted` picks. */
  list<R extends { readonly open: Phases }>(
    rows: readonly R[],
    wanted?: (row: R) => boolean,
  ): readonly R[] {
    const listing = listPresent(rows, this.now, wanted);
    this.holdUntil(listing.validUntil);
    return listing.rows;
  }

  /** What a search finds in these groups. */
  async search(
    groups: readonly Group[],
    text: string,
    options: Omit<SearchQuery, "now">,
  ): Promise<readonly SearchItem[]> {
    const { catalog } = this.ctx;
    const made = await searchGroups(catalog, groups, text, { ...options, now: this.now });
    this.holdUntil(made.validUntil);
    return made.items;
  }

  /** The address of the service, without a slash at its end. */
  get base(): string {
    const { site, catalog } = this.ctx;
    return addressOf(site, catalog.index.site.base_url);
  }

  /** The groups that a name means; all if there is none. @throws {HttpError} `NOT_FOUND` */
  groupsNamed(name: string | undefined): readonly Group[] {
    const { catalog, groups } = this.ctx;
    if (name === undefined) return groups;
    const folded = foldText(name);
    const isMeant = (group: Group) =>
      catalog.group(name) === group || foldText(group.name) === folded || group.slug === folded;
    const found = groups.filter(isMeant);
    if (found.length > 0) return found;
    if (catalog.groups.some(isMeant)) {
      throw notFound(`This group needs a key that may read it: see ${this.base}/docs/assistants`);
    }
    const offered = closest(name, groups, (group) => [group.slug, group.name], OFFERED);
    throw notFound(`No group has that name. The nearest: ${offered.map(groupText).join(", ")}`);
  }

  /** The groups and members that are meant. @throws {HttpError} `NOT_FOUND`, with the nearest three */
  meant(group: string | undefined, member: string | undefined) {
    const groups = this.groupsNamed(group);
    return {
      groups,
      members: member === undefined ? undefined : this.#membersNamed(groups, member),
    };
  }

  #membersNamed(groups: readonly Group[], name: string): readonly FoundMember[] {
    const exact = groups.flatMap((group) => {
      const member = findMember(group, name, this.now);
      this.holdUntil(foundUntil(group, name, this.now));
      return member === undefined ? [] : { group, member };
    });
    if (exact.length > 0) return exact;
    const all = groups.flatMap((group) =>
      this.list(group.table("members")).map((member) => ({ group, member }))
    );
    const partly = all.filter(({ member }) => hasWords(member.name, name));
    if (partly.length > 0 && partly.length <= OFFERED) return partly;
    const namesOf = ({ member: { name, nicknames } }: FoundMember) => [
      name,
      ...name.split(" "),
      ...nicknames,
    ];
    const offered = closest(name, all, namesOf, OFFERED)
      .map(({ group, member }) => `${member.name} (${idOf(group, "member", member.id)})`);
    throw notFound(`No member has that name. The nearest: ${offered.join(", ")}`);
  }

  /** A row's item at this instant, with further fields of the pack. */
  read<T>(row: Row, ...further: readonly Span[]): T {
    this.holdUntil(nextPhase(row.open, this.now));
    return JSON.parse(decoder.decode(joinParts(this.ctx.item(row, ...further))));
  }

  isPresent({ open }: Pick<Row, "open">): boolean {
    this.holdUntil(nextPhase(open, this.now));
    return spanAt(open, this.now) !== undefined;
  }

  /** The address at which people, or else programs, find an item. */
  urlOf(group: Group, item: Parameters<typeof urlOf>[1]): string {
    return `${this.base}${urlOf(group, item)}`;
  }
}

/** Whether a name has all words of a text, as a first name is a word of a full one. */
function hasWords(name: string, text: string): boolean {
  const words = foldText(name).split(" ");
  return foldText(text).split(" ").every((word) => words.includes(word));
}

/** A group as answers name it. */
export function groupText({ slug, name }: Group): string {
  return `${slug} (${name})`;
}

/** The id of an item over all groups. */
export function idOf(group: Group, kind: SearchKind, slug: string): string {
  return `${group.slug}/${kind}/${slug}`;
}

/** When a row begins, of which its item says it with the group's offset. */
export function timesOf({ start, isUntimed }: TimedRow, startAt: string): Times {
  return isUntimed ? { local: startAt.slice(0, 10) } : { local: startAt, utc: utcOf(start) };
}

/** An instant (epoch ms) in a zone and in UTC. */
export function timesAt(epochMs: number, zone: string): Required<Times> {
  return { local: offsetTimestamp(epochMs, zone), utc: utcOf(epochMs) };
}

/** An instant as items write it, with the group's offset, and in UTC. */
export function timesIn(timestamp: string): Required<Times> {
  return { local: timestamp, utc: utcOf(Date.parse(timestamp)) };
}

function utcOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

/** The same in words. */
export function timesText({ local, utc }: Times): string {
  return utc === undefined ? `${local}, time of day unknown` : `${local} (${utc})`;
}
