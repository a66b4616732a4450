import type { Content } from "../../catalog/catalog.ts";
import { MAX_SEARCH_LENGTH } from "../../core/search_service.ts";
import { licenceOf } from "../../model/licence.ts";
import { type Html, html } from "../../page/html.ts";

/** What public pages say of the whole service. */
export type HomeSite = ReturnType<typeof homeSite>;

export function homeSite(
  { catalog: { index, groups: all }, site }: Pick<Content, "catalog" | "site">,
) {
  const { title, contact, base_url, licence, attribution, sunset } = index.site;
  /** The groups that everybody may search. */
  const groups = all.filter((group) => group.public !== "none");
  const [first] = groups;
  return {
    title,
    sunset,
    contact,
    attribution,
    groups,
    isDemo: new URL(base_url).hostname.endsWith(".example"),
    /** The service's address, without a slash at its end. */
    base: (site.ownAddress() ?? base_url).replace(/\/$/, ""),
    /** The path of a request that has an answer here. */
    example: first === undefined ? "/v1/birthdays/upcoming" : `/api/${first.slug}/members`,
    /** On what terms the data may be used; undefined: the operators do not say it. */
    licence: licence === undefined ? undefined : licenceOf(licence),
  };
}

/** Pages to go on to, each with what it is about. */
export function ways(
  pages: readonly (readonly [href: string, name: string | Html, text: string])[],
): Html {
  return html`<ul class="grid">${
    pages.map(([href, name, text]) =>
      html`
        <li class="card">
          <div><a href="${href}"><strong>${name}</strong></a><div class="small">${text}</div></div>
        </li>
      `
    )
  }</ul>`;
}

/** The form of a search, with what was asked before. */
export function searchForm(asked = ""): Html {
  return html`
    <search>
      <form method="get" action="/"><label>Search for a name, song or title
        <input type="search" name="q" required maxlength="${MAX_SEARCH_LENGTH}" value="${asked}"></label>
        <button class="main">Search</button></form>
    </search>
  `;
}
