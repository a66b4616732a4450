import type { KeyRecord } from "../../access/records/key_store.ts";
import { foldText } from "../../model/fold_text.ts";
import type { QuotaStatus } from "../../quota/usage.ts";
import { wholeNumberText } from "../../toolbox/text_reader.ts";
import { command, type CommandEnv } from "../command/command.ts";
import { KEY_STATES, keyView, stateOf } from "./keys.ts";
import { count, oneOf, PLAN, TEXT } from "./options.ts";

/** A key and its quota's state; undefined: its plan has none. */
interface MeteredKey {
  readonly key: KeyRecord;
  readonly status: QuotaStatus | undefined;
}

type SortValue = (metered: MeteredKey, now: number) => string | number;

/** What the list can be sorted by. */
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

/** `key list` */
export const KEY_LIST = command("key list", {
  description: "Shows all keys, or those that are searched for",
  at: "GET keys",
  always: true,
  showsPersonalData: true,
  none: 'There is no such key; "key issue" makes one.',
  options: {
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
      description:
        "how many keys a page has; all if left out, from a server 1000, which is the most",
      reader: ({ isLocal }: CommandEnv) => wholeNumberText(1, isLocal ? 1_000_000 : FROM_A_SERVER),
    },
  },
  async run({ store, clock, meter, content, isLocal }, _, options) {
    const now = clock.now();
    const { search, plan, state, signup, sort = "created", order, page = 1 } = options;
    const words = search === undefined ? [] : foldText(search).split(" ");
    const wanted = (await store.keys.list()).filter((key) =>
      (plan === undefined || key.plan === plan) &&
      (state === undefined || stateOf(key, now) === state) &&
      (!signup || key.signup !== undefined) &&
      words.every((word) => keyText(key).includes(word))
    );
    const statuses = await meter.quotaStatuses(wanted);
    const valueOf: SortValue = SORT_VALUES[sort];
    const sorted = wanted.map((key, index) => ({ key, status: statuses[index] }))
      .map((metered) => ({ ...metered, value: valueOf(metered, now) }))
      .sort(({ value: a }, { value: b }) => a < b ? -1 : a > b ? 1 : 0);
    if (order === "desc") sorted.reverse();
    const total_count = sorted.length;
    const perpage = options.perpage ?? (isLocal && page === 1 ? total_count || 1 : FROM_A_SERVER);
    const total_pages = Math.ceil(total_count / perpage);
    const more = `Page ${page} of ${total_pages} (${total_count} keys); --page shows another.`;
    const filters = {
      search,
      plan,
      state,
      signup: signup ? "true" : undefined,
      sort: options.sort,
      order,
    };
    return {
      // Without keys, no content has to be there.
      json: sorted.slice((page - 1) * perpage, page * perpage)
        .map(({ key, status }) => keyView(key, status, content().plans)),
      page: { counts: { page, perpage, total_count, total_pages }, filters },
      notes: total_pages > 1 ? [more] : [],
    };
  },
});

/** The words of a key by which it is found, folded: the owner is first. */
function keyText({ owner, email, id, hint, plan }: KeyRecord): string {
  return [owner, email, id, hint, plan].map(foldText).join("\n");
}
