import compatibility from "./pages/compatibility.md" with { type: "text" };
import capacity from "./pages/capacity.md" with { type: "text" };
import calendars from "./pages/calendars.md" with { type: "text" };
import client from "./pages/client.md" with { type: "text" };
import credentials from "./pages/credentials.md" with { type: "text" };
import deploy from "./pages/deploy.md" with { type: "text" };
import editing from "./pages/editing.md" with { type: "text" };
import events from "./pages/events.md" with { type: "text" };
import errors from "./pages/errors.md" with { type: "text" };
import forms from "./pages/forms.md" with { type: "text" };
import audit from "./pages/audit.md" with { type: "text" };
import changes from "./pages/changes.md" with { type: "text" };
import editingInIndonesian from "./pages/id/editing.md" with { type: "text" };
import errorsInIndonesian from "./pages/id/errors.md" with { type: "text" };
import formsInIndonesian from "./pages/id/forms.md" with { type: "text" };
import startInIndonesian from "./pages/id/start.md" with { type: "text" };
import limits from "./pages/limits.md" with { type: "text" };
import live from "./pages/live.md" with { type: "text" };
import privacy from "./pages/privacy.md" with { type: "text" };
import running from "./pages/running.md" with { type: "text" };
import search from "./pages/search.md" with { type: "text" };
import settings from "./pages/settings.md" with { type: "text" };
import start from "./pages/start.md" with { type: "text" };
import timeZones from "./pages/time_zones.md" with { type: "text" };
import watching from "./pages/watching.md" with { type: "text" };
import windows from "./pages/windows.md" with { type: "text" };
import windowsInIndonesian from "./pages/id/windows.md" with { type: "text" };
import type { PublicFile } from "../../../src/model/site_pack.ts";
import { type DocPage, twinOf } from "./doc_page.ts";
import { fillIn, fillInsOf } from "./fill_in.ts";
import { llmsText } from "./llms.ts";
import { pictureFiles } from "./pictures.ts";
import type { SiteSource } from "../site_source.ts";
import { referencePages } from "./reference.ts";
import { renderDoc } from "./render_doc.ts";

const CALLING = "Using the service";
const EDITING = "Editing the content";
const OPERATING = "Running the service";
const INDONESIAN = "Bahasa Indonesia";

/** The pages whose text is written by hand, in the order of the list of contents. */
const WRITTEN: readonly DocPage[] = [
  { path: "/docs", lang: "en", section: CALLING, name: "Start here", markdown: start },
  {
    path: "/docs/credentials",
    lang: "en",
    section: CALLING,
    name: "Credentials",
    markdown: credentials,
  },
  { path: "/docs/limits", lang: "en", section: CALLING, name: "Limits", markdown: limits },
  {
    path: "/docs/time-zones",
    lang: "en",
    section: CALLING,
    name: "Time zones",
    markdown: timeZones,
  },
  {
    path: "/docs/search",
    lang: "en",
    section: CALLING,
    name: "Search and datasets",
    markdown: search,
  },
  { path: "/docs/live", lang: "en", section: CALLING, name: "Live", markdown: live },
  {
    path: "/docs/calendars",
    lang: "en",
    section: CALLING,
    name: "Calendars and feeds",
    markdown: calendars,
  },
  {
    path: "/docs/events",
    lang: "en",
    section: CALLING,
    name: "Events and webhooks",
    markdown: events,
  },
  { path: "/docs/errors", lang: "en", section: CALLING, name: "Errors", markdown: errors },
  { path: "/docs/client", lang: "en", section: CALLING, name: "Client", markdown: client },
  {
    path: "/docs/changes",
    lang: "en",
    section: CALLING,
    name: "Changes policy",
    markdown: changes,
  },
  {
    path: "/docs/compatibility",
    lang: "en",
    section: CALLING,
    name: "Programs of another service",
    markdown: compatibility,
  },
  {
    path: "/docs/editing",
    lang: "en",
    section: EDITING,
    name: "By task",
    markdown: editing,
  },
  { path: "/docs/forms", lang: "en", section: EDITING, name: "Forms", markdown: forms },
  {
    path: "/docs/windows",
    lang: "en",
    section: EDITING,
    name: "From nothing on Windows",
    markdown: windows,
  },
  { path: "/docs/running", lang: "en", section: OPERATING, name: "Running it", markdown: running },
  {
    path: "/docs/watching",
    lang: "en",
    section: OPERATING,
    name: "Watching it",
    markdown: watching,
  },
  {
    path: "/docs/capacity",
    lang: "en",
    section: OPERATING,
    name: "What one machine carries",
    markdown: capacity,
  },
  { path: "/docs/settings", lang: "en", section: OPERATING, name: "Settings", markdown: settings },
  {
    path: "/docs/deploy",
    lang: "en",
    section: OPERATING,
    name: "On Deno Deploy",
    markdown: deploy,
  },
  { path: "/docs/audit", lang: "en", section: OPERATING, name: "The audit", markdown: audit },
  { path: "/docs/privacy", lang: "en", section: OPERATING, name: "Privacy", markdown: privacy },
  {
    path: "/docs/id",
    lang: "id",
    section: INDONESIAN,
    name: "Mulai di sini",
    markdown: startInIndonesian,
  },
  {
    path: "/docs/id/errors",
    lang: "id",
    section: INDONESIAN,
    name: "Pesan kesalahan",
    markdown: errorsInIndonesian,
  },
  {
    path: "/docs/id/editing",
    lang: "id",
    section: INDONESIAN,
    name: "Menyunting isi",
    markdown: editingInIndonesian,
  },
  {
    path: "/docs/id/forms",
    lang: "id",
    section: INDONESIAN,
    name: "Formulir",
    markdown: formsInIndonesian,
  },
  {
    path: "/docs/id/windows",
    lang: "id",
    section: INDONESIAN,
    name: "Dari nol di Windows",
    markdown: windowsInIndonesian,
  },
];

/** All documents as pages, as Markdown, and their list. */
export function documents(source: SiteSource): PublicFile[] {
  const { title, base_url } = source.site;
  const values = fillInsOf(source);
  const pages = [
    ...WRITTEN.map((page) => ({ ...page, markdown: fillIn(page.markdown, values) })),
    ...referencePages(source),
  ];
  return [
    ...pages.flatMap((page) => [
      {
        path: page.path,
        contentType: "text/html; charset=utf-8",
        body: renderDoc(page, pages, title),
      },
      { path: twinOf(page), contentType: "text/markdown; charset=utf-8", body: page.markdown },
    ]),
    ...pictureFiles(),
    {
      path: "/llms.txt",
      contentType: "text/plain; charset=utf-8",
      body: llmsText(pages, title, base_url),
    },
  ];
}
