import type { KeyRecord } from "../../access/records/key_store.ts";
import { foldText } from "../../model/fold_text.ts";
import type { CommandArguments, CommandDeps, CommandPage, Option } from "../command/command.ts";
import { KEY_STATES, type MeteredKey, stateOf } from "./keys.ts";
import { PLAN, readCountOption, readKnown } from "./options.ts";

/** What lists of keys can be sorted by. */
export const KEY_SORTS = [
  "created",
  "owner",
  "plan",
  "state",
  "used",
  "expires",
  "hint",
  "id",
] as const;
export type KeySort = (typeof KEY_SORTS)[number];

const ORDERS = ["asc", "desc"] as const;

/** The options that select keys. */
export const SELECTION: Readonly<Record<string, Option>> = {
  search: {
    valueName: "words",
    description: "only keys that have all these words in owner, e-mail, id, hint or plan; " +
      "case and accents do not matter",
  },
  plan: { ...PLAN, description: "only keys of this plan" },
  state: {
    valueName: "state",
    description: `only keys that are this: ${KEY_STATES.join(", ")}`,
    choices: KEY_STATES,
  },
  near: {
    valueName: "percent",
    description: "only keys that have used at least this part of their limit",
  },
  signup: { description: "only keys that somebody signed up for" },
  sort: {
    valueName: "name",
    description: `the order: ${KEY_SORTS.join(", ")}; created if left out`,
    choices: KEY_SORTS,
  },
  order: {
    valueName: "asc|desc",
    description: "asc, the smallest first, if left out; or desc",
    choices: ["asc", "desc"],
  },
  page: { valueName: "number", description: "which page, counted from 1" },
  perpage: {
    valueName: "number",
    description: "how many keys a page has; all if left out, from a server 1000, which is the most",
  },
};

/** The options that a link to another page of the list repeats. */
const REPEATED = ["search", "plan", "state", "near", "signup", "sort", "order", "days"];

/** Keys, with their use if it was asked for, and which page of how many they are. */
export interface SelectedKeys {
  readonly keys: readonly MeteredKey[];
  readonly page: CommandPage | undefined;
}

/** A server that lists has callers to answer beside it. */
const FROM_A_SERVER = 1000;

/** Selects keys as {@linkcode SELECTION} says, and reads what they have used if it is needed. */
export async function selectKeys(
  deps: CommandDeps,
  input: CommandArguments,
  withUsage: boolean,
): Promise<SelectedKeys> {
  const { store, clock, meter } = deps;
  const asked = readPage(deps, input);
  const sort = readKnown("sort", input.text("sort") ?? "created", KEY_SORTS);
  const isDescending = readKnown("order", input.text("order") ?? "asc", ORDERS) === "desc";
  const now = clock.now();
  const isMeant = readConditions(input, now);
  const meterAll = async (keys: readonly KeyRecord[]): Promise<MeteredKey[]> => {
    const statuses = await meter.quotaStatuses(keys);
    return keys.map((key, index) => ({ key, quotaStatus: statuses[index] }));
  };
  const bare = (await store.keys.list()).filter((key) => isMeant.every((isMet) => isMet(key)));
  const near = readCountOption(input, "near", { least: 1, most: 100, absent: 0 });
  const isByUse = sort === "used" || near > 0;
  const metered = isByUse
    ? await meterAll(bare)
    : bare.map((key) => ({ key, quotaStatus: undefined }));
  const chosen = near === 0
    ? metered
    : metered.filter(({ quotaStatus: status }) =>
      status !== undefined && status.used * 100 >= status.limit * near
    );
  const sorted = sortBy(chosen, (key) => sortValue(key, sort, now));
  const { keys, page } = cut(isDescending ? sorted.toReversed() : sorted, asked, input);
  return { keys: withUsage && !isByUse ? await meterAll(keys.map(({ key }) => key)) : keys, page };
}

/** Sorted by a value, those that have the same one as they came. */
function sortBy<T>(items: readonly T[], valueOf: (item: T) => string | number): readonly T[] {
  return items.map((item) => ({ item, value: valueOf(item) }))
    .sort(({ value: a }, { value: b }) => a < b ? -1 : a > b ? 1 : 0)
    .map(({ item }) => item);
}

function sortValue({ key, quotaStatus }: MeteredKey, sort: KeySort, now: number): string | number {
  switch (sort) {
    case "created":
      return key.createdAt;
    case "owner":
      return keyText(key);
    case "expires":
      return key.expiresAt ?? Infinity;
    case "state":
      return KEY_STATES.indexOf(stateOf(key, now));
    case "used":
      return quotaStatus?.used ?? -1;
    case "plan":
    case "hint":
    case "id":
      return key[sort];
  }
}

/** The words of a key by which it is found, folded: the owner is first. */
function keyText({ owner, email, id, hint, plan }: KeyRecord): string {
  return [owner, email, id, hint, plan].map(foldText).join("\n");
}

type AskedPage = { readonly page: number; readonly perpage: number } | undefined;

function readPage({ files }: CommandDeps, input: CommandArguments): AskedPage {
  const isHere = files !== undefined;
  const most = isHere ? 1_000_000 : FROM_A_SERVER;
  const page = readCountOption(input, "page", { least: 1, most: 1_000_000, absent: 1 });
  const perpage = readCountOption(input, "perpage", { least: 1, most, absent: FROM_A_SERVER });
  const isAsked = input.text("page") !== undefined || input.text("perpage") !== undefined;
  return isHere && !isAsked ? undefined : { page, perpage };
}

function cut<T>(
  all: readonly T[],
  asked: AskedPage,
  input: CommandArguments,
): { keys: readonly T[]; page: CommandPage | undefined } {
  if (asked === undefined) return { keys: all, page: undefined };
  const { page, perpage } = asked;
  const from = (page - 1) * perpage;
  const total_pages = Math.ceil(all.length / perpage);
  const counts = { ...asked, total_count: all.length, total_pages };
  const filters = Object.fromEntries(REPEATED.map((name) => [name, input.text(name)]));
  return { keys: all.slice(from, from + perpage), page: { counts, filters } };
}

type Condition = (key: KeyRecord) => boolean;

/** What a key has to be. */
function readConditions(input: CommandArguments, now: number): readonly Condition[] {
  const [plan, state, search] = ["plan", "state", "search"].map((name) => input.text(name));
  const conditions: Condition[] = [];
  if (plan !== undefined) conditions.push((key) => key.plan === plan);
  if (state !== undefined) {
    const wanted = readKnown("state", state, KEY_STATES);
    conditions.push((key) => stateOf(key, now) === wanted);
  }
  if (input.has("signup")) conditions.push(({ signup }) => signup !== undefined);
  if (search !== undefined) {
    const words = foldText(search).split(" ");
    conditions.push((key) => {
      const text = keyText(key);
      return words.every((word) => text.includes(word));
    });
  }
  return conditions;
}
