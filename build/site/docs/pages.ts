import compatibility from "./pages/compatibility.md" with { type: "text" };
import capacity from "./pages/capacity.md" with { type: "text" };
import assistants from "./pages/assistants.md" with { type: "text" };
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
import browsersInIndonesian from "./pages/id/browsers.md" with { type: "text" };
import calendarsInIndonesian from "./pages/id/calendars.md" with { type: "text" };
import credentialsInIndonesian from "./pages/id/credentials.md" with { type: "text" };
import eventsInIndonesian from "./pages/id/events.md" with { type: "text" };
import limitsInIndonesian from "./pages/id/limits.md" with { type: "text" };
import ownServiceInIndonesian from "./pages/id/own_service.md" with { type: "text" };
import editingInIndonesian from "./pages/id/editing.md" with { type: "text" };
import errorsInIndonesian from "./pages/id/errors.md" with { type: "text" };
import formsInIndonesian from "./pages/id/forms.md" with { type: "text" };
import startInIndonesian from "./pages/id/start.md" with { type: "text" };
import browsers from "./pages/browsers.md" with { type: "text" };
import adding from "./pages/adding.md" with { type: "text" };
import howItWorks from "./pages/how_it_works.md" with { type: "text" };
import licence from "./pages/licence.md" with { type: "text" };
import libraries from "./pages/libraries.md" with { type: "text" };
import lists from "./pages/lists.md" with { type: "text" };
import recipes from "./pages/recipes.md" with { type: "text" };
import limits from "./pages/limits.md" with { type: "text" };
import live from "./pages/live.md" with { type: "text" };
import mirror from "./pages/mirror.md" with { type: "text" };
import ownService from "./pages/own_service.md" with { type: "text" };
import publicPages from "./pages/pages.md" with { type: "text" };
import privacy from "./pages/privacy.md" with { type: "text" };
import backup from "./pages/backup.md" with { type: "text" };
import firstServer from "./pages/first_server.md" with { type: "text" };
import keys from "./pages/keys.md" with { type: "text" };
import platforms from "./pages/platforms.md" with { type: "text" };
import telemetry from "./pages/telemetry.md" with { type: "text" };
import running from "./pages/running.md" with { type: "text" };
import settings from "./pages/settings.md" with { type: "text" };
import start from "./pages/start.md" with { type: "text" };
import streams from "./pages/streams.md" with { type: "text" };
import stores from "./pages/stores.md" with { type: "text" };
import timeZones from "./pages/time_zones.md" with { type: "text" };
import watching from "./pages/watching.md" with { type: "text" };
import writeAddOn from "./pages/write_addon.md" with { type: "text" };
import windows from "./pages/windows.md" with { type: "text" };
import windowsInIndonesian from "./pages/id/windows.md" with { type: "text" };
import type { PublicFile } from "../../../src/model/site_pack.ts";
import { BUILD_ADDONS } from "../../addons.ts";
import {
  type DocPage,
  inIndonesian,
  llmsText,
  runningIt,
  twinOf,
  usingIt,
  written,
} from "./doc_page.ts";
import { fillIn, fillInsOf } from "./fill_in.ts";
import { pictureFiles } from "./pictures.ts";
import { recipeFiles } from "./recipe_files.ts";
import { readDoc, searchText } from "./read_doc.ts";
import { renderDoc } from "./render_doc.ts";
import type { SiteSource } from "../site_source.ts";
import { referencePages } from "./reference.ts";

/** The pages whose text is written by hand, in the order of the list of contents. */
const WRITTEN: readonly DocPage[] = [
  ...usingIt(
    ["/docs", "Start here", start],
    ["/docs/credentials", "Credentials", credentials],
    ["/docs/limits", "Limits", limits],
    ["/docs/lists", "Lists, pages and filters", lists],
    ["/docs/time-zones", "Time zones", timeZones],
    ["/docs/live", "Live", live],
    ["/docs/streams", "Streams", streams],
    ["/docs/calendars", "Calendars and feeds", calendars],
    ["/docs/pages", "Public pages and frames", publicPages],
    ["/docs/events", "Events and changes", events],
    ["/docs/assistants", "Assistants", assistants],
    ["/docs/errors", "Errors", errors],
    ["/docs/browsers", "In a browser", browsers],
    ["/docs/client", "Typed clients", client],
    ["/docs/recipes", "Recipes", recipes],
    ["/docs/licence", "Data and pictures", licence],
    ["/docs/libraries", "Program and libraries", libraries],
    ["/docs/changes", "Changes policy", changes],
    ["/docs/compatibility", "Programs of another service", compatibility],
  ),
  ...written("en", "Editing the content", [
    ["/docs/editing", "By task", editing],
    ["/docs/forms", "Forms", forms],
    ["/docs/windows", "From nothing on Windows", windows],
  ]),
  ...runningIt(
    ["/docs/first-server", "The first server", firstServer],
    ["/docs/settings", "Settings", settings],
    ["/docs/running", "Running it", running],
    ["/docs/keys", "Keys and quotas", keys],
    ["/docs/backup", "Backup", backup],
    ["/docs/platforms", "Live platforms", platforms],
    ["/docs/own-service", "Your own service", ownService],
    ["/docs/mirror", "Run a mirror", mirror],
    ["/docs/watching", "Watching it", watching],
    ["/docs/telemetry", "OpenTelemetry", telemetry],
    ["/docs/stores", "Where the store is kept", stores],
    ["/docs/capacity", "What one machine carries", capacity],
    ["/docs/deploy", "On Deno Deploy", deploy],
    ["/docs/audit", "The audit", audit],
    ["/docs/privacy", "Privacy", privacy],
  ),
  ...written("en", "Working on it", [
    ["/docs/how-it-works", "How it works", howItWorks],
    ["/docs/adding", "Adding to it", adding],
    ["/docs/write-addon", "Write an add-on", writeAddOn],
  ]),
  ...inIndonesian(
    ["/docs/id", "Mulai di sini", startInIndonesian],
    ["/docs/id/credentials", "Kredensial", credentialsInIndonesian],
    ["/docs/id/limits", "Batas", limitsInIndonesian],
    ["/docs/id/calendars", "Kalender dan feed", calendarsInIndonesian],
    ["/docs/id/events", "Peristiwa dan perubahan", eventsInIndonesian],
    ["/docs/id/browsers", "Di peramban", browsersInIndonesian],
    ["/docs/id/errors", "Pesan kesalahan", errorsInIndonesian],
    ["/docs/id/editing", "Menyunting isi", editingInIndonesian],
    ["/docs/id/forms", "Formulir", formsInIndonesian],
    ["/docs/id/windows", "Dari nol di Windows", windowsInIndonesian],
    ["/docs/id/own-service", "Layanan sendiri", ownServiceInIndonesian],
  ),
  ...BUILD_ADDONS.flatMap(({ documents }) => documents),
];

/** All documents as pages, as Markdown, and their list. */
export function documents(source: SiteSource): PublicFile[] {
  const { title, base_url } = source.site;
  const values = fillInsOf(source);
  const pages = [
    ...WRITTEN.map((page) => ({ ...page, markdown: fillIn(page.markdown, values) })),
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
    searchText(docs.filter(([page]) => !page.isIndex)),
    ...pictureFiles(),
    ...recipeFiles(),
    {
      path: "/llms.txt",
      contentType: "text/plain; charset=utf-8",
      body: llmsText(pages, title, base_url),
    },
  ];
}
