import { Html, html } from "../../../../src/page/html.ts";
import { layout } from "../../../../src/page/layout.ts";
import { codeBlock } from "../../../../src/page/parts.ts";
import { languageOfTag, type Message, phrase, wordsOf } from "../../../words/say.ts";
import type { SiteSource } from "../site_source.ts";
import { type DocPage, SECTIONS } from "../../../doc_page.ts";
import { descriptionOf, titleOf, twinOf } from "./doc_page.ts";
import { wayToKey } from "./fill_in.ts";
import { highlight } from "./highlight.ts";
import { pictureSize } from "./pictures.ts";
import { type Heading, markdown, type ReadDoc, SEARCH_TEXT } from "./read_doc.ts";

markdown.renderer.rules.fence = (tokens, place, _options, env) => {
  const { content, info } = tokens[place]!;
  const [language = "text", mark] = info.trim().split(/\s/).filter(Boolean);
  const label = mark === "no-run" ? `${language} · ${env?.["notRun"]}` : language;
  return codeBlock(highlight(content.replace(/\n$/, ""), language), label).text;
};
/** A picture is small on a phone: it leads to itself, where it can be enlarged. */
markdown.renderer.rules.image = (tokens, place) => {
  const { content } = tokens[place]!;
  const src = String(tokens[place]!.attrGet("src"));
  const { width, height } = pictureSize(src);
  return html`
    <a class="picture"
      href="${src}"><img src="${src}" alt="${content}" width="${width}" height="${height}" loading="lazy"></a>
  `
    .text;
};
/** A head without a text names no column (axe's `empty-table-header`): it is an ordinary cell. */
markdown.renderer.rules.th_open = (tokens, place, options, _env, self) => {
  const isEmpty = tokens[place + 1]!.content === "";
  tokens[place]!.tag = isEmpty ? "td" : "th";
  tokens[place + 2]!.tag = tokens[place]!.tag;
  return self.renderToken(tokens, place, options);
};
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => "</table></div>";

/** Lays a page of the documents out: the list of all pages, the contents of this one, its text. */
export function renderDoc(
  page: DocPage,
  doc: ReadDoc,
  pages: readonly DocPage[],
  source: SiteSource,
): string {
  const contents = contentsOf(page, doc.headings);
  const columns = contents === undefined ? "docs" : "docs three";
  // Marks an example that needs something of the reader's own.
  const notRun = wordsFor(page, phrase`parsed by tests, not run`);
  const text = markdown.renderer.render(doc.tokens, markdown.options, { notRun });
  return layout({
    title: titleOf(page),
    description: descriptionOf(page),
    lang: page.lang,
    site: source.site,
    path: page.path,
    scripts: ["/assets/copy.js", "/assets/docs_search.js"],
    alternates: alternatesOf(page, pages),
    main: html`
      <div
        class="${columns}">${pageList(
          page,
          pages,
          source,
        )}${contents}<article class="text" lang="${page
          .lang}">${new Html(text)}</article></div>
    `,
  });
}

function wordsFor({ lang }: DocPage, message: Message): string {
  return wordsOf(message, languageOfTag(lang));
}

/** Parts of the list of contents that stand open: those for who calls the service. */
const FOR_CALLERS: readonly string[] = [SECTIONS.using, SECTIONS.reference];

/** The list of all pages: those that the reader of this one looks for open, the others folded. */
function pageList(here: DocPage, pages: readonly DocPage[], source: SiteSource): Html {
  const title = wordsFor(here, phrase`Contents and search`);
  const getKey = wordsFor(here, phrase`Get a key`);
  const typed = "{}";
  const empty = wordsFor(
    here,
    phrase`No page has “${typed}”. Try one word of it, or another word for it.`,
  );
  const failed = wordsFor(
    here,
    phrase`The text could not be fetched. Try again when you are online.`,
  );
  const own = here.lang === "id" ? [SECTIONS.indonesian] : [];
  const order: readonly string[] = [...own, ...Object.values(SECTIONS)];
  const sections = [...Map.groupBy(pages, ({ section }) => section)]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([section, list]) => {
      const isOpen = section === here.section ||
        FOR_CALLERS.includes(here.section) && FOR_CALLERS.includes(section);
      return html`
        <details${isOpen && new Html(" open")}>
          <summary>${section}</summary>
          <ul>${list.map((page) => entry(page, here))}</ul>
          </details>
      `;
    });
  return html`
    <nav class="pages" aria-label="${title}">
      <details class="list">
        <summary>${title}</summary>
        ${new Html(wayToKey(source, html`<p><a href="/key">${getKey}</a></p>`.text, ""))}
        <label>${wordsFor(
          here,
          phrase`Search the documents`,
        )}<input type="search" data-text="${SEARCH_TEXT}" autocomplete="off"></label>
        <div>
          <div data-pages>${sections}</div>
          <div data-found data-empty="${empty}" data-failed="${failed}" role="status"></div>
        </div>
      </details>
    </nav>
  `;
}

function entry(page: DocPage, here: DocPage): Html {
  const isHere = page.path === here.path;
  return html`<li><a href="${page.path}" lang="${page.lang}"${
    isHere && new Html(' aria-current="page"')
  }>${titleOf(page)}</a></li>`;
}

/** A page with fewer parts is short enough to be seen as a whole. */
const FEWEST_PARTS = 3;

/** The parts of a page: beside its text where there is room, folded above it elsewhere. */
function contentsOf(page: DocPage, headings: readonly Heading[]): Html | undefined {
  if (headings.length < FEWEST_PARTS) return undefined;
  const here = wordsFor(page, phrase`On this page`);
  return html`
    <nav class="here" aria-label="${here}">
      <details>
        <summary>${here}</summary>
        <div>
          <ul>${headings.map(headingEntry)}</ul>
        </div>
      </details>
    </nav>
  `;
}

function headingEntry({ level, id, text }: Heading): Html {
  return html`<li>${level > 2 && "· "}<a href="#${id}">${text}</a></li>`;
}

/** The Markdown twin, and the page in other languages. */
function alternatesOf(page: DocPage, pages: readonly DocPage[]) {
  const key = ({ path }: DocPage) => path.replace(/^\/docs\/id(?=\/|$)/, "/docs");
  const others = pages.filter((other) => other !== page && key(other) === key(page));
  return [
    { href: twinOf(page), type: "text/markdown" },
    ...others.map(({ path, lang }) => ({ href: path, hreflang: lang })),
  ];
}
