import type { ItemKind } from "../../../src/model/enums.ts";
import type {
  EventRow,
  MemberRow,
  NewsRow,
  Phases,
  ReleaseRow,
  ShowRow,
  Span,
  VideocallDay,
} from "../../../src/model/pack.ts";
import type { GroupIndex } from "../../../src/model/pack_index.ts";
import { createCounter } from "../../../src/model/show_counts.ts";
import { type OpenedPack, phasesFrom } from "../../pack/opened_pack.ts";

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

/** The items of a kind, by their ids. */
export type AnsweredKind = ReadonlyMap<string, AnsweredItem>;

/** What names an item, and when it is published. */
interface NamedRow {
  readonly id: string;
  readonly open: Phases;
  readonly formerSlugs?: readonly string[];
}

/**
 * The items of a group by kind; setlists are shown with their shows. Where `isPublic`, shows that are
 * not published yet count for nobody.
 */
export function answeredItems(
  pack: OpenedPack,
  group: GroupIndex,
  { now, isPublic }: { readonly now: number; readonly isPublic: boolean },
): ReadonlyMap<ItemKind, AnsweredKind> {
  const { tables, showsComplete: isComplete } = group;
  const { text, json } = pack;
  const [members, shows] = [json<MemberRow[]>(tables.members), json<ShowRow[]>(tables.shows)];
  const setlists = group.setlists.map((span) => JSON.parse(`${text(span)}}`).name);
  const counted = shows.filter(({ open: [, length, next] }) =>
    !isPublic || length !== 0 || next! <= now
  );
  const count = createCounter({ shows: counted, members, setlists, isComplete });
  // What is counted now, and when all shows count.
  const counts = [count(now), count(Infinity)];
  const references = referencesByMember(text, counted, now);

  /** `further`: fields behind those of the phases; `besides`: what else answers depend on. */
  function item(
    { id, open, formerSlugs = [] }: NamedRow,
    further: readonly Span[] = [],
    ...besides: readonly unknown[]
  ): AnsweredItem {
    const phases = phasesFrom(pack, open, now);
    const shown = phases.find(({ text }) => text !== undefined);
    const more = further.map(text);
    return {
      id,
      formerSlugs,
      ...(shown !== undefined && shown.from !== -Infinity && { from: shown.from }),
      text: JSON.stringify([phases, more, besides]),
      value: () => JSON.parse(`${shown?.text ?? "{"}${more.join("")}}`),
    };
  }

  const lists: Readonly<Record<Exclude<ItemKind, "setlist">, readonly AnsweredItem[]>> = {
    member: members.map((row) => {
      const { open: _, formerSlugs: __, more, ...rest } = row;
      return item(row, [more], rest, references.get(row.id), counts.map((at) => at.statsOf(row)));
    }),
    show: shows.map((row) => {
      const { open: _, formerSlugs: __, extra, more, songs, reference, ...rest } = row;
      const milestones = counts.map((at) => at.milestonesOf(row));
      return item(row, [extra, more, songs], rest, text(reference), milestones);
    }),
    news: json<NewsRow[]>(tables.news).map((row) => {
      const { open, detail, formerSlugs: _, ...rest } = row;
      return item({ ...row, open: detail }, [], rest, phasesFrom(pack, open, now));
    }),
    event: json<EventRow[]>(tables.events).map((row) => {
      const { open: _, formerSlugs: __, ...rest } = row;
      return item(row, [], rest);
    }),
    release: json<ReleaseRow[]>(tables.releases).map(({ id, open }) => item({ id, open })),
    videocall: json<VideocallDay[]>(tables.videocalls).map((day) => answeredDay(pack, day, now)),
  };
  return new Map(
    Object.entries(lists).map(([kind, items]) =>
      [kind as ItemKind, new Map(items.map((one) => [one.id, one]))] as const
    ),
  );
}

/** What the details of members say of some shows, and when, by their slugs. */
function referencesByMember(
  text: OpenedPack["text"],
  shows: readonly ShowRow[],
  now: number,
): ReadonlyMap<string, readonly unknown[]> {
  const references = new Map<string, unknown[]>();
  for (const { members, reference, state, start, open: [, length, next] } of shows) {
    const publishedFrom = length === 0 && next! > now ? next : 0;
    const said = [text(reference), state === "scheduled", start, publishedFrom];
    for (const slug of members) {
      const known = references.get(slug);
      if (known === undefined) references.set(slug, [said]);
      else known.push(said);
    }
  }
  return references;
}

function answeredDay(
  pack: OpenedPack,
  { date, day, sessions }: VideocallDay,
  now: number,
): AnsweredItem {
  const told = sessions.map((one) => ({ ...one, open: phasesFrom(pack, one.open, now) }));
  const from = Math.min(...told.map(({ open }) => open.find(({ text }) => text)?.from ?? Infinity));
  return {
    id: date,
    ...(Number.isFinite(from) && { from }),
    text: JSON.stringify([date, day, told]),
    formerSlugs: [],
    value: () => ({ date, sessions: sessions.map(({ session }) => session) }),
  };
}
