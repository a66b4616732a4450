import { type Html, html, type HtmlValue } from "./html.ts";
import { layout, type ServiceName } from "./layout.ts";
import { emptyState, notice } from "./parts.ts";
import { people } from "./people.ts";

/** What the front page says of the whole service. */
export interface HomeSite extends ServiceName {
  readonly contact: string;
  readonly isDemo: boolean;
  /** The service's address, without a slash at its end. */
  readonly base: string;
  /** The path of a request that has an answer here. */
  readonly example: string;
  /** On what terms the data may be used; undefined: the operators do not say it. */
  readonly licence: { readonly name: string; readonly address?: string } | undefined;
  readonly attribution: string | undefined;
  /** The groups that everybody may search. */
  readonly groups: readonly { readonly name: string; readonly lang: string }[];
}

/** The form of a search. */
export interface SearchForm {
  /** How long a text may be, in characters. */
  readonly maxLength: number;
  /** The text that was searched for; undefined: nothing yet. */
  readonly asked?: string;
}

/** What a page shows of a search; all texts are plain. */
interface SearchGlance extends SearchForm {
  readonly asked: string;
  /** How many were found, and the best of them. */
  readonly total: number;
  readonly found: readonly SearchGlanceItem[];
}

/** A thing that was found. */
export interface SearchGlanceItem {
  readonly kind: keyof typeof KINDS;
  readonly title: string;
  readonly lang: string;
  /** The other name, or the sentence of an article, that answered the search; undefined: its title did. */
  readonly alias: string | undefined;
  readonly group: string;
  readonly picture: string | undefined;
  /** When it is or was, in words; undefined: at no time. */
  readonly when: string | undefined;
  /** Where there is more of it; undefined: nowhere for everybody. */
  readonly url: string | undefined;
}

/** What is searched, by kind: the heading of its findings, and the fields. */
const KINDS = {
  member: ["Members", "members by name and nickname"],
  setlist: ["Setlists", "setlists"],
  song: ["Songs", "songs"],
  show: ["Shows", "shows"],
  news: ["News", "news by title and text"],
  event: ["Events", "events"],
  release: ["Releases", "releases by title"],
} as const;

/** What a search has found, and what it has searched. */
export function searchPage(site: HomeSite, search: SearchGlance): string {
  const { asked, total, found } = search;
  const count = found.length < total ? `The best ${found.length} of ${total}` : `${total} found`;
  const main = total === 0
    ? html`${emptyState(html`Nothing is called “${asked}”.`)}<p>${searched(site)}</p>${TIPS}`
    : html`<p><strong>${count} for “${asked}”.</strong> ${searched(site)}</p>${
      findings(found, site.groups.length === 1)
    }`;
  return searchLayout(site, search, asked, main);
}

/** Why a search was refused, and the form to search again. */
export function refusedSearchPage(site: HomeSite, form: SearchForm, why: string): string {
  const main = html`${notice("warn", html`<p>${why}</p>`)}<p>${searched(site)}</p>`;
  return searchLayout(site, form, "Search", main);
}

function searchLayout(site: HomeSite, search: SearchForm, title: string, main: Html): string {
  return layout({
    title,
    site,
    lang: "en",
    path: "/",
    description: "Members, shows, songs and news by name or title, news by their text too.",
    hero: html`<h1>Search</h1>${searchForm(search)}`,
    main: html`
      <div class="gap">${main}</div>
      <p class="small"><a href="/">Everything of today</a></p>
    `,
  });
}

/** The form. */
export function searchForm({ maxLength, asked }: SearchForm): Html {
  return html`
    <search>
      <form method="get" action="/">
        <label>Search for a name, song or title
      <input type="search" name="q" required maxlength="${maxLength}" value="${asked ??
        ""}"></label>
        <button class="main">Search</button>
      </form>
    </search>
  `;
}

/** Which groups are searched, and which of their fields. */
function searched({ groups }: HomeSite): HtmlValue {
  if (groups.length === 0) {
    return "No group here is shown to everybody, so there is nothing to search without a key.";
  }
  const names = groups.map(({ name, lang }, place) =>
    html`${place > 0 && ", "}<span lang="${lang}">${name}</span>`
  );
  const fields = Object.values(KINDS).map(([, field]) => field);
  return html`Searched: ${names} (${fields.slice(0, -1).join(", ")} and ${
    fields.at(-1)
  }). Groups that need a key are not searched.`;
}

const TIPS = html`
  <ul>
    <li>Write fewer words, or the beginning of one: <em>amar</em> finds Amaryllis.</li>
    <li>A slip in a word of five letters or more is forgiven; in two words it may be too much.</li>
    <li>Write kana or Latin letters: both find the same name. Chinese characters are found as they are
    written.</li>
  </ul>
`;

/** What was found, kind by kind, the kind of the best first. */
function findings(found: readonly SearchGlanceItem[], isOneGroup: boolean): HtmlValue {
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, items]) => {
    const entries = items.map((item) => ({ item, line: lineOf(item, isOneGroup) }));
    return html`<h2>${KINDS[kind][0]}</h2>${
      kind === "member" ? persons(entries) : titles(entries)
    }`;
  });
}

/** A thing that was found, and the line below its title. */
interface Entry {
  readonly item: SearchGlanceItem;
  readonly line: HtmlValue;
}

/** When it is, the other name that was found, and the group if there are several. */
function lineOf({ when, alias, group, lang }: SearchGlanceItem, isOneGroup: boolean): HtmlValue {
  const parts = [
    when,
    alias && html`<span lang="${lang}">${alias}</span>`,
    !isOneGroup && html`<span lang="${lang}">${group}</span>`,
  ].filter(Boolean);
  return parts.length > 0 && parts.map((part, place) => [place > 0 && " · ", part]);
}

function persons(entries: readonly Entry[]): Html {
  return people(entries.map(({ item: { title, url, picture, lang }, line }) => ({
    name: title,
    href: url,
    picture,
    lang,
    line,
  })));
}

function titles(entries: readonly Entry[]): Html {
  return html`<ul class="headlines">${
    entries.map(({ item: { title, url, lang }, line }) =>
      html`<li><span lang="${lang}">${
        url === undefined ? html`<strong>${title}</strong>` : html`<a href="${url}">${title}</a>`
      }</span>${line && html`<br><span class="small">${line}</span>`}</li>`
    )
  }</ul>`;
}
