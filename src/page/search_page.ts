import { type Html, html } from "./html.ts";
import { layout } from "./layout.ts";
import { badge, dayList, emptyState, notice } from "./parts.ts";

/** What the front page says of the whole service. */
export interface HomeSite {
  readonly title: string;
  readonly contact: string;
  readonly isDemo: boolean;
  /** On what terms the data may be used; undefined: the operators do not say it. */
  readonly licence: { readonly name: string; readonly address?: string } | undefined;
  readonly attribution: string | undefined;
}

/** What the front page shows of a search; all texts are plain. */
export interface SearchGlance {
  /** What was searched for; undefined: nothing yet. */
  readonly asked: string | undefined;
  /** How long a text may be, in characters. */
  readonly maxLength: number;
  /** How many were found, and the best of them. */
  readonly total: number;
  readonly found: readonly SearchGlanceItem[];
}

/** A thing that was found. */
export interface SearchGlanceItem {
  readonly kind: string;
  readonly title: string;
  readonly lang: string;
  /** The other name that answered the search; undefined: its title did. */
  readonly alias: string | undefined;
  readonly group: string;
  /** When it is or was, in words; undefined: at no time. */
  readonly when: string | undefined;
  /** Where there is more of it; undefined: nowhere for everybody. */
  readonly url: string | undefined;
}

/** The front page with what a search has found, and nothing else. */
export function searchPage(site: HomeSite, search: SearchGlance): string {
  return layout({
    title: search.asked ?? "Search",
    site: site.title,
    lang: "en",
    path: "/",
    description: "What a search has found.",
    main: html`<h1>${site.title}</h1>${searchSection(search)}<p class="small"><a href="/">Everything
      of today</a></p>`,
  });
}

/** Why a search was refused, and the form to search again. */
export function refusedSearchPage(site: HomeSite, search: SearchGlance, why: string): string {
  return layout({
    title: "Search",
    site: site.title,
    lang: "en",
    path: "/",
    description: "Why nothing was searched for.",
    main: html`
      <h1>${site.title}</h1>${notice("warn", why)}${searchSection(search)}<p
        class="small"><a href="/">Everything of today</a></p>
    `,
  });
}

/** The form, and what was found. */
export function searchSection({ asked, maxLength, total, found }: SearchGlance): Html {
  return html`
    <search>
    <form method="get" action="/">
      <label>Search for a name, song or title
      <input type="search" name="q" required maxlength="${maxLength}" value="${asked ??
        ""}"></label>
      <button class="main">Search</button>
    </form>
    ${asked !== undefined && results(asked, total, found)}
    </search>
  `;
}

function results(asked: string, total: number, found: readonly SearchGlanceItem[]): Html {
  if (found.length === 0) {
    return html`${
      emptyState(html`Nothing is called “${asked}”. Try fewer words, or another spelling.`)
    }`;
  }
  const shown = found.length < total ? `The best ${found.length} of ${total}` : `${total} found`;
  return html`<h2>${shown} for “${asked}”</h2>${
    dayList(found.map((item) => ({ when: badge("plain", item.kind), what: resultOf(item) })))
  }`;
}

function resultOf({ title, lang, alias, group, when, url }: SearchGlanceItem): Html {
  const beside = [...(alias === undefined ? [] : [alias]), group, ...(when ? [when] : [])];
  return html`<span lang="${lang}">${
    url === undefined ? html`<strong>${title}</strong>` : html`<a href="${url}">${title}</a>`
  }</span><br><span class="small">${beside.join(" · ")}</span>`;
}
