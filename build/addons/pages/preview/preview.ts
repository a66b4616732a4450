/**
 * This room shows the content folder in `deno task dev`, with its drafts and what comes out later: the pages
 * are those of the server, over content that is in memory here alone, with a bar for editors in front.
 *
 * @module
 */

import { isPicturePath, PICTURE_TYPES } from "../../../../src/model/picture.ts";
import type { Html } from "../../../../src/page/html.ts";
import { layout } from "../../../../src/page/layout.ts";
import { isForwarded, isLoopback, namesOwnHost } from "../../../../src/http/request.ts";
import { PAGE_HEADERS } from "../../../../src/page/site_pack.ts";
import type { CheckedContent } from "../../../check/content.ts";
import type { Compiled } from "../../../compile.ts";
import { errorsFirst } from "../../../diagnostic/diagnostic.ts";
import { pictureReader } from "../../../picture/read_picture.ts";
import type { DevTool } from "../../../tool.ts";
import {
  type Language,
  languageOfTag,
  LANGUAGES,
  say,
  speaking,
  spokenLanguage,
} from "../../../words/say.ts";
import { createWholeContent, type WholeContent } from "./drafts.ts";
import {
  editorBar,
  LANGUAGE_PATH,
  type Place,
  PREVIEW_ROOT,
  PROBLEMS_PATH,
  problemsMain,
  type Report,
} from "./editor_bar.ts";
import script from "./preview.js" with { type: "text" };

const SCRIPT_PATH = `${PREVIEW_ROOT}/preview.js`;
const COOKIE = "preview_language";

/** What was built last, and the good build whose pages are shown. */
interface Shown {
  readonly report: Report;
  /** Undefined: no build of this process was good. */
  readonly whole: WholeContent | undefined;
}

/** Creates the preview: `/` and what is below {@linkcode PREVIEW_ROOT}, to GET and HEAD of this machine alone. */
export function createPreview(
  now: () => number = Date.now,
): Required<Pick<DevTool, "onBuild" | "front">> {
  const putDraftsIn = createWholeContent(now);
  // Tells this process from an earlier one, whose pages may still be open.
  const start = now();
  let builds = 0;
  let last: Compiled | undefined;
  let good: CheckedContent | undefined;
  let whole: WholeContent | undefined;
  let shown: Shown | undefined;

  /** Made when it is first asked for after a build. */
  function read(): Shown {
    if (whole === undefined && good !== undefined) whole = putDraftsIn(good);
    return shown ??= {
      whole,
      report: {
        version: version(),
        isBroken: last?.pack === undefined,
        problems: errorsFirst(last?.diagnostics ?? []),
        draftProblems: errorsFirst(whole?.draftProblems ?? []),
        groups: good?.groups ?? [],
        files: whole?.files ?? new Map(),
      },
    };
  }

  const version = () => `${start}-${builds}`;

  return {
    onBuild(compiled) {
      builds++;
      [last, shown] = [compiled, undefined];
      if (compiled.pack !== undefined) [good, whole] = [compiled.content, undefined];
    },
    front({ app, over }) {
      const inner = over((served) => read().whole?.open(served) ?? served);

      async function answer(target: URL, request: Request, address: string): Promise<Response> {
        const { pathname } = target;
        if (pathname === `${PREVIEW_ROOT}/version`) {
          return respond(version(), "text/plain", request);
        }
        if (pathname === SCRIPT_PATH) return respond(script, "text/javascript", request);
        if (pathname.startsWith(LANGUAGE_PATH)) return switchLanguage(target);
        const { report, whole } = read();
        const [first] = report.groups;
        const isStart = [`/`, PREVIEW_ROOT, `${PREVIEW_ROOT}/`].includes(pathname);
        const path = isStart && first !== undefined && whole !== undefined
          ? `/groups/${encodeURIComponent(first.slug)}`
          : pathname.slice(PREVIEW_ROOT.length);
        const place = {
          path: pathname + target.search,
          group: report.groups.find(({ slug }) => slug === decoded(path.split("/")[2] ?? "")),
          file: report.files.get(decoded(path)),
        };
        const language = chosenLanguage(request) ??
          (place.group && languageOfTag(place.group.group.language)) ?? spokenLanguage();
        return await speaking(language, async () => {
          const bar = editorBar(report, place, now());
          if (pathname === PROBLEMS_PATH || whole === undefined || report.groups.length === 0) {
            const text = withBar(problemsPage(report, place, now()), bar);
            return respond(text, "text/html", request);
          }
          const headers = { accept: "text/html", host: target.host };
          const url = new URL(path + target.search, target.origin);
          const made = await inner(new Request(url, { headers }), address);
          const location = made.headers.get("location");
          if (location !== null) return redirect(PREVIEW_ROOT + location);
          return respond(withBar(await made.text(), bar), "text/html", request, made.status);
        });
      }

      return async (request, address) => {
        if (!isLoopback(address) || isForwarded(request.headers)) {
          return await app(request, address);
        }
        if (!namesOwnHost(request, () => good?.site?.base_url ?? "")) return refuseForeignHost();
        const isRead = request.method === "GET" || request.method === "HEAD";
        const target = isRead ? URL.parse(request.url) : null;
        if (target !== null && isPreview(target)) return await answer(target, request, address);
        const answered = await app(request, address);
        const picture = answered.status === 404 && target !== null && isPicturePath(target.pathname)
          ? hiddenPicture(read().whole, target.pathname)
          : undefined;
        if (picture === undefined) return answered;
        await answered.body?.cancel();
        return respond(picture, PICTURE_TYPES[/[^.]*$/.exec(target!.pathname)![0]]!, request);
      };
    },
  };
}

/** `/?front` is the program's own front page. */
function isPreview({ pathname, search }: URL): boolean {
  return pathname === "/" && search === "" || pathname === PREVIEW_ROOT ||
    pathname.startsWith(`${PREVIEW_ROOT}/`);
}

/** A page with the bar in front, which follows saves, and whose links stay within the preview. */
function withBar(page: string, bar: Html): string {
  return page
    .replace("</head>", () => `<script type="module" src="${SCRIPT_PATH}"></script>\n</head>`)
    .replace('<header class="site">', (header) => bar.text + header)
    // A quote in a text is an entity: this is an attribute.
    .replaceAll(' href="/groups/', ` href="${PREVIEW_ROOT}/groups/`);
}

function problemsPage(report: Report, { path }: Place, now: number): string {
  return layout({
    title: say`Problems`,
    site: say`Preview`,
    lang: spokenLanguage(),
    path,
    description: say`Problems`,
    navigation: [["/", say`Preview`], ["/docs", say`Documents`]],
    main: problemsMain(report, now),
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function chosenLanguage({ headers }: Request): Language | undefined {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(headers.get("cookie") ?? "")?.[1];
  return LANGUAGES.find((language) => language === chosen);
}

/** Bars speak another language from now on. */
function switchLanguage({ pathname, searchParams }: URL): Response {
  const at = searchParams.get("at") ?? "/";
  const language = LANGUAGES.find((one) => pathname === LANGUAGE_PATH + one) ?? "en";
  const cookie = `${COOKIE}=${language}; Path=/; SameSite=Strict; Max-Age=31536000`;
  return redirect(/^\/preview\/[^\s\\]*$/.test(at) ? at : "/", { "set-cookie": cookie });
}

/** A page of any name that leads here would read drafts in a browser of this machine. */
function refuseForeignHost(): Response {
  const text =
    say`Here deno task dev answers to localhost, 127.0.0.1, [::1] and the host of base_url in site.yaml, and to no other name.`;
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return new Response(`${text}\n`, { status: 403, headers });
}

/** A picture that the program does not show yet; undefined if it was moved, or broken, since it was checked. */
function hiddenPicture(
  whole: WholeContent | undefined,
  path: string,
): Uint8Array<ArrayBuffer> | undefined {
  const file = whole?.pictures.get(path);
  try {
    return file === undefined ? undefined : pictureReader?.(Deno.readFileSync(file))?.bare;
  } catch {
    return undefined;
  }
}

function redirect(location: string, more: Record<string, string> = {}): Response {
  const headers = { location, "cache-control": "no-store", ...more };
  return new Response(null, { status: 303, headers });
}

function respond(
  content: string | Uint8Array<ArrayBuffer>,
  type: string,
  { method }: Request,
  status = 200,
): Response {
  const headers = {
    "content-type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...Object.fromEntries(PAGE_HEADERS),
  };
  return new Response(method === "HEAD" ? null : content, { status, headers });
}
