import markdownIt from "markdown-it";
import { Html, html } from "../../../src/page/html.ts";
import { layout } from "../../../src/page/layout.ts";
import { codeBlock } from "../../../src/page/parts.ts";
import { descriptionOf, type DocPage, titleOf, twinOf } from "./doc_page.ts";

/** Raw HTML is not let through: the documents are ours, and need none. */
const markdown = markdownIt({ html: false, linkify: false });

markdown.renderer.rules.fence = (tokens, place) => {
  const { content, info } = tokens[place]!;
  return codeBlock(content.replace(/\n$/, ""), info.trim().split(/\s/)[0] || "text").text;
};
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => "</table></div>";

/** A heading's place on its page. */
interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Lays a page of the documents out, beside the list of all pages. */
export function renderDoc(page: DocPage, pages: readonly DocPage[], site: string): string {
  const { body, headings } = renderText(page.markdown);
  return layout({
    title: titleOf(page),
    description: descriptionOf(page),
    lang: page.lang,
    site,
    path: page.path,
    scripts: ["/assets/copy.js", "/assets/filter.js"],
    alternates: alternatesOf(page, pages),
    main: html`<div class="docs">${
      contents(page, pages, headings)
    }<article class="text" lang="${page.lang}">${new Html(body)}</article></div>`,
  });
}

/** Markdown as HTML, with an anchor at each heading below the title. */
function renderText(text: string): { body: string; headings: Heading[] } {
  const tokens = markdown.parse(text, {});
  const headings: Heading[] = [];
  tokens.forEach((token, place) => {
    if (token.type !== "heading_open" || token.tag === "h1") return;
    const { content } = tokens[place + 1]!;
    const plain = content.replace(/[`*]/g, "");
    const id = freeId(plain, headings);
    token.attrSet("id", id);
    headings.push({ level: Number(token.tag.slice(1)), id, text: plain });
  });
  return { body: markdown.renderer.render(tokens, markdown.options, {}), headings };
}

function freeId(text: string, taken: readonly Heading[]): string {
  const id = /^[A-Z_]+$/.test(text)
    ? text
    : text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const same = taken.filter((heading) => heading.id === id || heading.id.startsWith(`${id}--`));
  return same.length === 0 ? id : `${id}--${same.length + 1}`;
}

function contents(
  here: DocPage,
  pages: readonly DocPage[],
  headings: readonly Heading[],
): Html {
  return html`
    <nav aria-label="Documents">
      <ul data-filter>${pages.map((page) =>
        html`<li><a href="${page.path}" lang="${page.lang}"${
          page.path === here.path && new Html(' aria-current="page"')
        }>${page.name}</a>${page.path === here.path && headingList(headings)}</li>`
      )}</ul>
    </nav>
  `;
}

function headingList(headings: readonly Heading[]): Html {
  return html`<ul class="small">${
    headings.filter(({ level }) => level === 2).map(({ id, text }) =>
      html`<li><a href="#${id}">${text}</a></li>`
    )
  }</ul>`;
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
