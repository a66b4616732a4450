import type { ItemKind } from "../../../src/model/content_items.ts";
import type {
  EventRow,
  MemberRow,
  NewsRow,
  Phases,
  Row,
  ShowRow,
  Span,
  VideocallDay,
} from "../../../src/model/pack.ts";
import type { GroupIndex } from "../../../src/model/pack_index.ts";
import { createCounter } from "../../../src/model/show_counts.ts";
import { type OpenedPack, type Phase, phasesFrom } from "../../pack/opened_pack.ts";

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

/** What answers count of shows, now and when all of them count. */
function countsFrom({ text, json }: OpenedPack, group: GroupIndex, now: number) {
  const count = createCounter({
    shows: json(group.tables.shows),
    members: json(group.tables.members),
    setlists: group.setlists.map((span) => JSON.parse(`${text(span)}}`).name),
    isComplete: group.showsComplete,
  });
  const counts = [count(now), count(Infinity)];
  return {
    member: (row: MemberRow) => counts.map((at) => at.statsOf(row)),
    show: (row: ShowRow) => counts.map((at) => at.milestonesOf(row)),
  };
}

/** The items of a group by kind; setlists are shown with their shows. */
export function answeredItems(
  pack: OpenedPack,
  group: GroupIndex,
  now: number,
): ReadonlyMap<ItemKind, AnsweredKind> {
  const { tables } = group;
  const { text, json } = pack;
  const counted = countsFrom(pack, group, now);
  const phases = (row: Row) => phasesFrom(pack, row.open, now);
  const references = referencesByMember(pack, json(tables.shows), now);
  const member = (row: MemberRow) => {
    const { open: _, formerSlugs, more, ...rest } = row;
    const told = references.get(row.id) ?? [];
    const besides = [rest, told, counted.member(row)];
    return answered(row.id, phases(row), [text(more)], besides, formerSlugs);
  };
  const show = (row: ShowRow) => {
    const { open: _, formerSlugs = [], extra, more, songs, reference, sales = [], ...rest } = row;
    const told = [text(extra), text(more), text(songs)];
    const besides = [rest, text(reference), sales];
    const held = [...besides, counted.show(row)];
    return answered(row.id, phases(row), told, held, formerSlugs);
  };
  const article = (row: NewsRow) => {
    const { open: _, detail, formerSlugs, ...rest } = row;
    const whole = phasesFrom(pack, detail, now);
    return answered(row.id, whole, [], [rest, phases(row)], formerSlugs);
  };
  const event = (row: EventRow) => {
    const { open: _, formerSlugs = [], sales = [], ...rest } = row;
    return answered(row.id, phases(row), [], [rest, sales], formerSlugs);
  };
  const release = (row: Row) => answered(row.id, phases(row), [], [], []);
  const day = (row: VideocallDay) => answeredDay(pack, row, now);
  const kind = <R>(table: Span, answer: (row: R) => AnsweredItem): AnsweredKind =>
    new Map(json<R[]>(table).map(answer).map((one) => [one.id, one]));
  return new Map([
    ["member", kind(tables.members, member)],
    ["show", kind(tables.shows, show)],
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
  { text }: OpenedPack,
  shows: readonly ShowRow[],
  now: number,
): ReadonlyMap<string, readonly Reference[]> {
  const references = new Map<string, Reference[]>();
  const published = ([, length, next]: Phases) => length === 0 && next! > now ? next! : 0;
  for (const row of shows) {
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
    id,
    ...from,
    formerSlugs,
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
