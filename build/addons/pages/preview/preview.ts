/**
 * This room answers `/` of `deno task dev` with pages that show the content folder.
 *
 * @module
 */

import { isPicturePath, PICTURE_TYPES } from "../../../../src/model/picture.ts";
import { pictureReader } from "../../../picture/read_picture.ts";
import type { BuildWatcher } from "../../../preview/previewed.ts";
import { html } from "../../../../src/page/html.ts";
import { emptyState } from "../../../../src/page/parts.ts";
import type { Handler } from "../../../../src/routes/dispatch.ts";
import { PAGE_HEADERS } from "../../../../src/site/site_pack.ts";
import { isForwarded, isLoopback, namesOwnHost } from "../../../../src/http/request.ts";
import { PREVIEW_ROOT, VERSION_PATH } from "./parts.ts";
import { createFolderReader, type Folder } from "./folder.ts";
import { frame, type PreviewPage } from "./frame.ts";
import { findPage, groupAt } from "./find_page.ts";
import { languageOfTag, say, speaking, spokenLanguage } from "../../../words/say.ts";
import style from "./preview.css" with { type: "text" };
import script from "./preview.js" with { type: "text" };

/**
 * Stands in front of a program and answers `/` and what is below {@linkcode PREVIEW_ROOT} with the folder as
 * a site, to GET and HEAD of this machine alone: it shows drafts. All else is the program's, but what comes
 * from this machine under a foreign name. `now` in epoch ms.
 */
export function createPreview(
  { builds, now }: { builds: Pick<BuildWatcher, "read" | "version">; now: () => number },
): (program: Handler) => Handler {
  const readFolder = createFolderReader(builds);
  return (program) => async (request, address) => {
    const isAtHome = isLoopback(address) && !isForwarded(request.headers);
    if (isAtHome && !namesOwnHost(request, () => readFolder()?.site.base_url ?? "")) {
      return refuseForeignHost();
    }
    const picture = isAtHome ? hiddenPicture(builds, request) : undefined;
    if (picture !== undefined) return picture;
    const target = isAtHome ? previewTarget(request) : undefined;
    if (target === undefined) return await program(request, address);
    const [type, text] = FILES[target.pathname] ?? [];
    if (type !== undefined) return respond(text ?? builds.version(), type, request.method);
    const folder = readFolder();
    if (folder === undefined) return await program(request, address);
    return await respondPage(folder, target, request.method, now());
  };
}

/** A page of any name that leads here would read drafts in a browser of this machine. */
function refuseForeignHost(): Response {
  const text =
    say`Here deno task dev answers to localhost, 127.0.0.1, [::1] and the host of base_url in site.yaml, and to no other name.`;
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return new Response(`${text}\n`, { status: 403, headers });
}

/** A picture that the program does not show yet. */
function hiddenPicture(
  builds: Pick<BuildWatcher, "read">,
  { method, url }: Request,
): Response | undefined {
  if (method !== "GET" && method !== "HEAD" || !URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  if (!isPicturePath(pathname)) return undefined;
  const file = builds.read()?.hiddenPictures.get(pathname);
  const bytes = file === undefined ? undefined : bytesOf(file);
  return bytes &&
    respond(bytes, PICTURE_TYPES[pathname.slice(pathname.lastIndexOf(".") + 1)]!, method);
}

/** Undefined of a picture that was moved, or broken, since it was checked. */
function bytesOf(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return pictureReader?.(Deno.readFileSync(file))?.bare;
  } catch {
    return undefined;
  }
}

/** The address asked for, where it is one of the preview's. */
function previewTarget({ method, url }: Request): URL | undefined {
  if (method !== "GET" && method !== "HEAD" || !URL.canParse(url)) return undefined;
  const target = new URL(url);
  const { pathname, search } = target;
  const isPreview = pathname === "/" && search === "" || pathname === PREVIEW_ROOT ||
    pathname.startsWith(`${PREVIEW_ROOT}/`);
  return isPreview ? target : undefined;
}

/** The parts of the preview that are no pages, by their paths; without a text it is the version. */
const FILES: Readonly<Record<string, readonly [type: string, text?: string]>> = {
  [VERSION_PATH]: ["text/plain; charset=utf-8"],
  [`${PREVIEW_ROOT}/preview.css`]: ["text/css; charset=utf-8", style],
  [`${PREVIEW_ROOT}/preview.js`]: ["text/javascript; charset=utf-8", script],
};

function respondPage(
  folder: Folder,
  target: URL,
  method: string,
  now: number,
): Promise<Response> {
  const group = groupAt(folder, target.pathname);
  const language = group === undefined ? spokenLanguage() : languageOfTag(group.index.language);
  return speaking(language, async () => {
    const page = await findPage(folder, target, now) ?? nowhere();
    const text = frame(page, folder, target.pathname);
    return respond(text, "text/html; charset=utf-8", method, page.status);
  });
}

function nowhere(): PreviewPage {
  return {
    title: say`Not in the folder`,
    status: 404,
    main: html`
      <h1>${say`Not in the folder`}</h1>
      ${emptyState(
        html`${say`The content folder has nothing of this name.`} <a href="/">${say`To the first page of the preview`}</a>`,
      )}
    `,
  };
}

function respond(
  text: string | Uint8Array<ArrayBuffer>,
  type: string,
  method: string,
  status = 200,
): Response {
  const headers: [string, string][] = [
    ["content-type", type],
    ["cache-control", "no-store"],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "no-referrer"],
    ...PAGE_HEADERS.map(([name, value]): [string, string] => [name, value]),
  ];
  return new Response(method === "HEAD" ? null : text, { status, headers });
}
