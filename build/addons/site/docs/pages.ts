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

/** The pages whose text is written by hand, by their part of the list of contents: file and name in it. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [SECTIONS.using]: {
    start: "Start here",
    credentials: "Credentials",
    limits: "Limits and streams",
    lists: "Lists, pages and filters",
    live: "Live",
    calendars: "Calendars and time zones",
    events: "Events and changes",
    assistants: "Assistants",
    errors: "Errors",
    browsers: "Browsers and frames",
    client: "Clients and changes",
    recipes: "Recipes",
    licence: "Data and licences",
    compatibility: "Programs of another service",
  },
  [SECTIONS.editing]: {
    editing: "Members and shows",
    "editing-more": "Articles, pictures, groups",
    "editing-fields": "All fields",
    forms: "Forms",
    windows: "From nothing on Windows",
  },
  [SECTIONS.running]: {
    "first-server": "The first server",
    settings: "Settings and platforms",
    running: "Running it",
    keys: "Keys and backup",
    "own-service": "Your own service",
    mirror: "Run a mirror",
    watching: "Watching it",
    telemetry: "OpenTelemetry",
    stores: "Where the store is kept",
    capacity: "What one machine carries",
    deploy: "On Deno Deploy",
    audit: "The audit",
    privacy: "Privacy",
  },
  [SECTIONS.working]: {
    "how-it-works": "How it works",
    adding: "Adding to it",
    "write-addon": "Write an add-on",
  },
  [SECTIONS.indonesian]: {
    "id/start": "Mulai di sini",
    "id/credentials": "Kredensial",
    "id/limits": "Batas",
    "id/calendars": "Kalender dan feed",
    "id/events": "Peristiwa dan perubahan",
    "id/browsers": "Di peramban",
    "id/errors": "Pesan kesalahan",
    "id/editing": "Menyunting isi",
    "id/editing-more": "Artikel, gambar, grup",
    "id/editing-fields": "Semua isian",
    "id/forms": "Formulir",
    "id/windows": "Dari nol di Windows",
    "id/own-service": "Layanan sendiri",
  },
};

function writtenPages(): DocPage[] {
  return Object.entries(WRITTEN).flatMap(([section, names]) =>
    Object.entries(names).map(([file, name]) => ({
      path: `/docs/${file}`.replace(/\/start$/, ""),
      lang: section === SECTIONS.indonesian ? "id" : "en",
      ...{ name, section, markdown: textOf(`pages/${file.replaceAll("-", "_")}.md`) },
    }))
  );
}

/** All documents as pages, as Markdown, and their list; `further`: those of add-ons. */
export function documents(source: SiteSource, further: readonly DocPage[]): PublicFile[] {
  const { title, base_url } = source.site;
  const openApi = renderOpenApi(source);
  const values = fillInsOf(source);
  const written = [...writtenPages(), ...further];
  const pages = [
    ...written.map((page) => ({ ...page, markdown: fillIn(page.markdown, values) })),
    ...referencePages(source, openApi),
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
    { path: "/openapi.json", contentType: JSON_TYPE, body: openApi },
    {
      path: "/llms.txt",
      contentType: "text/plain; charset=utf-8",
      body: llmsText(pages, title, base_url),
    },
  ];
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
