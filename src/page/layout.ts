/**
 * This room renders pages: a template that escapes, a layout, and the parts of a page.
 *
 * @module
 */

import { type Html, html, type HtmlValue } from "./html.ts";

interface PageLayout {
  /** The title in the browser's tab, before the service's name. */
  readonly title: string;
  readonly description: string;
  /** The language of the page (BCP 47). */
  readonly lang: string;
  /** The service; its name alone if the page announces no end. */
  readonly site: string | ServiceName;
  /** Path of the page, which marks it in the navigation. */
  readonly path: string;
  /** The beginning of a public page, across the window: its heading and what it is. */
  readonly hero?: HtmlValue;
  readonly main: HtmlValue;
  /** How other sites show a link to the page (ogp.me); left out: they are told nothing. */
  readonly card?: Card;
  /** Paths of scripts, each a module of one purpose; the page is whole without them. */
  readonly scripts?: readonly string[];
  /** The same page for machines, or in other languages. */
  readonly alternates?: readonly Alternate[];
  /** The pages that the header leads to; those for everybody if left out. */
  readonly navigation?: Navigation | undefined;
  /** Where the service's name leads; `/` if left out. */
  readonly home?: string;
  readonly head?: HtmlValue;
}

/** What other sites show of a link to a page. */
interface Card {
  /** The address of the service, without a slash at its end. */
  readonly base: string;
  readonly type?: "website" | "profile" | "article" | undefined;
  /** The web address of a picture; the service's own card if left out. */
  readonly image?: string | undefined;
  readonly locale?: string;
}

/** A service as its pages name it, and its end if that is announced. */
interface ServiceName {
  readonly title: string;
  readonly sunset?: {
    readonly on: string;
    readonly successor?: string | undefined;
    readonly note?: string | undefined;
  } | undefined;
}

/** Paths with the names of their pages. */
export type Navigation = readonly (readonly [path: string, name: string])[];

interface Alternate {
  readonly href: string;
  readonly type?: string;
  readonly hreflang?: string;
}

/** What a layout says, in the page's language. */
const WORDS = {
  en: {
    skip: "Skip to the text",
    pages: "Pages",
    more: "More",
    documents: "Documents",
    ends: "This service ends:",
    goesOn: "It goes on at",
  },
  id: {
    skip: "Langsung ke isi halaman",
    pages: "Halaman",
    more: "Lainnya",
    documents: "Dokumen",
    ends: "Layanan ini berakhir:",
    goesOn: "Penerusnya:",
  },
} as const;

const NAVIGATION: Navigation = [
  ["/", "Home"],
  ["/docs", "Documents"],
  ["/docs/reference", "Reference"],
  ["/docs/try", "Try it"],
  ["/status", "Status"],
];

/** Lays a page out: one stylesheet, a header with the navigation, the page itself, a footer. */
export function layout(page: PageLayout): string {
  const { title, lang, description } = page;
  const words = WORDS[/^id\b/.test(lang) ? "id" : "en"];
  const service = typeof page.site === "string" ? { title: page.site } : page.site;
  const site = service.title;
  const named = title === site ? title : `${title} · ${site}`;
  const { text } = html`
    <!doctype html>
    <html lang="${lang}">
      <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${named}</title>
    <meta name="description" content="${description}">
    <link rel="stylesheet" href="${"/assets/style.css"}">
    <link rel="icon" href="${"/assets/icon.svg"}" type="image/svg+xml">
    ${page.head}${page.card && socialCard(page, page.card, site)}${page.alternates?.map(
      alternate,
    )}${page.scripts?.map(
      script,
    )}</head>
      <body>
        <a class="skip" href="#main">${words.skip}</a>
        <header class="site">
          <div><a class="name" href="${page.home ?? "/"}">${mark()}${site}</a>
    <nav aria-label="${words.pages}">${navigation(page)}</nav></div>
        </header>
        ${ending(service, words)}<main id="main">${page.hero &&
          html`
            <div class="hero">
              <div>${page.hero}</div>
              <div class="motif" aria-hidden="true"></div>
            </div>
          `}<div class="page">${page
          .main}</div></main>
        <footer class="site">
          <div><span>${site}</span><nav aria-label="${words.more}"><a href="/docs">${words
            .documents}</a> <a href="/openapi.json">openapi.json</a> <a href="/llms.txt">llms.txt</a></nav></div>
        </footer>
      </body>
    </html>
  `;
  return text;
}

/** The banner of a service whose end is announced. */
function ending({ sunset }: ServiceName, words: typeof WORDS["en" | "id"]): Html | undefined {
  if (sunset === undefined) return undefined;
  const { on, successor, note } = sunset;
  return html`
    <aside class="page">
      <p
        class="notice warn"><strong>${words.ends} <time datetime="${on}">${on.slice(
          0,
          10,
        )}</time>.</strong> ${note}${successor === undefined ? undefined : html`
          ${words.goesOn} <a href="${successor}" rel="successor-version">${successor}</a>.
        `}</p>
    </aside>
  `;
}

/** The ways of the header; of a page that none leads to, the nearest above it is marked. */
function navigation({ path, navigation = NAVIGATION }: PageLayout): Html[] {
  const above = navigation.map(([href]) => href).filter((href) => path.startsWith(`${href}/`));
  const nearest = above.toSorted((one, other) => other.length - one.length)[0];
  return navigation.map(([href, name]) => {
    const current = href === path
      ? html`aria-current="page"`
      : href === nearest && !navigation.some(([other]) => other === path) &&
        html`aria-current="true"`;
    return html`
      <a href="${href}" ${current}>${name}</a>
    `;
  });
}

function socialCard(
  { path, title, description }: PageLayout,
  { base, type = "website", image, locale }: Card,
  site: string,
): Html {
  const address = base + path;
  const own = { "og:image:width": "1200", "og:image:height": "630" };
  const facts = {
    "og:type": type,
    "og:title": title,
    "og:description": description,
    "og:site_name": site,
    "og:url": address,
    "og:locale": locale,
    "og:image": image ?? `${base}/assets/card.png`,
    ...image === undefined && own,
  };
  const lines = Object.entries(facts).map(([property, content]) =>
    content && html`<meta property="${property}" content="${content}">\n`
  );
  return html`<link rel="canonical" href="${address}">\n${lines}`;
}

function alternate({ href, type, hreflang }: Alternate): Html {
  const what = hreflang === undefined ? html`type="${type}"` : html`hreflang="${hreflang}"`;
  return html`<link rel="alternate" href="${href}" ${what}>\n`;
}

function script(path: string): Html {
  return html`<script type="module" src="${path}"></script>\n`;
}

/**
 * The mark: three lights of the audience above the line of the stage, the middle one raised highest. The
 * file `icon.svg` has the same drawing on a ground of its own.
 */
function mark(): Html {
  return html`
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28"
      aria-hidden="true">
      <path d="M5 26.5h22" stroke-width="2.5" />
      <path d="M9 20.5 6.5 12M16 20.5V5.5M23 20.5 25.5 12" stroke-width="4" />
    </svg>
  `;
}
