import markdownIt from "markdown-it";
import { Html, html } from "../../../src/page/html.ts";
import { layout, type ServiceName } from "../../../src/page/layout.ts";
import { codeBlock } from "../../../src/page/parts.ts";
import { descriptionOf, type DocPage, headingId, titleOf, twinOf } from "./doc_page.ts";
import { renderSideBySide } from "./side_by_side.ts";
import type { PublicFile } from "../../../src/model/site_pack.ts";
import checkEn from "./pictures/check_en.webp" with { type: "bytes" };
import checkId from "./pictures/check_id.webp" with { type: "bytes" };
import formsEn from "./pictures/forms_en.webp" with { type: "bytes" };
import formsId from "./pictures/forms_id.webp" with { type: "bytes" };
import formsOpen from "./pictures/forms_open.webp" with { type: "bytes" };
import pipelines from "./pictures/pipelines.svg" with { type: "text" };
import previewEn from "./pictures/preview_en.webp" with { type: "bytes" };
import previewId from "./pictures/preview_id.webp" with { type: "bytes" };

/** Raw HTML is not let through: the documents are ours, and need none. */
const markdown = markdownIt({ html: false, linkify: false });

/** The reference shows each request for the shell; the same in other languages unfolds. */
const FOLDED_IN_REFERENCE: Readonly<Record<string, string>> = {
  ts: "In TypeScript",
  python: "In Python",
};

markdown.renderer.rules.fence = (tokens, place, _options, env) => {
  const { content, info } = tokens[place]!;
  const language = info.trim().split(/\s/)[0] || "text";
  const block = codeBlock(content.replace(/\n$/, ""), language);
  const summary = env?.["isReference"] === true ? FOLDED_IN_REFERENCE[language] : undefined;
  if (summary === undefined) return block.text;
  return html`<details class="fold"><summary>${summary}</summary>${block}</details>`.text;
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

/** A heading's place on its page. */
interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Lays a page of the documents out, beside the list of all pages. */
export function renderDoc(page: DocPage, pages: readonly DocPage[], site: ServiceName): string {
  const { body, headings } = renderText(page);
  return layout({
    title: titleOf(page),
    description: descriptionOf(page),
    lang: page.lang,
    site,
    path: page.path,
    scripts: ["/assets/copy.js", "/assets/filter.js"],
    alternates: alternatesOf(page, pages),
    main: html`
      <div
        class="docs">${contents(page, pages, headings)}<article class="${isReference(page)
          ? "wide"
          : "text"}" lang="${page.lang}">${new Html(body)}</article></div>
    `,
  });
}

/** Whether a page shows each endpoint with its examples. */
function isReference({ path }: DocPage): boolean {
  return path.startsWith("/docs/reference/");
}

/** Markdown as HTML, with an anchor at each heading below the title. */
function renderText(page: DocPage): { body: string; headings: Heading[] } {
  const tokens = markdown.parse(page.markdown, {});
  const headings: Heading[] = [];
  tokens.forEach((token, place) => {
    if (token.type !== "heading_open" || token.tag === "h1") return;
    const { content } = tokens[place + 1]!;
    const plain = content.replace(/[`*]/g, "");
    const id = freeId(plain, headings);
    token.attrSet("id", id);
    headings.push({ level: Number(token.tag.slice(1)), id, text: plain });
  });
  const env = { isReference: isReference(page) };
  const render = (some: typeof tokens) => markdown.renderer.render(some, markdown.options, env);
  return { body: env.isReference ? renderSideBySide(tokens, render) : render(tokens), headings };
}

function freeId(text: string, taken: readonly Heading[]): string {
  const id = headingId(text);
  const same = taken.filter((heading) => heading.id === id || heading.id.startsWith(`${id}--`));
  return same.length === 0 ? id : `${id}--${same.length + 1}`;
}

/** The list of all pages: folded on a phone, where the text would begin a screen further down. */
function contents(
  here: DocPage,
  pages: readonly DocPage[],
  headings: readonly Heading[],
): Html {
  const sections = Map.groupBy(pages, ({ section }) => section);
  return html`
    <nav aria-label="Documents">
      <details>
        <summary>${CONTENTS_WORD[here.lang] ?? CONTENTS_WORD.en}</summary>
        <label>Filter<input type="search"></label>
        <div data-filter>${[...sections].map(([section, list]) =>
          html`
            <p>${section}</p>
            <ul>${list.map((page) => entry(page, here, headings))}</ul>
          `
        )}</div>
      </details>
    </nav>
  `;
}

const CONTENTS_WORD: Readonly<Record<string, string>> = { en: "Contents", id: "Daftar isi" };

function entry(page: DocPage, here: DocPage, headings: readonly Heading[]): Html {
  const isHere = page.path === here.path;
  return html`<li><a href="${page.path}" lang="${page.lang}"${
    isHere && new Html(' aria-current="page"')
  }>${page.name}</a>${isHere && headingList(headings)}</li>`;
}

function headingList(headings: readonly Heading[]): Html {
  if (headings.length === 0) return html``;
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

/** A picture's size in CSS px. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture of the documents. */
interface Picture extends PictureSize {
  readonly contentType: string;
  readonly body: Uint8Array | string;
}

/** A picture of a page, which `deno task pictures` takes again. */
function webp(body: Uint8Array): Picture {
  // The extended header has each side less one in 24 bits (RFC 9649 section 2.7).
  const view = new DataView(body.buffer, body.byteOffset);
  const sideAt = (place: number) => (view.getUint32(place, true) & 0xffffff) + 1;
  return { contentType: "image/webp", body, width: sideAt(24), height: sideAt(27) };
}

/** A drawing. */
function svg(body: string): Picture {
  const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(body)!;
  return { contentType: "image/svg+xml", body, width: Number(width), height: Number(height) };
}

/** The pictures of the documents by the name of their file. */
const PICTURES: Readonly<Record<string, Picture>> = {
  "check_en.webp": webp(checkEn),
  "check_id.webp": webp(checkId),
  "forms_en.webp": webp(formsEn),
  "forms_id.webp": webp(formsId),
  "forms_open.webp": webp(formsOpen),
  "pipelines.svg": svg(pipelines),
  "preview_en.webp": webp(previewEn),
  "preview_id.webp": webp(previewId),
};

const FOLDER = "/docs/pictures/";

/** The pictures as files of the site. */
export function pictureFiles(): PublicFile[] {
  return Object.entries(PICTURES).map(([name, { contentType, body }]) => ({
    path: FOLDER + name,
    contentType,
    body,
  }));
}

/**
 * The size of the picture at a path, so that a page keeps its place free.
 *
 * @throws {TypeError} where there is none
 */
function pictureSize(path: string): PictureSize {
  const picture = PICTURES[path.slice(FOLDER.length)];
  if (picture === undefined || !path.startsWith(FOLDER)) {
    throw new TypeError(`Cannot show "${path}": expected a picture of build/site/docs/pictures`);
  }
  return picture;
}
