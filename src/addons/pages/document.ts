import type { Group } from "../../catalog/catalog.ts";
import type { Content } from "../../catalog/content.ts";
import { MAX_SEARCH_LENGTH } from "../../core/search_service.ts";
import { type Answer, createAnswer, type Freshness } from "../../http/answer.ts";
import type { HttpError } from "../../http/http_error.ts";
import { hasPages } from "../../model/enums.ts";
import { type Html, html } from "../../page/html.ts";
import { layout, type Navigation } from "../../page/layout.ts";
import type { Page } from "../../routes/route.ts";
import { PAGE_HEADERS } from "../../page/site_pack.ts";
import { publicPaths } from "./paths.ts";
import { dataBlock } from "./structured_data.ts";
import { absoluteAddress, type GroupPage, shortened, type View } from "./view.ts";
import { type Words, wordsOf } from "./words.ts";

/** The content that is served, and the site with its address. */
export type Served = Pick<Content, "catalog" | "site">;

/** Makes a whole document of a page: with its canonical address, Open Graph and JSON-LD. */
export function publicDocument(
  { read: { group }, words, base, feeds, paths }: View,
  { title, description, image, hero, main, path, up, type, data }: GroupPage,
  { catalog }: Served,
): string {
  const [href, name] = up ?? [paths.group!, group.name];
  const language = up === undefined ? group.language : words.language;
  return layout({
    title: title.includes(group.name) ? title : `${title} · ${group.name}`,
    site: catalog.index.site,
    path,
    description,
    hero: path === paths.group
      ? hero
      : html`<p class="back"><a href="${href}" lang="${language}">← ${name}</a></p>${hero}`,
    main,
    lang: words.language,
    navigation: navigation(words, group),
    card: {
      base,
      type,
      image: absoluteAddress(base, image) ?? absoluteAddress(base, group.image),
      locale: words.language === "id" ? "id_ID" : "en_GB",
    },
    head: data && dataBlock(data),
    alternates: feeds.map(({ path, type }) => ({ href: path, type })),
  });
}

/** So much of a group's name the header has room for, in characters. */
const NAME_LENGTH = 16;

function navigation({ say }: Words, group: Group): Navigation {
  const paths = publicPaths(group);
  return [
    ["/", say`Home`],
    [paths.group!, shortened(group.name, NAME_LENGTH)],
    [paths.members, say`Members`],
    [paths.news(1), say`Articles`],
  ];
}

/** How long clients and shared caches may keep a page, in seconds. */
const MAX_AGE_S = 30;

/** Answers with a page for everybody. */
export function pageAnswer(page: string, holds: Freshness, headers = PAGE_HEADERS): Answer {
  return createAnswer(new TextEncoder().encode(page), { ...holds, maxAge: MAX_AGE_S }, {
    contentType: "text/html; charset=utf-8",
    forEverybody: true,
    headers,
  });
}

/** The same for one person alone: no cache keeps it. */
export function forOne({ forEverybody: _, ...answer }: Answer): Answer {
  return { ...answer, maxAge: 0 };
}

/** Pages to go on to, each with what it is about. */
export function ways(
  pages: readonly (readonly [href: string, name: string | Html, text: string])[],
): Html {
  return html`<ul class="grid">${
    pages.map(([href, name, text]) =>
      html`
        <li class="card">
          <div><a href="${href}">${name}</a><div class="small">${text}</div></div>
        </li>
      `
    )
  }</ul>`;
}

/** The form of a search, with what was asked before. */
export function searchForm({ say }: Words, asked = ""): Html {
  return html`
    <search>
      <form method="get" action="/"><label>${say`Search for a name, song or title`}
        <input type="search" name="q" required maxlength="${MAX_SEARCH_LENGTH}" value="${asked}"></label>
        <button class="main">${say`Search`}</button></form>
    </search>
  `;
}

/** The groups that everybody may search. */
export function searchedGroups({ catalog: { groups } }: Pick<Content, "catalog">): Group[] {
  return groups.filter((group) => group.public !== "none");
}

/**
 * The page by which a browser is refused: why, and where to go on; in the language of the group whose page
 * it asked for.
 */
export function refusalPage(
  content: Served,
  refusal: HttpError,
  hasSearch: boolean,
  group?: Group,
): Page {
  const words = wordsOf(group?.language ?? "en");
  const { say } = words;
  const { status, message, details: { after } } = refusal;
  const [title, text] = reasonOf(words, refusal);
  const requestId = after?.["request_id"];
  const canSearch = hasSearch && searchedGroups(content).length > 0;
  const groups = group === undefined
    ? content.catalog.groups.filter((group) => hasPages(group.public))
    : [group];
  const page = layout({
    title,
    site: content.catalog.index.site,
    lang: words.language,
    path: "",
    description: `${status}: ${message}`,
    navigation: group && navigation(words, group),
    head: html`<meta name="robots" content="noindex">\n`,
    hero: html`<p class="small">${status}</p><h1>${title}</h1><p>${text}${
      requestId !== undefined &&
      html`
        The log names the cause under the number <code>${requestId}</code>.
      `
    }</p>${status < 500 && canSearch && searchForm(words)}`,
    main: html`<h2>${say`Where to go from here`}</h2>${
      ways([
        ...groups.flatMap((one) => waysInto(one, words, group === undefined)),
        ["/", say`Home`, say`What is on today.`],
        ...(group === undefined
          ? [
            ["/docs", "Documents", "How to ask for the data."] as const,
            ["/docs/reference", "Reference", "Each endpoint."] as const,
          ]
          : []),
      ])
    }`,
  });
  return { text: page, headers: PAGE_HEADERS };
}

function waysInto(group: Group, { say }: Words, isOneOfMany: boolean) {
  const { name, language } = group;
  const paths = publicPaths(group);
  const shown = html`<span lang="${language}">${name}</span>`;
  const own = [paths.group!, shown, say`The group's own page.`] as const;
  return isOneOfMany ? [own] : [
    own,
    [paths.members, say`Members`, say`All members of the group.`] as const,
    [paths.news(1), say`Articles`, say`All articles of the group.`] as const,
  ];
}

/** What is said of a refusal, and what is to be done then. */
function reasonOf(
  { say }: Words,
  { status, message, details: { after } }: HttpError,
): readonly [title: string, text: string] {
  const hint = after?.["hint"];
  if (status === 400 && hint !== undefined) {
    return [
      say`Not understood`,
      say`The address asks for something that is not there: ${String(hint)}`,
    ];
  }
  switch (status) {
    case 404:
      return [
        say`There is no page here`,
        say`The address may be mistyped, or the page was removed.`,
      ];
    case 405:
      return [say`Nothing can be sent here`, say`This page can be read, and takes no form.`];
    case 410:
      return [say`Removed`, say`This was removed a short time ago.`];
    case 429:
      return [
        say`Too many requests`,
        say`Too many requests have come from your network. Load the page again in a minute.`,
      ];
    case 503:
      return [say`Not at this moment`, say`Load the page again in a moment.`];
    default:
      return [status === 500 ? "Something failed here" : "This cannot be shown", `${message}.`];
  }
}
