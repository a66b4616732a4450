import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { notice } from "../../page/parts.ts";
import { numberWords, plot } from "../../page/plot.ts";
import { formField, numberCards, pager, recordTable } from "../../page/records.ts";
import { countKeys } from "../parts/key_counts.ts";
import type { PageContext, PanelPage } from "../parts/page_context.ts";
import { keyPath, PANEL_PATHS } from "../parts/paths.ts";
import { keyState, planUse, usedWords } from "../parts/key_words.ts";
import type { KeyDayView, KeyView } from "../parts/views.ts";
import { when } from "../parts/when.ts";

const PER_PAGE = 25;
/** How many days back the plot of use goes. */
const DAYS = 30;
const NEAR = [["", "All keys"], ["80", "Used 80 % and more"], ["100", "Used up"]] as const;

/** `/admin/keys`: keys by plan, a search, a page of what it found, and their use. */
export async function keysPage(context: PageContext): Promise<PanelPage> {
  const [search = "", near = "", page = "1"] = ["search", "near", "page"].map((name) =>
    context.query.get(name)?.[0]?.trim() ?? ""
  );
  const options = {
    search,
    near,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : "1",
    perpage: `${PER_PAGE}`,
  };
  const { value: keys, counts } = await context.readPage<readonly KeyView[]>("key list", options);
  const usage = keys.length === 0
    ? []
    : await context.read<readonly KeyDayView[]>("key usage", "all", {
      ...options,
      days: `${DAYS}`,
    });
  const all = countKeys(context.keys(), context.now, DAYS);
  const isAll = search === "" && near === "";
  return {
    title: "Keys",
    main: html`<h1>Keys</h1>${
      context.isOn &&
      html`<p><a href="${`${PANEL_PATHS.keys}/issue`}">Issue a key</a></p>`
    }${plans(all.byPlan)}<h2>${isAll ? "All keys" : "Keys that were found"}</h2>${
      searchForm(search, near)
    }${keyTable(context, keys, isAll)}${pages({ search, near }, counts)}${
      keys.length > 0 && html`<h2>Use of the keys above</h2>${use(usage)}`
    }`,
  };
}

function plans(byPlan: readonly (readonly [string, number])[]): HtmlValue {
  if (byPlan.length === 0) return undefined;
  return numberCards(byPlan.map(([plan, count]) => ({
    name: plan,
    href: `${PANEL_PATHS.keys}?${new URLSearchParams({ search: plan })}`,
    value: numberWords(count),
    note: count === 1 ? "key that opens" : "keys that open",
  })));
}

function searchForm(search: string, near: string): Html {
  return html`
    <form method="get" action="${PANEL_PATHS.keys}"
      role="search">${formField({
        name: "search",
        label: "Owner, e-mail, id, hint or plan",
        type: "search",
        value: search,
      })}${formField({
        name: "near",
        label: "Near the limit",
        value: near,
        choices: NEAR,
      })}<button>Search</button></form>
  `;
}

function keyTable(context: PageContext, keys: readonly KeyView[], isAll: boolean): Html {
  return recordTable<KeyView>(
    "Keys",
    [
      { name: "Owner", cell: ({ id, owner }) => html`<a href="${keyPath(id)}">${owner || id}</a>` },
      { name: "State", cell: (key) => keyState(key, context.now) },
      { name: "Used", isNumber: true, cell: usedWords },
      { name: "Key", cell: ({ hint }) => html`<code>${hint}</code>` },
      { name: "Plan", cell: ({ plan }) => plan },
      { name: "Made", cell: ({ created_at }) => when(context, created_at) },
    ],
    keys,
    isAll ? noKeys(context) : "No key has all these words, or is so near its limit.",
  );
}

function noKeys({ isOn }: PageContext): HtmlValue {
  return isOn
    ? html`There are no keys yet. <a href="${`${PANEL_PATHS.keys}/issue`}">Issue one</a>.`
    : html`There are no keys yet. <code>deno task admin key issue</code> makes one.`;
}

function pages(filters: { search: string; near: string }, counts: PageCounts): HtmlValue {
  const { page, perpage, total_count, total_pages } = counts;
  if (total_pages < 2) return undefined;
  const at = (number: number) => {
    const given = Object.entries({ ...filters, page: `${number}` }).filter(([, text]) =>
      text !== ""
    );
    return `${PANEL_PATHS.keys}?${new URLSearchParams(given)}`;
  };
  return pager({
    first: Math.min(total_count, (page - 1) * perpage + 1),
    last: Math.min(total_count, page * perpage),
    total: total_count,
    previous: page > 1 ? at(page - 1) : undefined,
    next: page < total_pages ? at(page + 1) : undefined,
  });
}

type PageCounts = Awaited<ReturnType<PageContext["readPage"]>>["counts"];

function use(usage: readonly KeyDayView[]): HtmlValue {
  if (usage.length === 0) {
    return notice("info", html`<p>None of them was used in the last ${DAYS} days.</p>`);
  }
  const { days, lines } = planUse(usage);
  return plot({
    title: "Requests a day by plan",
    period: `the last ${DAYS} days`,
    points: days,
    lines,
  });
}
