import type { KeyRecord } from "../../access/records/key_store.ts";
import { foldText } from "../../model/fold_text.ts";
import { sleep } from "../../platform/clock.ts";
import type { CommandArguments, CommandDeps, CommandPage, Option } from "../command/command.ts";
import { KEY_SORTS, type KeyIndex, keyIndex, keyText } from "./key_index.ts";
import { KEY_STATES, type MeteredKey, stateOf } from "./keys.ts";
import { readCountOption, readKnown } from "./options.ts";

const ORDERS = ["asc", "desc"] as const;

/** The options that select keys. */
export const SELECTION: Readonly<Record<string, Option>> = {
  search: {
    valueName: "words",
    description: "only keys that have all these words in owner, e-mail, id, hint or plan; " +
      "case and accents do not matter",
  },
  plan: { valueName: "plan", description: "only keys of this plan" },
  state: { valueName: "state", description: `only keys that are this: ${KEY_STATES.join(", ")}` },
  near: {
    valueName: "percent",
    description: "only keys that have used at least this part of their limit; a server answers " +
      "by use that is at most 30 s old",
  },
  signup: { description: "only keys that somebody signed up for" },
  sort: {
    valueName: "name",
    description: `the order: ${KEY_SORTS.join(", ")}; created if left out`,
  },
  order: { valueName: "asc|desc", description: "asc, the smallest first, if left out; or desc" },
  page: { valueName: "number", description: "which page, counted from 1" },
  perpage: {
    valueName: "number",
    description: "how many keys a page has; all if left out, from a server 1000, which is the most",
  },
};

/** The options that say which keys come in which order. */
const CONDITIONS = ["search", "plan", "state", "near", "signup", "sort", "order"];
/** The options that a link to another page of the list repeats. */
const REPEATED = [...CONDITIONS, "days"];

/** Keys, with their use if it was asked for, and which page of how many they are. */
export interface SelectedKeys {
  readonly keys: readonly MeteredKey[];
  readonly page: CommandPage | undefined;
}

/** A server that lists has callers to answer beside it. */
const FROM_A_SERVER = 1000;
/** Keys searched between two looks at other work: some 3 ms. */
const SEARCHED_AT_ONCE = 20_000;

/** Selects keys as {@linkcode SELECTION} says, and reads what they have used if it is needed. */
export async function selectKeys(
  deps: CommandDeps,
  input: CommandArguments,
  withUsage: boolean,
): Promise<SelectedKeys> {
  const asked = readPage(deps, input);
  const sort = readKnown("sort", input.text("sort") ?? "created", KEY_SORTS);
  const order = readKnown("order", input.text("order") ?? "asc", ORDERS);
  const index = await keyIndex(deps);
  const question = JSON.stringify(CONDITIONS.map((name) => input.text(name) ?? null));
  const found = await index.found(deps, question, async () => {
    const conditions = await readConditions(deps, input, index);
    const sorted = await index.sorted(deps, sort);
    const ordered = order === "asc" ? sorted : sorted.toReversed();
    return conditions.length === 0 ? ordered : await keysThat(deps, ordered, conditions);
  });
  const { keys, page } = cut(found, asked, input);
  const isMetered = withUsage || sort === "used" || input.text("near") !== undefined;
  if (isMetered) return { keys: await meterKeys(deps, keys), page };
  return { keys: keys.map((key) => ({ key, quotaStatus: undefined })), page };
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

/** What a key has to be, the cheapest to find out first. */
async function readConditions(
  deps: CommandDeps,
  input: CommandArguments,
  index: KeyIndex,
): Promise<readonly Condition[]> {
  const [plan, state, search] = ["plan", "state", "search"].map((name) => input.text(name));
  const near = readCountOption(input, "near", { least: 1, most: 100, absent: 0 });
  const conditions: Condition[] = [];
  if (plan !== undefined) conditions.push((key) => key.plan === plan);
  if (state !== undefined) {
    const wanted = readKnown("state", state, KEY_STATES);
    const now = deps.clock.now();
    conditions.push((key) => stateOf(key, now) === wanted);
  }
  if (input.has("signup")) conditions.push(({ signup }) => signup !== undefined);
  if (near > 0) {
    const uses = await index.uses(deps);
    conditions.push(({ id }) => {
      const status = uses.get(id);
      return status !== undefined && status.used * 100 >= status.limit * near;
    });
  }
  if (search !== undefined) {
    await index.fold(deps);
    const words = foldText(search).split(" ");
    conditions.push((key) => words.every((word) => keyText(key).includes(word)));
  }
  return conditions;
}

async function keysThat(
  { clock }: CommandDeps,
  keys: readonly KeyRecord[],
  conditions: readonly Condition[],
): Promise<readonly KeyRecord[]> {
  const found: KeyRecord[] = [];
  for (let start = 0; start < keys.length; start += SEARCHED_AT_ONCE) {
    if (start > 0) await sleep(clock, 0);
    const some = keys.slice(start, start + SEARCHED_AT_ONCE);
    found.push(...some.filter((key) => conditions.every((isMet) => isMet(key))));
  }
  return found;
}

async function meterKeys(
  { meter }: CommandDeps,
  keys: readonly KeyRecord[],
): Promise<MeteredKey[]> {
  const statuses = await meter.quotaStatuses(keys);
  return keys.map((key, index) => ({ key, quotaStatus: statuses[index] }));
}
