/**
 * This room answers `/` of `deno task dev` with pages that show the content folder.
 *
 * @module
 */

import { isPicturePath, PICTURE_TYPES } from "../../../../src/model/picture.ts";
import { readHiddenPicture } from "../../../preview/hidden_pictures.ts";
import { html } from "../../../../src/page/html.ts";
import { emptyState } from "../../../../src/page/parts.ts";
import type { Handler } from "../../../../src/routes/dispatch.ts";
import { PAGE_HEADERS } from "../../../../src/site/site_pack.ts";
import { isForwarded, isLoopback, namesOwnHost } from "../../../../src/http/request.ts";
import { PREVIEW_ROOT, VERSION_PATH } from "./parts.ts";
import { createFolderReader, type Folder } from "./folder.ts";
import { frame, type PreviewPage } from "./frame.ts";
import { findPage, groupAt } from "./find_page.ts";
import { languageOfTag, say, speaking } from "../../../words/say.ts";
import style from "./preview.css" with { type: "text" };
import script from "./preview.js" with { type: "text" };

/**
 * Stands in front of a program and answers `/` and what is below {@linkcode PREVIEW_ROOT} with the folder as
 * a site, to GET and HEAD of this machine alone: it shows drafts. All else is the program's, but what comes
 * from this machine under a foreign name. `out` is OUT_DIR, `now` in epoch ms.
 */
export function createPreview(
  { out, now }: { out: string; now: () => number },
): (program: Handler) => Handler {
  const reader = createFolderReader(out);
  return (program) => async (request, address) => {
    const isAtHome = isLoopback(address) && !isForwarded(request.headers);
    if (isAtHome && !namesOwnHost(request, () => reader.read()?.site.base_url ?? "")) {
      return speaking(reader.read()?.report.language ?? "en", refuseForeignHost);
    }
    const picture = isAtHome ? hiddenPicture(out, request) : undefined;
    if (picture !== undefined) return picture;
    const target = isAtHome ? previewTarget(request) : undefined;
    if (target === undefined) return await program(request, address);
    const [type, text] = FILES[target.pathname] ?? [];
    if (type !== undefined) return respond(text ?? reader.version(), type, request.method);
    const folder = reader.read();
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
function hiddenPicture(out: string, { method, url }: Request): Response | undefined {
  if (method !== "GET" && method !== "HEAD" || !URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  const bytes = isPicturePath(pathname) ? readHiddenPicture(out, pathname) : undefined;
  return bytes &&
    respond(bytes, PICTURE_TYPES[pathname.slice(pathname.lastIndexOf(".") + 1)]!, method);
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
  const language = group === undefined
    ? folder.report.language
    : languageOfTag(group.index.language);
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
