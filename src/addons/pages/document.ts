import { html } from "../../page/html.ts";
import type { Catalog, Group } from "../../catalog/catalog.ts";
import { type Answer, createAnswer, type Freshness } from "../../http/answer.ts";
import type { HttpError } from "../../http/http_error.ts";
import { layout, type ServiceName } from "../../page/layout.ts";
import type { Page } from "../../routes/route.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import { publicPaths } from "./paths.ts";
import { wordsOf } from "./words/words.ts";
import { dataBlock, type StructuredData } from "./structured_data.ts";
import type { Feed } from "./feeds.ts";
import type { GroupPage, PageView } from "./views/view.ts";

/** What surrounds a public page. */
export interface PublicFrame {
  readonly site: ServiceName;
  /** The service's address, without a slash behind it. */
  readonly base: string;
  /** The page's own path, with its query. */
  readonly path: string;
  readonly type: "website" | "profile" | "article";
  /** Paths of the group's feeds. */
  readonly feeds: readonly Feed[];
  readonly data?: StructuredData | undefined;
}

/** Makes a whole document of a page: with its canonical address, Open Graph and JSON-LD. */
export function publicDocument(view: PageView, page: GroupPage, frame: PublicFrame): string {
  const { read: { group }, words, paths } = view;
  const title = page.title.includes(group.name) ? page.title : `${page.title} · ${group.name}`;
  const { base, type } = frame;
  const image = absoluteAddress(base, page.image) ?? absoluteAddress(base, group.image);
  return layout({
    title,
    site: frame.site,
    lang: words.language,
    path: frame.path,
    description: page.description,
    navigation: [
      ["/", words.start],
      [paths.group, group.name],
      [paths.members, words.members],
      [paths.news(1), words.articles],
    ],
    words: words.layout,
    card: { base, type, image, locale: words.language === "id" ? "id_ID" : "en_GB" },
    head: frame.data && dataBlock(frame.data),
    alternates: frame.feeds.map(({ path, type }) => ({ href: path, type })),
    hero: page.hero,
    main: page.main,
  });
}

/** An address of content that leads somewhere from everywhere; undefined if it is empty or no web address. */
export function absoluteAddress(base: string, address: string | undefined): string | undefined {
  if (!address) return undefined;
  const whole = address.startsWith("/") && !address.startsWith("//")
    ? `${base}${address}`
    : address;
  return /^https?:\/\//i.test(whole) && URL.canParse(whole) ? new URL(whole).href : undefined;
}

/** How long clients and shared caches may keep a page, in seconds. */
const MAX_AGE_S = 30;

/** Answers with a page for everybody. */
export function pageAnswer(page: string, holds: Freshness): Answer {
  return createAnswer(new TextEncoder().encode(page), { ...holds, maxAge: MAX_AGE_S }, {
    contentType: "text/html; charset=utf-8",
    forEverybody: true,
    headers: PAGE_HEADERS,
  });
}

/** Explains to a browser, in the group's language, why there is no page. */
export function refusedPage(
  { index: { site } }: Pick<Catalog, "index">,
  { code, message, details }: HttpError,
  group: Group | undefined,
): Page {
  const { slug = "", name = site.title, language: lang = "en" } = group ?? {};
  const words = wordsOf(lang);
  const paths = publicPaths(slug);
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
    navigation: [["/", words.start], [paths.group, name]],
    words: words.layout,
    head: html`<meta name="robots" content="noindex">\n`,
    main: html`
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a href="${paths.group}">${words.toGroup}: <span lang="${lang}">${name}</span></a></p>
    `,
  });
  return { text: page, headers: PAGE_HEADERS };
}
