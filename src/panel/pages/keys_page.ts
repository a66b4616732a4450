import type { KeyDayUsage } from "../../admin/commands/key_list.ts";
import type { KeyView } from "../../admin/commands/keys.ts";
import type { CommandPage } from "../../admin/command/command.ts";
import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { badge, formField, notice, numberCards, pager, recordTable } from "../../page/parts.ts";
import { numberWords, plot, type PlotLine } from "../../page/plot.ts";
import { keyPath, type PageContext, PANEL_PATHS, type PanelPage, when } from "../page_context.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/** Counts keys that open something at an instant (epoch ms) and at the ends of the `days` before it. */
export function countKeys(keys: readonly KeyRecord[], now: number, days: number) {
  const live = keys.filter((key) => isLive(key, now));
  const byPlan = Map.groupBy(live, ({ plan }) => plan);
  const instants = Array.from({ length: days }, (_, n) => now - (days - 1 - n) * DAY_MS);
  return {
    live: live.length,
    /** The plan with most first. */
    byPlan: [...byPlan].map(([plan, { length }]) => [plan, length] as const)
      .sort(([, one], [, other]) => other - one),
    /** How many there were at the end of each day, the present instant last. */
    history: instants.map((at) =>
      keys.filter((key) => key.createdAt <= at && wasLive(key, at)).length
    ),
  };
}

/** A key that was revoked later opened something at an earlier instant. */
function wasLive(key: KeyRecord, at: number): boolean {
  const { revokedAt = Infinity, expiresAt = Infinity } = key;
  return revokedAt > at && expiresAt > at;
}

/** A plot has no more lines; what is beyond goes into the last one. */
const MAX_LINES = 4;
/** From this part of its limit on a key is near it. */
const NEAR_SHARE = 0.8;

/** Whether a key opens anything, and whether it is near its limit. */
export function keyState(key: KeyView, now: number): Html {
  if (key.revoked_at !== null) return badge("plain", "revoked");
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now) {
    return badge("plain", "expired");
  }
  const { used, limit } = key;
  if (used === null || limit === null || used < limit * NEAR_SHARE) return badge("good", "active");
  return used >= limit ? badge("bad", "used up") : badge("warn", "near its limit");
}

/** What a key has used of its limit. */
export function usedWords({ used, limit }: Pick<KeyView, "used" | "limit">): string {
  if (used === null || limit === null) return "not counted";
  return `${numberWords(used)} of ${numberWords(limit)}`;
}

/** The use of keys as one line for each plan, the busiest first, over all days between the first and the last. */
function planUse(usage: readonly KeyDayUsage[]): { days: string[]; lines: PlotLine[] } {
  const days = daysBetween(usage.map(({ day }) => day).sort());
  const sums = [...Map.groupBy(usage, ({ plan }) => plan)].map(([name, rows]) => {
    const values = days.map((day) =>
      sum(rows.filter((row) => row.day === day).map(({ used }) => used))
    );
    return { name, values };
  }).sort((one, other) => sum(other.values) - sum(one.values));
  if (sums.length <= MAX_LINES) return { days, lines: sums };
  const rest = sums.slice(MAX_LINES - 1);
  const values = days.map((_, at) => sum(rest.map((line) => line.values[at]!)));
  return { days, lines: [...sums.slice(0, MAX_LINES - 1), { name: "other plans", values }] };
}

function daysBetween(sorted: readonly string[]): string[] {
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

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
    : await context.read<readonly KeyDayUsage[]>("key usage", "all", {
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
    }${plans(all.byPlan)}<h2>${isAll ? "All keys" : "Keys found"}</h2>${searchForm(search, near)}${
      keyTable(context, keys, isAll)
    }${pages({ search, near }, counts)}${
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
    note: count === 1 ? "active key" : "active keys",
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

function pages(
  filters: { search: string; near: string },
  counts: CommandPage["counts"],
): HtmlValue {
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

function use(usage: readonly KeyDayUsage[]): HtmlValue {
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
