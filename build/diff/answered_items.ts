import type { ItemKind, ItemList } from "../../src/model/content_items.ts";
import type {
  EventRow,
  MemberRow,
  NewsRow,
  Phases,
  Row,
  ShowRow,
  Span,
  VideocallDay,
} from "../../src/model/pack.ts";
import type { GroupIndex } from "../../src/model/pack_index.ts";
import { readItems } from "../../src/model/read_items.ts";
import { readShowStats, type ShowCounts } from "../../src/model/show_counts.ts";
import {
  type ComparedIndex,
  numberOfPage,
  type OpenedPack,
  type Phase,
  phasesFrom,
} from "../pack/opened_pack.ts";

/** What answers say of an item. */
export interface AnsweredItem {
  readonly id: string;
  /** Everything that answers say of it from now on: equal where no answer is another. */
  readonly text: string;
  /** Epoch ms from which it is published; absent where it is. */
  readonly from?: number;
  readonly formerSlugs: readonly string[];
  /** The fields of its fullest answer. */
  value(): Readonly<Record<string, unknown>>;
}

/** The items of a kind. */
export interface AnsweredKind {
  /** Those that lie apart from what both packs have in common. */
  readonly apart: ReadonlyMap<string, AnsweredItem>;
  find(id: string): AnsweredItem | undefined;
}

/** How the items of a group are read. */
interface AnsweredOptions {
  /** Epoch ms. */
  readonly now: number;
  readonly isCommon: IsCommon;
  /** Whether either pack that is compared has shows, or counts of them, that are not common. */
  readonly hasOtherShows: boolean;
}

/** What answers count of shows from an instant on. */
interface CountedAnswers {
  /** The counts of the member of this id. */
  member(id: string): readonly string[];
  /** The milestones of the show of this id. */
  show(id: string): readonly Phase[];
}

/** Reads the counts of a group, all of whose shows and members they are of. */
function openCounts(pack: OpenedPack, group: GroupIndex, now: number): CountedAnswers {
  const { json } = pack;
  const shows = group.tables.shows.flatMap((piece) => json<ShowRow[]>(piece));
  const members = group.tables.members.flatMap((piece) => json<MemberRow[]>(piece));
  const [counts] = json<[ShowCounts]>(group.showCounts);
  const places = new Map(members.map(({ id }, place) => [id, place]));
  const milestones = new Map(
    counts.milestones.map(([place, phases]) => [shows[place]!.id, phases]),
  );
  return {
    member(id) {
      const texts: string[] = [];
      for (let at = now; at < Infinity;) {
        const showsAt = { shows, now: at, isComplete: group.showsComplete };
        const { value, validUntil } = readShowStats(counts, places.get(id)!, showsAt);
        texts.push(`${at === now ? "" : at} ${JSON.stringify(value)}`);
        at = validUntil;
      }
      return texts;
    },
    show(id) {
      const phases = milestones.get(id);
      return phases === undefined ? [] : phasesFrom(pack, phases, now);
    },
  };
}

/** The items of a group by kind; setlists are shown with their shows. */
export function answeredItems(
  pack: OpenedPack,
  group: GroupIndex,
  { now, isCommon, hasOtherShows }: AnsweredOptions,
): ReadonlyMap<ItemKind, AnsweredKind> {
  const { tables } = group;
  const { text, json } = pack;
  // Where both packs count the same, nobody's counts are others.
  const counted = hasOtherShows ? openCounts(pack, group, now) : undefined;
  const phases = (row: Row) => phasesFrom(pack, row.open, now);
  const isApart = (piece: Span) => !isCommon(piece);
  // Her shows that both packs have are the same in both.
  const references = referencesByMember(pack, tables.shows.filter(isApart), now);
  const member = (row: MemberRow) => {
    const { open: _, formerSlugs, more, ...rest } = row;
    const told = references.get(row.id) ?? [];
    const besides = [rest, told, counted?.member(row.id)];
    return answered(row.id, phases(row), [text(more)], besides, formerSlugs);
  };
  const show = (row: ShowRow) => {
    const { open: _, formerSlugs = [], extra, more, reference, sales = [], ...rest } = row;
    const told = [text(extra), text(more)];
    const besides = [rest, text(reference), sales.map(([at]) => at)];
    const held = [...besides, counted?.show(row.id)];
    return answered(row.id, phases(row), told, held, formerSlugs);
  };
  const article = (row: NewsRow) => {
    const { open: _, detail, formerSlugs, ...rest } = row;
    const whole = phasesFrom(pack, detail, now);
    return answered(row.id, whole, [], [rest, phases(row)], formerSlugs);
  };
  const event = (row: EventRow) => {
    const { open: _, formerSlugs = [], sales = [], ...rest } = row;
    return answered(row.id, phases(row), [], [rest, sales.map(([at]) => at)], formerSlugs);
  };
  const release = (row: Row) => answered(row.id, phases(row), [], [], []);
  const day = (row: VideocallDay) => answeredDay(pack, row, now);
  const kind = <R>(
    pieces: readonly Span[],
    answer: (row: R) => AnsweredItem,
    isRead: IsCommon = isApart,
  ): AnsweredKind => {
    const read = (some: readonly Span[]) =>
      new Map(some.flatMap((piece) => json<R[]>(piece)).map(answer).map((one) => [one.id, one]));
    const apart = read(pieces.filter(isRead));
    let all: ReadonlyMap<string, AnsweredItem> | undefined;
    return { apart, find: (id) => apart.get(id) ?? (all ??= read(pieces)).get(id) };
  };
  // The shows of a member's detail are with the shows, and each show may move what others count.
  const isTold = hasOtherShows ? () => true : isApart;
  return new Map([
    ["member", kind(tables.members, member, isTold)],
    ["show", kind(tables.shows, show, isTold)],
    ["news", kind(tables.news, article)],
    ["event", kind(tables.events, event)],
    ["release", kind(tables.releases, release)],
    ["videocall", kind(tables.videocalls, day)],
  ]);
}

/** What a member's detail depends on of a show. */
type Reference = readonly [text: string, isHeld: boolean, start: number, publishedFrom: number];

/** What the details of members say of some shows, and when, by their slugs. */
function referencesByMember(
  { text, json }: OpenedPack,
  pieces: readonly Span[],
  now: number,
): ReadonlyMap<string, readonly Reference[]> {
  const references = new Map<string, Reference[]>();
  const published = ([, length, next]: Phases) => length === 0 && next! > now ? next! : 0;
  for (const row of pieces.flatMap((piece) => json<ShowRow[]>(piece))) {
    const { members, reference, state, start, open } = row;
    const said = [text(reference), state === "scheduled", start, published(open)] as const;
    for (const slug of members) {
      const known = references.get(slug);
      if (known === undefined) references.set(slug, [said]);
      else known.push(said);
    }
  }
  return references;
}

/** `further`: fields behind those of the phases; `rest`: what else answers depend on. */
function answered(
  id: string,
  phases: readonly Phase[],
  further: readonly string[],
  rest: readonly unknown[],
  formerSlugs: readonly string[],
): AnsweredItem {
  const shown = phases.find(({ text }) => text !== undefined);
  const from = shown === undefined || shown.from === -Infinity ? {} : { from: shown.from };
  return {
    ...{ id, ...from, formerSlugs },
    // Neither texts in JSON nor instants have line ends.
    text: [
      ...phases.flatMap(({ from, text = "" }) => [from, text]),
      ...further,
      JSON.stringify(rest),
    ].join("\n"),
    value: () => JSON.parse(`${shown?.text ?? "{"}${further.join("")}}`),
  };
}

function answeredDay(pack: OpenedPack, { date, day, sessions }: VideocallDay, now: number) {
  const told = sessions.map(({ open, ...rest }) => ({
    ...rest,
    open: phasesFrom(pack, open, now),
  }));
  const from = Math.min(...told.map(({ open }) => open.find(({ text }) => text)?.from ?? Infinity));
  return {
    id: date,
    ...(Number.isFinite(from) && { from }),
    text: JSON.stringify([date, day, told]),
    formerSlugs: [],
    value: () => ({ date, sessions: sessions.map(({ session }) => session) }),
  };
}

/** Whether both packs that are compared have a piece of a table or list, at the same address. */
export type IsCommon = (piece: Span) => boolean;

/** The items of each group and kind as content has them, but for those of common pieces. */
export function contentLists(pack: OpenedPack, isCommon: IsCommon): ItemList[] {
  return pack.index.groups.flatMap((group) => [
    ...readItems(pack, group, (piece) => !isCommon(piece)),
  ]);
}

/** Tells which pieces two packs have in common. */
export function commonPieces(one: OpenedPack, other: OpenedPack): IsCommon {
  const names = new Set(piecesOf(one.index).map(one.nameOf));
  const common = piecesOf(other.index).filter((piece) => names.has(other.nameOf(piece)));
  const addresses = new Set(common.map(([address]) => address));
  return ([address]) => addresses.has(address);
}

function piecesOf({ groups }: ComparedIndex): Span[] {
  return groups.flatMap(({ tables, showCounts }) => [
    ...Object.values(tables).flat(),
    showCounts,
  ]);
}

/** Reads what two packs have in common from the one that has its bytes at hand, each piece once. */
export function sharePieces(
  one: OpenedPack,
  other: OpenedPack,
  isCommon: IsCommon,
): readonly [OpenedPack, OpenedPack] {
  const pages = new Set(
    piecesOf(one.index).filter(isCommon).map(([address]) => numberOfPage(address)),
  );
  const known = new Map<number, unknown>();
  const shared = <T>(piece: Span): T => {
    const found = known.get(piece[0]) ?? one.json<T>(piece);
    known.set(piece[0], found);
    return found as T;
  };
  const share = (pack: OpenedPack): OpenedPack => ({
    ...pack,
    text: (span) => (pages.has(numberOfPage(span[0])) ? one : pack).text(span),
    json: (span) => isCommon(span) ? shared(span) : pack.json(span),
  });
  return [share(one), share(other)];
}
