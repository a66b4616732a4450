import type { KeyRecord } from "../../access/records/key_store.ts";
import { foldText } from "../../model/fold_text.ts";
import type { QuotaStatus } from "../../quota/usage.ts";
import { wholeNumberText } from "../../toolbox/text_reader.ts";
import {
  command,
  type CommandDeps,
  type CommandEnv,
  type CommandOutcome,
  type Options,
  type Values,
} from "../command/command.ts";
import { KEY_STATES, keyView, stateOf } from "./keys.ts";
import { count, oneOf, PLAN, TEXT } from "./options.ts";

/** A key and its quota's state; undefined: its plan has none. */
interface MeteredKey {
  readonly key: KeyRecord;
  readonly status: QuotaStatus | undefined;
}

type SortValue = (metered: MeteredKey, now: number) => string | number;

/** What lists of keys can be sorted by. */
const SORT_VALUES = {
  created: ({ key }) => key.createdAt,
  owner: ({ key }) => keyText(key),
  plan: ({ key }) => key.plan,
  state: ({ key }, now) => KEY_STATES.indexOf(stateOf(key, now)),
  used: ({ status }) => status?.used ?? -1,
  expires: ({ key }) => key.expiresAt ?? Infinity,
  hint: ({ key }) => key.hint,
  id: ({ key }) => key.id,
} satisfies Record<string, SortValue>;
const SORTS = Object.keys(SORT_VALUES) as (keyof typeof SORT_VALUES)[];

/** A server that lists has callers to answer beside it. */
const FROM_A_SERVER = 1000;

/** The options that select keys. */
export const SELECTION = {
  search: {
    valueName: "words",
    description: "only keys that have all these words in owner, e-mail, id, hint or plan; " +
      "case and accents do not matter",
    reader: TEXT,
  },
  plan: {
    valueName: "plan",
    description: "only keys of this plan",
    // Keys may have a plan that is not offered any more.
    reader: (env: CommandEnv) => ({ ...PLAN.reader(env), read: TEXT.read }),
  },
  state: {
    valueName: "state",
    description: `only keys that are this: ${KEY_STATES.join(", ")}`,
    reader: oneOf(KEY_STATES),
  },
  signup: { description: "only keys that somebody signed up for" },
  sort: {
    valueName: "name",
    description: `the order: ${SORTS.join(", ")}; created if left out`,
    reader: oneOf(SORTS),
  },
  order: {
    valueName: "asc|desc",
    description: "asc, the smallest first, if left out; or desc",
    reader: oneOf(["asc", "desc"]),
  },
  page: count(1, 1_000_000, "which page, counted from 1"),
  perpage: {
    valueName: "number",
    description: "how many keys a page has; all if left out, from a server 1000, which is the most",
    reader: ({ files }: CommandEnv) => wholeNumberText(1, files ? 1_000_000 : FROM_A_SERVER),
  },
} satisfies Options;

type Selection = Values<typeof SELECTION>;

/** `key list` */
export const KEY_LIST = command("key list", {
  description: "Shows all keys, or those that are searched for",
  at: "GET keys",
  always: true,
  showsPersonalData: true,
  none: 'There is no such key; "key issue" makes one.',
  options: SELECTION,
  async run(deps, _, selection) {
    const { keys, ...rest } = await selectKeys(deps, selection);
    // Without keys, no content has to be there.
    const json = keys.map(({ key, status }) => keyView(key, status, deps.content().plans));
    return { json, ...rest };
  },
});

/** Selects keys: filter, sort, slice. `days`: what the links to other pages repeat besides. */
async function selectKeys(
  { store, clock, meter, files }: CommandDeps,
  selection: Selection,
  days?: number,
): Promise<{ readonly keys: readonly MeteredKey[] } & Pick<CommandOutcome, "page" | "notes">> {
  const now = clock.now();
  const { search, plan, state, signup, sort, order } = selection;
  const words = search === undefined ? [] : foldText(search).split(" ");
  const wanted = (await store.keys.list()).filter((key) =>
    (plan === undefined || key.plan === plan) &&
    (state === undefined || stateOf(key, now) === state) &&
    (!signup || key.signup !== undefined) &&
    words.every((word) => keyText(key).includes(word))
  );
  const statuses = await meter.quotaStatuses(wanted);
  const valueOf: SortValue = SORT_VALUES[sort ?? "created"];
  const sorted = wanted.map((key, index) => ({ key, status: statuses[index] }))
    .map((metered) => ({ metered, value: valueOf(metered, now) }))
    .sort(({ value: a }, { value: b }) => a < b ? -1 : a > b ? 1 : 0)
    .map(({ metered }) => metered);
  if (order === "desc") sorted.reverse();
  const isAll = selection.page === undefined && selection.perpage === undefined;
  if (isAll && files !== undefined) return { keys: sorted };

  const { page = 1, perpage = FROM_A_SERVER } = selection;
  const total_count = sorted.length;
  const counts = { page, perpage, total_count, total_pages: Math.ceil(total_count / perpage) };
  const filters = { search, plan, state, signup: signup ? "true" : undefined, sort, order };
  const more = `Page ${page} of ${counts.total_pages} (${total_count} keys); --page shows another.`;
  return {
    keys: sorted.slice((page - 1) * perpage, page * perpage),
    page: { counts, filters: { ...filters, days: days?.toString() } },
    notes: counts.total_pages > 1 ? [more] : [],
  };
}

/** The words of a key by which it is found, folded: the owner is first. */
function keyText({ owner, email, id, hint, plan }: KeyRecord): string {
  return [owner, email, id, hint, plan].map(foldText).join("\n");
}

/** What selected keys have used: a row for each key and day on which it was used. */
export async function usageOfAll(
  deps: CommandDeps,
  selection: Selection,
  days: number,
): Promise<CommandOutcome> {
  const { keys, ...rest } = await selectKeys(deps, selection, days);
  const rows: object[] = [];
  for (const { key } of keys) {
    const { id, owner, email, plan } = key;
    const used = (await deps.meter.usage(key, days)).filter(({ used }) => used > 0);
    rows.push(...used.map(({ day, used }) => ({ id, owner, email, plan, day, used })));
  }
  return { json: rows, ...rest };
}
