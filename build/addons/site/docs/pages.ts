import type { PublicFile } from "../../../../src/model/site_pack.ts";
import { JSON_TYPE } from "../../../../src/http/answer.ts";
import { renderOpenApi } from "../openapi/document.ts";
import type { SiteSource } from "../site_source.ts";
import { type DocPage, SECTIONS } from "../../../doc_page.ts";
import { llmsText, twinOf } from "./doc_page.ts";
import { fillIn, fillInsOf } from "./fill_in.ts";
import { pictureFiles } from "./pictures.ts";
import { readDoc, searchText } from "./read_doc.ts";
import { referencePages } from "./reference.ts";
import { renderDoc } from "./render_doc.ts";

/** The files of the pages that are written by hand, in the parts and the order of the list of contents. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  [SECTIONS.using]: [
    ...["start", "credentials", "limits", "lists", "live", "calendars", "events", "browsers"],
    ...["assistants", "licence"],
  ],
  [SECTIONS.reference]: ["errors"],
  [SECTIONS.editing]: ["editing", "editing-more", "forms"],
  [SECTIONS.running]: [
    ...["first-server", "settings", "running", "keys", "own-service", "watching", "stores"],
  ],
  [SECTIONS.working]: ["how-it-works", "adding"],
  [SECTIONS.indonesian]: [
    ...["id/start", "id/credentials", "id/limits", "id/calendars", "id/events", "id/browsers"],
    ...["id/errors", "id/editing", "id/editing-more", "id/forms"],
  ],
};

function writtenPages(): DocPage[] {
  return Object.entries(WRITTEN).flatMap(([section, files]) =>
    files.map((file) => ({
      path: `/docs/${file}`.replace(/\/start$/, ""),
      lang: section === SECTIONS.indonesian ? "id" : "en",
      section,
      markdown: textOf(`pages/${file.replaceAll("-", "_")}.md`),
    }))
  );
}

/** All documents as pages, as Markdown, and their list; `further`: those of add-ons. */
export function documents(source: SiteSource, further: readonly DocPage[]): PublicFile[] {
  const { title, base_url } = source.site;
  const values = fillInsOf(source);
  const written = wholePages([...writtenPages(), ...further]);
  const pages = [
    ...written.map((page) => ({ ...page, markdown: fillIn(page.markdown, values) })),
    ...referencePages(source),
  ];
  const docs = pages.map((page) => [page, readDoc(page)] as const);
  return [
    ...docs.flatMap(([page, doc]) => [
      {
        path: page.path,
        contentType: "text/html; charset=utf-8",
        body: renderDoc(page, doc, pages, source),
      },
      { path: twinOf(page), contentType: "text/markdown; charset=utf-8", body: page.markdown },
    ]),
    searchText(docs),
    ...pictureFiles(),
    ...recipeFiles(),
    { path: "/openapi.json", contentType: JSON_TYPE, body: renderOpenApi(source) },
    {
      path: "/llms.txt",
      contentType: "text/plain; charset=utf-8",
      body: llmsText(pages, title, base_url),
    },
  ];
}

/** Of texts with one path the first is the page, the others are its further parts. */
function wholePages(texts: readonly DocPage[]): DocPage[] {
  return [...Map.groupBy(texts, ({ path }) => path).values()].map(([page, ...parts]) => ({
    ...page!,
    markdown: [page!, ...parts].map(({ markdown }) => `${markdown.trimEnd()}\n`).join("\n"),
  }));
}

/** Files to copy, with which the service is run or its content checked elsewhere. */
function recipeFiles(): PublicFile[] {
  const names = [...Deno.readDirSync(new URL("recipes/", import.meta.url))].map(({ name }) => name);
  return names.sort().map((name) => ({
    path: `/docs/recipes/${name}`,
    contentType: "text/plain; charset=utf-8",
    body: textOf(`recipes/${name}`),
  }));
}

function textOf(file: string): string {
  return Deno.readTextFileSync(new URL(file, import.meta.url));
}
