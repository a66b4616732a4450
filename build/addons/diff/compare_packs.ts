import {
  compareLists,
  indexLists,
  type ItemChange,
  type ListIndex,
} from "../../../src/model/content_items.ts";
import type { ItemKind } from "../../../src/model/enums.ts";
import type { GroupIndex } from "../../../src/model/pack_index.ts";
import { readItems } from "../../../src/model/read_items.ts";
import { compareTexts } from "../../../src/toolbox/compare_texts.ts";
import type { OpenedPack } from "../../pack/opened_pack.ts";
import { type AnsweredItem, answeredItems, type AnsweredKind } from "./answered_items.ts";

/** An item whose answers changed. */
export interface Difference {
  readonly group: string;
  /** A kind of item, or `group`, `site`, `plans`. */
  readonly kind: string;
  readonly id: string;
  readonly change: ItemChange["change"];
  /** The fields of its file that changed; none where it only says what others have changed. */
  readonly fields: readonly string[];
  readonly former_id?: string;
  readonly before?: AnsweredItem | undefined;
  readonly after?: AnsweredItem | undefined;
  /** The group's zone. */
  readonly zone: string;
}

/** How packs are compared. */
export interface ComparisonOptions {
  /** Epoch ms: what is over by then is no difference. */
  readonly now: number;
  /** Leaves out what is not published at that instant. */
  readonly isPublic: boolean;
}

/** What a pack answers, by `<group>/<kind>`. */
type Answers = ReadonlyMap<string, AnsweredKind>;

/** Compares what two packs answer, from `now` on: every item whose answers changed, and no other. */
export function comparePacks(
  before: OpenedPack,
  after: OpenedPack,
  options: ComparisonOptions,
): Difference[] {
  const { now, isPublic } = options;
  const [old, fresh] = [answersOf(before, options), answersOf(after, options)];
  const oldLists = otherLists(before, old, fresh, renamedMembers(old, fresh));
  const freshLists = otherLists(after, old, fresh);
  const zones = new Map(
    [...before.index.groups, ...after.index.groups].map(({ slug, timezone }) => [slug, timezone]),
  );
  const names = new Set([oldLists, freshLists, old, fresh].flatMap((lists) => [...lists.keys()]));
  const items = [...names].flatMap((name): Difference[] => {
    const [group, kind] = name.split("/") as [string, string];
    const [was, is] = [old.get(name), fresh.get(name)];
    const difference = (change: ItemChange): Difference => ({
      ...change,
      before: was?.get(change.former_id ?? change.id),
      after: is?.get(change.id),
      zone: zones.get(group)!,
    });
    const [from, to] = [oldLists.get(name), freshLists.get(name)];
    const changed = from ?? to ? compareLists(from, to, isPublic ? now : Infinity) : [];
    const changes = changed.map(difference);
    if (kind === "setlist") return changes;
    const told = new Set(changes.map(({ id }) => id));
    const isSeen = (item: AnsweredItem | undefined) =>
      item !== undefined && !(isPublic && item.from !== undefined);
    const others = [...is ?? []]
      .filter(([id, item]) => !told.has(id) && isSeen(item) && isSeen(was?.get(id)))
      .map(([id]) => difference({ group, kind, id, change: "changed", fields: [] }));
    return [...changes, ...others].flatMap(answeredOtherwise);
  });
  return [...compareSites(before, after), ...items.sort(byName)];
}

/** Leaves out what answers do not show, and adds the fields that no file names. */
function answeredOtherwise(difference: Difference): Difference[] {
  const { before, after, change, fields } = difference;
  if (change !== "changed" || before === undefined || after === undefined) return [difference];
  if (!isOther(before, after)) return [];
  const isRenamed = `${before.formerSlugs}` !== `${after.formerSlugs}`;
  const more = [
    ...(before.from === after.from ? [] : ["publish_at"]),
    ...(isRenamed && !fields.includes("id") ? ["former_slugs"] : []),
  ];
  return [{ ...difference, fields: [...fields, ...more] }];
}

function isOther(one: AnsweredItem, other: AnsweredItem): boolean {
  return one.text !== other.text || `${one.formerSlugs}` !== `${other.formerSlugs}`;
}

function answersOf(pack: OpenedPack, options: ComparisonOptions): Answers {
  return new Map(
    pack.index.groups.flatMap((group) =>
      [...answeredItems(pack, group, options)].map(([kind, items]) =>
        [`${group.slug}/${kind}`, items] as const
      )
    ),
  );
}

/** The members who have another slug since, by the former one: who names them names the same. */
function renamedMembers(before: Answers, after: Answers): ReadonlyMap<string, string> {
  return new Map([...after].flatMap(([name, items]) => {
    if (!name.endsWith("/member")) return [];
    const isGone = (slug: string) => before.get(name)?.has(slug) && !items.has(slug);
    return [...items.values()].flatMap(({ id, formerSlugs }) =>
      formerSlugs.filter(isGone).map((slug) => [slug, id] as const)
    );
  }));
}

/** What content says of the items of a pack that are not answered the same by the other. */
function otherLists(
  pack: OpenedPack,
  before: Answers,
  after: Answers,
  renamed?: ReadonlyMap<string, string>,
): ListIndex {
  const isWanted = (group: string, kind: ItemKind, id: string) => {
    const [was, is] = [before, after].map((answers) => answers.get(`${group}/${kind}`)?.get(id));
    return was === undefined || is === undefined || isOther(was, is);
  };
  return indexLists(
    pack.index.groups.flatMap((group) => [
      ...readItems(pack, group, (kind, id) => isWanted(group.slug, kind, id), renamed),
    ]),
  );
}

const GROUP_FIELDS = [
  ...["name", "family", "timezone", "language", "leapDay", "public", "image", "accounts"] as const,
  ...["aliases", "profiles", "showsComplete"] as const,
];

/** What is no item: the site, its plans, and the groups themselves. */
function compareSites({ index: before }: OpenedPack, { index: after }: OpenedPack): Difference[] {
  const groups = new Set([...before.groups, ...after.groups].map(({ slug }) => slug));
  return [
    ...compareFields("", "site", "site", before.site, after.site),
    ...compareFields("", "plans", "plans", before.plans, after.plans),
    ...[...groups].flatMap((slug) => {
      const [from, to] = [before, after].map(({ groups }) => headOf(groups, slug));
      return compareFields(slug, "group", slug, from, to);
    }),
  ];
}

function headOf(groups: readonly GroupIndex[], slug: string): object | undefined {
  const group = groups.find((one) => one.slug === slug);
  return group && Object.fromEntries(GROUP_FIELDS.map((field) => [field, group[field]]));
}

function compareFields(
  group: string,
  kind: string,
  id: string,
  from: object | undefined,
  to: object | undefined,
): Difference[] {
  const [before, after] = [from, to].map((one) =>
    one && { id, text: "", formerSlugs: [], value: () => ({ ...one }) }
  );
  const [old, fresh] = [from, to].map((one) => new Map(Object.entries(one ?? {})));
  const fields = [...new Set([...old!.keys(), ...fresh!.keys()])]
    .filter((name) => JSON.stringify(old!.get(name)) !== JSON.stringify(fresh!.get(name)));
  if (fields.length === 0) return [];
  const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const told = change === "changed" ? fields : [];
  return [{ group, kind, id, change, fields: told, before, after, zone: "UTC" }];
}

function byName(a: Difference, b: Difference): number {
  const [one, other] = [a, b].map(({ group, kind, id }) => `${group}\0${kind}\0${id}`);
  return compareTexts(one!, other!);
}
