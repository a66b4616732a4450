import { type Html, html, type HtmlValue } from "../page/html.ts";
import { layout, type ServiceName } from "../page/layout.ts";
import type { PagePaths } from "./page_group.ts";
import { dataBlock, type StructuredData } from "./structured_data.ts";
import type { GroupPage, PageView } from "./views/view.ts";

/** The one stylesheet of a group's pages. */
const GROUP_STYLE = "/assets/group.css";

/** What surrounds a public page. */
export interface PublicFrame {
  readonly site: ServiceName;
  /** The service's address, without a slash behind it. */
  readonly base: string;
  /** The page's own path, with its query. */
  readonly path: string;
  readonly type: "website" | "profile" | "article";
  /** A picture of the item, as content has it. */
  readonly image?: string | undefined;
  readonly data?: StructuredData | undefined;
}

/** Makes a whole document of a page: with its canonical address, Open Graph and JSON-LD. */
export function publicDocument(view: PageView, page: GroupPage, frame: PublicFrame): string {
  const { group: { index }, words, paths } = view;
  const title = page.title.includes(index.name) ? page.title : `${page.title} · ${index.name}`;
  return layout({
    title,
    site: frame.site,
    lang: words.language,
    path: frame.path,
    description: page.description,
    navigation: navigation(view, paths),
    words: words.layout,
    head: head(view, page, frame),
    style: GROUP_STYLE,
    hero: page.hero,
    main: page.main,
  });
}

function navigation({ words, group: { index } }: PageView, paths: PagePaths) {
  return [
    ["/", words.start],
    [paths.group, index.name],
    [paths.members, words.members],
    [paths.news(1), words.articles],
  ] as const;
}

/** Open Graph (ogp.me): what chats and networks show of a link. */
function head(view: PageView, page: GroupPage, frame: PublicFrame): Html {
  const { group: { index }, words } = view;
  const address = `${frame.base}${frame.path}`;
  const image = absoluteAddress(frame.base, frame.image) ??
    absoluteAddress(frame.base, index.image);
  const properties: readonly (readonly [name: string, value: HtmlValue])[] = [
    ["og:type", frame.type],
    ["og:title", page.title],
    ["og:description", page.description],
    ["og:url", address],
    ["og:site_name", frame.site.title],
    ["og:locale", words.language === "id" ? "id_ID" : "en_GB"],
    ["og:image", image],
  ];
  return html`<link rel="canonical" href="${address}">
${
    properties.filter(([, value]) => value).map(([name, value]) =>
      html`<meta property="${name}" content="${value}">\n`
    )
  }<meta name="twitter:card" content="${"summary"}">
${frame.data && dataBlock(frame.data)}`;
}

/** An address of content that leads somewhere from everywhere; undefined if it is empty or no web address. */
export function absoluteAddress(base: string, address: string | undefined): string | undefined {
  if (!address) return undefined;
  const whole = address.startsWith("/") && !address.startsWith("//")
    ? `${base}${address}`
    : address;
  return /^https?:\/\//i.test(whole) && URL.canParse(whole) ? new URL(whole).href : undefined;
}

/** What is said of what is not there, was removed, or was asked for too often. */
export interface ErrorTexts {
  readonly title: string;
  readonly text: string;
}

/** Lays out why there is no page. */
export function errorDocument(
  view: Pick<PageView, "words" | "paths"> & { readonly groupName: string; readonly lang: string },
  { title, text }: ErrorTexts,
  site: ServiceName,
): string {
  const { words, paths, groupName, lang } = view;
  return layout({
    title,
    site,
    lang: words.language,
    style: GROUP_STYLE,
    path: "",
    description: text,
    navigation: [["/", words.start], [paths.group, groupName]],
    words: words.layout,
    head: html`<meta name="robots" content="noindex">\n`,
    main: html`
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a href="${paths.group}">${words.toGroup}: <span lang="${lang}">${groupName}</span></a></p>
    `,
  });
}
