import markdownIt from "markdown-it";
import type { DocPage } from "../../../doc_page.ts";
import { headingId, isReference, titleOf } from "./doc_page.ts";
import type { PublicFile } from "../../../../src/model/site_pack.ts";
import { JSON_TYPE } from "../../../../src/http/answer.ts";

/** Raw HTML is not let through: the documents are ours, and need none. */
export const markdown = markdownIt({ html: false, linkify: false });

type Token = ReturnType<typeof markdown.parse>[number];

/** A heading's place on its page. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** What is below a heading, as plain text. */
interface DocSection {
  /** The anchor of the heading; "" for the beginning of the page. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** A page taken apart. */
export interface ReadDoc {
  readonly tokens: Token[];
  readonly headings: readonly Heading[];
  readonly sections: readonly DocSection[];
}

/** Reads the Markdown of a page, with an anchor at each heading below the title. */
export function readDoc(page: DocPage): ReadDoc {
  const tokens = markdown.parse(page.markdown, {});
  const headings: Heading[] = [];
  const sections: { id: string; heading: string; parts: string[] }[] = [];
  tokens.forEach((token, place) => {
    const before = tokens[place - 1];
    if (token.type === "heading_open") {
      const heading = tokens[place + 1]!.content.replace(/[`*]/g, "");
      const id = token.tag === "h1" ? "" : freeId(heading, headings);
      if (token.tag !== "h1") {
        token.attrSet("id", id);
        headings.push({ level: Number(token.tag.slice(1)), id, text: heading });
      }
      sections.push({ id, heading, parts: [] });
    } else if (before?.type !== "heading_open") {
      sections.at(-1)?.parts.push(...wordsOf(token, isReference(page)));
    }
  });
  const read = sections.map(({ id, heading, parts }) => ({
    id,
    heading: id === "" ? titleOf(page) : heading,
    text: parts.join(" ").replace(/\s+/g, " ").trim(),
  }));
  return { tokens, headings, sections: read };
}

/** The words of a block. What the reference has as code, its tables have too: it is left out. */
function wordsOf({ type, content, children }: Token, isReference: boolean): string[] {
  if (type === "fence") return isReference ? [] : [content];
  if (type !== "inline") return [];
  const texts = children!.map(({ type, content }) => type === "softbreak" ? " " : content);
  return [texts.join("")];
}

function freeId(text: string, taken: readonly Heading[]): string {
  const id = headingId(text);
  const same = taken.filter((heading) => heading.id === id || heading.id.startsWith(`${id}--`));
  return same.length === 0 ? id : `${id}--${same.length + 1}`;
}

/** Where the script of the pages finds the text to search. */
export const SEARCH_TEXT = "/docs/search.json";

/**
 * The whole text of the documents, in the order of the list of contents: of each page its path, title and
 * language, then each of its sections: its anchor, its heading and its text.
 */
export function searchText(docs: readonly (readonly [DocPage, ReadDoc])[]): PublicFile {
  const pages = docs.map(([page, { sections }]) => {
    const parts = sections.map(({ id, heading, text }) => [id, heading, text]);
    return [page.path, titleOf(page), page.lang, parts];
  });
  return { path: SEARCH_TEXT, contentType: JSON_TYPE, body: JSON.stringify(pages) };
}
