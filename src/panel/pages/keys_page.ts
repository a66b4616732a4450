import type { KeyDayUsage } from "../../admin/commands/key_list.ts";
import { KEY_SORTS, type KeySort } from "../../admin/commands/key_selection.ts";
import { KEY_STATES, type KeyView } from "../../admin/commands/keys.ts";
import type { CommandPage } from "../../admin/command/command.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import {
  badge,
  formField,
  hiddenField,
  notice,
  numberCards,
  pager,
  recordTable,
} from "../../page/parts.ts";
import { numberWords, plot } from "../../page/plot.ts";
import { keyPath, onDay, type PageContext, PANEL_PATHS, type PanelPage } from "../page_context.ts";
import { countPlans, planUse } from "./key_counts.ts";

/** From this part of its limit on a key is near it. */
const NEAR_SHARE = 0.8;

/** Whether a key opens anything, and whether it is near its limit. */
export function keyState(key: KeyView, now: number): Html {
  if (key.revoked_at !== null) return badge("plain", "revoked");
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now) {
    return badge("plain", "expired");
  }
  if (key.plan_unknown) return badge("bad", "plan is gone");
  const { used, limit } = key;
  if (used === null || limit === null || used < limit * NEAR_SHARE) return badge("good", "active");
  return used >= limit ? badge("bad", "used up") : badge("warn", "near its limit");
}

/** What a key has used of its limit. */
export function usedWords({ used, limit }: Pick<KeyView, "used" | "limit">): string {
  if (used === null || limit === null) return "not counted";
  return `${numberWords(used)} of ${numberWords(limit)}`;
}

function usedOnTwoLines({ used, limit }: KeyView): HtmlValue {
  if (used === null || limit === null) return "not counted";
  return html`${numberWords(used)}<br><span class="small">of ${numberWords(limit)}</span>`;
}

const PER_PAGE = 25;
const DAYS = 30;
const NEAR = [["", "Any use"], ["80", "80 % and more"], ["100", "Used up"]] as const;
const STATE_NAMES = { live: "Active", expired: "Expired", revoked: "Revoked" } as const;
const STATES = [["", "Any state"], ...KEY_STATES.map((state) => [state, STATE_NAMES[state]])] as [
  string,
  string,
][];

interface ListState {
  readonly search: string;
  readonly plan: string;
  readonly state: string;
  readonly near: string;
  /** "true": those alone that somebody signed up for. */
  readonly signup: string;
  readonly sort: KeySort;
  readonly order: "asc" | "desc";
  readonly page: string;
}

/** What goes without saying. */
const PLAIN: ListState = {
  search: "",
  plan: "",
  state: "",
  near: "",
  signup: "",
  sort: "created",
  order: "asc",
  page: "1",
};

/** Reads the page's address; what cannot be used there is as if left out. */
function readState({ query, index }: PageContext): ListState {
  const text = (name: string) => query.get(name)?.[0]?.trim() ?? "";
  const one = <N extends string>(name: string, names: readonly N[]) =>
    names.find((known) => known === text(name));
  const page = text("page");
  return {
    search: text("search"),
    plan: one("plan", Object.keys(index.plans)) ?? "",
    state: one("state", KEY_STATES) ?? "",
    near: one("near", NEAR.map(([near]) => near)) ?? "",
    signup: one("signup", ["true"]) ?? "",
    sort: one("sort", KEY_SORTS) ?? PLAIN.sort,
    order: one("order", ["asc", "desc"] as const) ?? PLAIN.order,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : PLAIN.page,
  };
}

function addressOf(state: ListState): string {
  const given = Object.entries(state).filter(([name, text]) =>
    text !== PLAIN[name as keyof ListState]
  );
  return given.length === 0
    ? PANEL_PATHS.keys
    : `${PANEL_PATHS.keys}?${new URLSearchParams(given)}`;
}

/** `/admin/keys`: keys by plan, a search, a page of what it found, and their use. */
export async function keysPage(context: PageContext): Promise<PanelPage> {
  const state = readState(context);
  const options = { ...state, perpage: `${PER_PAGE}` };
  const { value: keys, counts } = await context.readPage<readonly KeyView[]>("key list", options);
  const usage = keys.length === 0
    ? []
    : await context.read<readonly KeyDayUsage[]>("key usage", "all", {
      ...options,
      days: `${DAYS}`,
    });
  const isAll = addressOf({ ...state, page: "1", sort: "created", order: "asc" }) ===
    PANEL_PATHS.keys;
  const heading = isAll ? "All keys" : `Keys found: ${numberWords(counts.total_count)}`;
  return {
    title: "Keys",
    main: html`<h1>Keys</h1>${
      context.isOn &&
      html`<p><a href="${`${PANEL_PATHS.keys}/issue`}">Issue a key</a></p>`
    }<p><a href="${PANEL_PATHS.signup}">Sign-up</a></p>${plans(context)}<h2>${heading}</h2>${
      searchForm(context, state)
    }${keyTable(context, state, keys, isAll)}${pages(state, counts)}${
      keys.length > 0 && html`<h2>Use of the keys above</h2>${use(usage)}`
    }`,
  };
}

function plans({ keys, now }: PageContext): HtmlValue {
  const byPlan = countPlans(keys(), now);
  if (byPlan.length === 0) return undefined;
  return numberCards(byPlan.map(([plan, count]) => ({
    name: plan,
    href: addressOf({ ...PLAIN, plan, state: "live" }),
    value: numberWords(count),
    note: count === 1 ? "active key" : "active keys",
  })));
}

function searchForm({ index }: PageContext, state: ListState): Html {
  const { search, plan, near, sort, order } = state;
  const planNames = Object.keys(index.plans).map((name) => [name, name] as const);
  const isPlain = addressOf({ ...PLAIN, sort, order }) === addressOf({ ...state, page: "1" });
  return html`
    <form method="get" action="${PANEL_PATHS.keys}"
      role="search">${formField({
        name: "search",
        label: "Owner, e-mail, id or hint",
        type: "search",
        value: search,
      })}${formField({
        name: "plan",
        label: "Plan",
        value: plan,
        choices: [["", "Any plan"], ...planNames],
      })}${formField({
        name: "state",
        label: "State",
        value: state.state,
        choices: STATES,
      })}${formField({ name: "near", label: "Used", value: near, choices: NEAR })}${sort !==
          PLAIN.sort && hiddenField("sort", sort)}${order !== PLAIN.order &&
        hiddenField("order", order)}<button>Search</button>${!isPlain &&
        html`
          <a href="${addressOf({ ...PLAIN, sort, order })}">Show all keys</a>
        `}</form>
  `;
}

function keyTable(
  context: PageContext,
  state: ListState,
  keys: readonly KeyView[],
  isAll: boolean,
): Html {
  const sorting = (sort: KeySort) => {
    const isBy = sort === state.sort;
    const order = isBy && state.order === "asc" ? "desc" : "asc";
    return {
      href: addressOf({ ...state, sort, order, page: "1" }),
      sorted: isBy ? `${state.order}ending` as const : undefined,
    };
  };
  const madeOn = ({ created_at }: KeyView) =>
    created_at === null ? "" : onDay(context, Date.parse(created_at));
  return recordTable<KeyView>(
    "Keys",
    [
      {
        name: "Owner",
        ...sorting("owner"),
        cell: ({ id, owner, email }) =>
          html`<a href="${keyPath(id)}">${owner || id}</a><br><span class="small">${email}</span>`,
      },
      { name: "State", ...sorting("state"), cell: (key) => keyState(key, context.now) },
      { name: "Used", ...sorting("used"), isNumber: true, cell: usedOnTwoLines },
      {
        name: "Key",
        ...sorting("hint"),
        cell: ({ hint }) => html`<code>${hint}</code>`,
      },
      { name: "Plan", ...sorting("plan"), cell: ({ plan }) => plan },
      { name: "Made", ...sorting("created"), cell: madeOn },
      {
        name: "Last day",
        ...sorting("expires"),
        // A key that ends with a day ends at midnight.
        cell: ({ expires_at }) =>
          expires_at === null ? "none" : onDay(context, Date.parse(expires_at) - 1),
      },
    ],
    keys,
    isAll ? noKeys(context) : "No key is like this. Other words, or fewer of them, may find it.",
  );
}

function noKeys({ isOn }: PageContext): HtmlValue {
  return isOn
    ? html`There are no keys yet. <a href="${`${PANEL_PATHS.keys}/issue`}">Issue one</a>.`
    : html`There are no keys yet. <code>deno task admin key issue</code> makes one.`;
}

function pages(state: ListState, counts: CommandPage["counts"]): HtmlValue {
  const { page, perpage, total_count, total_pages } = counts;
  if (total_pages < 2) return undefined;
  const at = (number: number) => addressOf({ ...state, page: `${number}` });
  return pager({
    first: Math.min(total_count, (page - 1) * perpage + 1),
    last: Math.min(total_count, page * perpage),
    total: total_count,
    previous: page > 1 ? at(Math.min(total_pages, page - 1)) : undefined,
    next: page < total_pages ? at(page + 1) : undefined,
  });
}

function use(usage: readonly KeyDayUsage[]): HtmlValue {
  if (usage.length === 0) {
    return notice("info", html`<p>None of them was used in the last ${DAYS} days.</p>`);
  }
  const { days, lines } = planUse(usage);
  const period = days.length === 1 ? days[0]! : `${days[0]} to ${days.at(-1)}`;
  return plot({ title: "Requests a day by plan", period, points: days, lines });
}
