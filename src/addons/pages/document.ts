import { html } from "../../page/html.ts";
import type { Catalog, Content, Group } from "../../catalog/catalog.ts";
import { type Answer, createAnswer, type Freshness } from "../../http/answer.ts";
import type { HttpError } from "../../http/http_error.ts";
import { hasPages } from "../../model/enums.ts";
import { layout, type Navigation } from "../../page/layout.ts";
import type { Page } from "../../routes/route.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import type { Feed } from "./feeds.ts";
import { type PagePaths, publicPaths } from "./paths.ts";
import { homeSite, searchForm, ways } from "./site.ts";
import { dataBlock, type StructuredData } from "./structured_data.ts";
import { beginningOf, type GroupPage, type View } from "./view.ts";
import { type PageWords, wordsOf } from "./words/words.ts";

/** What surrounds a public page. */
export interface PublicFrame {
  readonly site: Catalog["index"]["site"];
  /** The page's own path, with its query. */
  readonly path: string;
  readonly type?: "profile" | "article";
  readonly feeds: readonly Feed[];
  readonly data?: StructuredData | undefined;
}

/** Makes a whole document of a page: with its canonical address, Open Graph and JSON-LD. */
export function publicDocument(
  { read: { group }, words, paths, base }: View,
  { title, description, image, hero, main }: GroupPage,
  { site, path, type = "website" as never, feeds, data }: PublicFrame,
): string {
  return layout({
    title: title.includes(group.name) ? title : `${title} · ${group.name}`,
    site,
    path,
    description,
    hero,
    main,
    lang: words.language,
    words: words.layout,
    navigation: navigation(words, paths, group.name),
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
const NAME_LENGTH = 24;

function navigation(words: PageWords, paths: PagePaths, name: string): Navigation {
  return [
    ["/", words.start],
    [paths.group, beginningOf(name, NAME_LENGTH)],
    [paths.members, words.members],
    [paths.news(1), words.articles],
  ];
}

/** An address of content that leads somewhere from everywhere; undefined if it is empty or no web address. */
export function absoluteAddress(base: string, address: string | undefined): string | undefined {
  if (!address) return undefined;
  const whole = /^\/(?!\/)/.test(address) ? `${base}${address}` : address;
  return /^https?:\/\//i.test(whole) ? URL.parse(whole)?.href : undefined;
}

/** How long clients and shared caches may keep a page, in seconds. */
const MAX_AGE_S = 30;

const encoder = new TextEncoder();

/** Answers with a page for everybody. */
export function pageAnswer(page: string, holds: Freshness, headers = PAGE_HEADERS): Answer {
  return createAnswer(encoder.encode(page), { ...holds, maxAge: MAX_AGE_S }, {
    contentType: "text/html; charset=utf-8",
    forEverybody: true,
    headers,
  });
}

/** The same for one person alone: no cache keeps it. */
export function forOne({ forEverybody: _, ...answer }: Answer): Answer {
  return { ...answer, maxAge: 0 };
}

/** Explains to a browser, in the group's language, why there is no page of it. */
export function groupRefusal(
  { index: { site } }: Pick<Catalog, "index">,
  { code, message, details }: HttpError,
  group?: Group,
): Page {
  const words = wordsOf(group?.language ?? "en");
  const [title, text] = code === "GONE"
    ? [words.goneTitle, words.gone]
    : code === "INVALID_PARAMETER"
    ? [words.refusedTitle, words.refused(details.after?.["hint"] ?? message)]
    : [words.nowhereTitle, words.nowhere];
  const page = layout({
    title,
    site,
    lang: words.language,
    path: "",
    description: text,
    words: words.layout,
    navigation: group === undefined
      ? [["/", words.start]]
      : navigation(words, publicPaths(group.slug), group.name),
    head: html`<meta name="robots" content="noindex">\n`,
    hero: html`
      <h1>${title}</h1>
      <p>${text}</p>
    `,
    main: ways(group === undefined ? [WAYS[0]] : waysInto(group, words)),
  });
  return { text: page, headers: PAGE_HEADERS };
}

function waysInto({ slug, name, language }: Group, words: PageWords) {
  const paths = publicPaths(slug);
  return [
    [paths.group, html`<span lang="${language}">${name}</span>`, words.aboutGroup(name)],
    [paths.members, words.members, words.aboutMembers(name)],
    [paths.news(1), words.articles, words.articlesOf(name)],
  ] as const;
}

/** What is said of refusals, by status, and what is to be done then. */
const WORDS: Readonly<Record<number, readonly [heading: string, remedy?: string]>> = {
  404: ["There is no page here", "The address may be written wrongly, or the page was taken away."],
  405: ["Nothing can be sent here", "This page can be read, and takes no form."],
  414: ["This address is too long"],
  429: [
    "Too many requests",
    "Too many requests have come from your network. Load the page again in a minute.",
  ],
  500: ["Something failed here"],
  503: ["Not at this moment", "Load the page again in a moment."],
};

const WAYS = [
  ["/", "Home", "What is on today."],
  ["/docs", "Documents", "How to ask for the data."],
  ["/docs/reference", "Reference", "Every endpoint."],
  ["/status", "Status", "How the service is doing."],
] as const;

/** The page by which a browser is refused outside the API: why, and where to go on. */
export function refusalPage(
  content: Pick<Content, "catalog" | "site">,
  { status, message, details: { after } }: HttpError,
  hasSearch: boolean,
): Page {
  const site = homeSite(content);
  const [title, remedy = `${message}.`] = WORDS[status] ?? ["This cannot be shown"];
  const requestId = after?.["request_id"];
  const groups = content.catalog.groups.filter((group) => hasPages(group.public))
    .map(({ slug, name, language }) => {
      const shown = html`<span lang="${language}">${name}</span>`;
      return [publicPaths(slug).group, shown, "The group's own page."] as const;
    });
  const text = layout({
    title,
    site,
    lang: "en",
    path: "",
    description: `${status}: ${message}`,
    hero: html`<p class="small">${status}</p><h1>${title}</h1><p>${remedy}${
      requestId !== undefined &&
      html`
        The log names the cause under the number <code>${requestId}</code>.
      `
    }</p>${status === 404 && site.groups.length > 0 && hasSearch && searchForm()}`,
    main: html`<h2>Where to go from here</h2>${ways([...groups, ...WAYS])}`,
  });
  return { text, headers: PAGE_HEADERS };
}
