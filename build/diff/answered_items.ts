import type { ItemKind } from "../../src/changes/hashed_items.ts";
import type {
  EventRow,
  GroupIndex,
  MemberRow,
  NewsRow,
  Row,
  ShowRow,
  Tables,
  VideocallDay,
} from "../../src/model/pack.ts";
import { type OpenedPack, type Phase, phasesFrom } from "./opened_pack.ts";

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

/** The items of a group by kind and id; setlists are told with their shows. */
export function answeredItems(
  pack: OpenedPack,
  group: GroupIndex,
  now: number,
): Map<ItemKind, Map<string, AnsweredItem>> {
  const { text, json } = pack;
  const table = <Name extends keyof Tables>(name: Name): Tables[Name] =>
    group.tables[name].flatMap((piece) => json<Tables[keyof Tables][number][]>(piece)) as
      & Tables[Name]
      & [];
  const phases = (row: Row) => phasesFrom(pack, row.open, now);
  const shows = table("shows");
  const references = shows.map(({ reference }) => text(reference));
  const all: [ItemKind, AnsweredItem[]][] = [
    [
      "member",
      table("members").map((row: MemberRow) => {
        const { open: _, formerSlugs, more, shows, ...rest } = row;
        const told = shows.map((place) => references[place]);
        return answered(row.id, phases(row), [text(more)], [rest, told], formerSlugs);
      }),
    ],
    [
      "show",
      shows.map((row: ShowRow, place) => {
        const { open: _, formerSlugs = [], extra, more, reference: __, ...rest } = row;
        const told = [text(extra), text(more)];
        return answered(row.id, phases(row), told, [rest, references[place]], formerSlugs);
      }),
    ],
    [
      "news",
      table("news").map((row: NewsRow) => {
        const { open: _, detail, formerSlugs, ...rest } = row;
        const whole = phasesFrom(pack, detail, now);
        return answered(row.id, whole, [], [rest, phases(row)], formerSlugs);
      }),
    ],
    [
      "event",
      table("events").map((row: EventRow) => {
        const { open: _, formerSlugs = [], ...rest } = row;
        return answered(row.id, phases(row), [], [rest], formerSlugs);
      }),
    ],
    ["release", table("releases").map((row) => answered(row.id, phases(row), [], [], []))],
    ["videocall", table("videocalls").map((day) => answeredDay(pack, day, now))],
  ];
  return new Map(all.map(([kind, items]) => [kind, new Map(items.map((one) => [one.id, one]))]));
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
    text: JSON.stringify([phases, further, rest]),
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
