import type { PublicFile } from "../../../src/model/site_pack.ts";
import { JSON_TYPE } from "../../../src/http/answer.ts";
import type { DocPage } from "./doc_page.ts";
import type { ReadDoc } from "./read_doc.ts";

/** Where the script of the pages finds the text to search. */
export const SEARCH_TEXT = "/docs/search.json";

/** A page, then each of its sections: its anchor, its heading and its text. */
type SearchedPage = readonly [
  path: string,
  name: string,
  lang: string,
  sections: readonly (readonly [id: string, heading: string, text: string])[],
];

/** The whole text of the documents, in the order of the list of contents. */
export function searchText(docs: readonly (readonly [DocPage, ReadDoc])[]): PublicFile {
  const pages = docs.map(([{ path, name, lang }, { sections }]): SearchedPage => [
    path,
    name,
    lang,
    sections.map(({ id, heading, text }) => [id, heading, text] as const),
  ]);
  return { path: SEARCH_TEXT, contentType: JSON_TYPE, body: JSON.stringify(pages) };
}
