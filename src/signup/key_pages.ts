import { isReadable } from "../access/gate/clear_text.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import { HttpError } from "../http/http_error.ts";
import { isOwnForm, type ParsedRequest } from "../http/request.ts";
import { html } from "../page/html.ts";
import { layout } from "../page/layout.ts";
import { PRIVATE_PAGE_HEADERS, respondPrivately } from "../site/site_pack.ts";
import type { KeyWords } from "./words_en.ts";
import { createLetterCounts } from "./letter_counts.ts";
import { createLinks } from "./links.ts";
import { createManagePages } from "./manage_pages.ts";
import { KEY_PATHS, type KeyPage, outcomePage, secretPage, signupPage } from "./pages.ts";
import { type FieldErrors, readSignup, type Typed, typedIn } from "./read_request.ts";
import { rotateByKey } from "./rotate_own.ts";
import { openPlans } from "../model/plans.ts";
import { canWrite } from "./service.ts";
import { askForKey, confirmSignup, isSignupClosed } from "./sign_up.ts";
import {
  askedPage,
  badLink,
  behindButton,
  type KeyPagesDeps,
  type PageRequest,
  type PageTable,
  requestOf,
  type Shown,
  textOf,
  toManage,
} from "./page_request.ts";
import { wordsFor } from "./words.ts";

const METHODS = ["GET", "HEAD", "POST"];
const FORBIDDEN = { status: 403 };

/** A page in its language. */
type Said = Shown & { readonly words: KeyWords };

/** The dependencies that sign-up does not make for itself. */
export type SignupDeps = Omit<KeyPagesDeps, "links" | "letters">;

/** Puts sign-up together: its pages, and rotation by keys. */
export function createSignup(given: SignupDeps) {
  const { store, commandDeps: { clock, random } } = given;
  const env = { ...store, clock, random };
  const deps: KeyPagesDeps = {
    ...given,
    links: createLinks(env),
    letters: createLetterCounts(env),
  };
  return {
    pages: createKeyPages(deps),
    rotate: (...asked: [Parameters<typeof rotateByKey>[1], Parameters<typeof rotateByKey>[2]]) =>
      rotateByKey(deps, ...asked),
  };
}

/** Answers `/key` and the paths below it; resolves with undefined if there is no page. */
type KeyPages = (
  rawRequest: Request,
  request: ParsedRequest,
  headers: HeaderList,
) => Promise<Response | undefined>;

function createKeyPages(deps: KeyPagesDeps): KeyPages {
  const { links, bodies } = deps;
  const managing = createManagePages(deps);

  const shown: PageTable = {
    ...managing.shown,
    [KEY_PATHS.signup]: (visit) => Promise.resolve(signupForm(visit, typedIn(visit.fields), {})),
    [KEY_PATHS.confirm]: (visit) => Promise.resolve(behindButton(deps, visit, "signup")),
  };

  const sent: PageTable = {
    ...managing.sent,
    [KEY_PATHS.signup]: async (visit) => {
      const { words, request: { address } } = visit;
      const typed = typedIn(visit.fields);
      const read = readSignup(typed, openPlans(deps.index()), words);
      if ("errors" in read) return signupForm(visit, typed, read.errors);
      return askedPage(words, await askForKey(deps, read.request, address));
    },
    [KEY_PATHS.confirm]: async (visit) => {
      const { words, request: { address } } = visit;
      const link = links.open("signup", textOf(visit, "link"));
      if (link === undefined) return badLink(visit);
      const result = await confirmSignup(deps, link, address);
      if (result.outcome !== "made") {
        const status = result.outcome === "closed" ? 503 : 409;
        return outcomePage(words[result.outcome], { status, links: toManage(words) });
      }
      const { secret } = result;
      return secretPage(words, {
        title: words.made.title,
        secret,
        request: requestOf(deps, secret),
      });
    },
  };

  function signupForm({ words, request }: PageRequest, typed: Typed, errors: FieldErrors): KeyPage {
    return signupPage(words, {
      plans: openPlans(deps.index()),
      typed,
      errors,
      address: request.address,
    });
  }

  function isThere(path: string): boolean {
    if (!Object.hasOwn(shown, path) && !Object.hasOwn(sent, path)) return false;
    return canWrite(deps) && (!isOfSignup(path) || openPlans(deps.index()).length > 0);
  }

  async function answer(rawRequest: Request, request: ParsedRequest): Promise<Said | undefined> {
    const { method, headers, target: { path }, query } = request;
    const words = wordsFor(query.get("lang")?.[0], headers);
    if (!isThere(path)) return undefined;
    const table = method === "POST" ? sent : shown;
    if (!METHODS.includes(method) || !Object.hasOwn(table, path)) {
      throw new HttpError("METHOD_NOT_ALLOWED");
    }
    if (isReadable(request)) return { words, ...outcomePage(words.plainHttp, FORBIDDEN) };
    if (isOfSignup(path) && await isSignupClosed(deps)) {
      return { words, ...outcomePage(words.closed, { status: 503 }) };
    }
    if (method !== "POST") {
      return { words, ...await shown[path]!({ words, request, fields: query }) };
    }
    if (!isOwnForm(request)) return { words, ...outcomePage(words.foreignForm, FORBIDDEN) };
    const fields = await bodies.readForm(rawRequest);
    const visit = { words: wordsFor(fields.get("lang")?.[0], headers), request, fields };
    return { words: visit.words, ...await sent[path]!(visit) };
  }

  return async (rawRequest, request, headers) => {
    try {
      const said = await answer(rawRequest, request);
      return said && respond(request, said, headers);
    } catch (error) {
      const words = wordsFor(undefined, request.headers);
      const { status, details } = deps.toHttpError(error, request.method, request.requestId);
      const page = outcomePage(words.away, { status: status === 500 ? 503 : status });
      const allow: HeaderList = status === 405 ? [["allow", METHODS.join(", ")]] : [];
      const own = [...headers, ...details.headers ?? [], ...allow];
      return respond(request, { words, ...page }, own);
    }
  };

  function respond(request: ParsedRequest, said: Said, headers: HeaderList): Response {
    const { method, target: { path } } = request;
    if ("file" in said) {
      const sent = new Headers([...PRIVATE_PAGE_HEADERS, ...headers] as [string, string][]);
      sent.set("content-type", "application/json; charset=utf-8");
      sent.set("content-disposition", 'attachment; filename="key.json"');
      return new Response(`${JSON.stringify(said.file, null, 2)}\n`, { headers: sent });
    }
    const { words, title, main, status = 200 } = said;
    const text = layout({
      title,
      site: deps.index().site,
      lang: words.language,
      path,
      description: words.description,
      words: words.layout,
      scripts: ["/assets/copy.js"],
      main: html`${main}${otherLanguage(words, request)}`,
    });
    return respondPrivately(method, text, status, headers);
  }
}

/** The pages that an address alone leads to. */
const ADDRESSED: readonly string[] = [
  ...[KEY_PATHS.signup, KEY_PATHS.confirm, KEY_PATHS.manage],
];

/** Leads to the same page in the other language; from what a form brought to the page that it began at. */
function otherLanguage(
  { language, other }: KeyWords,
  { method, target: { path }, query }: ParsedRequest,
) {
  const lang = language === "en" ? "id" : "en";
  const isSame = method !== "POST" && ADDRESSED.includes(path);
  const link = isSame ? query.get("link")?.[0] : undefined;
  const search = new URLSearchParams({ ...(link !== undefined && { link }), lang });
  const start = isOfSignup(path) ? KEY_PATHS.signup : KEY_PATHS.manage;
  const address = `${isSame ? path : start}?${search}`;
  return html`<p class="small"><a href="${address}" lang="${lang}">${other}</a></p>`;
}

function isOfSignup(path: string): boolean {
  return path === KEY_PATHS.signup || path === KEY_PATHS.confirm;
}
