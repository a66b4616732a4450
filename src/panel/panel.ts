import { isReadable } from "../access/gate/clear_text.ts";
import {
  checkInput,
  type CommandInput,
  commandName,
  type CommandOutcome,
  matchPath,
} from "../admin/command/command.ts";
import { runOnRecord } from "../admin/trail/trail.ts";
import { createAnnounceStore } from "../change_feed/announce_store.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import { isOwnForm, namesOwnHost, type ParsedRequest } from "../http/request.ts";
import { type Html, html } from "../page/html.ts";
import { deadline } from "../platform/clock.ts";
import { readAttempts } from "../webhooks/records/webhook_store.ts";
import { createLogin, redirectPage, toLogin } from "./login.ts";
import {
  errorPage,
  isUnexpected,
  notFoundPage,
  PageError,
  storeAwayPage,
} from "./outcome_pages.ts";
import {
  type Act,
  type Action,
  type OptionValues,
  type PageContext,
  PANEL_PATHS,
  type PanelDeps,
  type PanelPage,
  type RenderPage,
  type StatusView,
} from "./page_context.ts";
import { auditPage } from "./pages/audit_page.ts";
import { contentPage } from "./pages/content_page.ts";
import { issueKey, issuePage } from "./pages/issue_page.ts";
import { keyFormActions } from "./pages/key_forms.ts";
import { keyPage } from "./pages/key_page.ts";
import { KEY_DEEDS, KEY_QUESTIONS } from "./pages/key_questions.ts";
import { keysPage } from "./pages/keys_page.ts";
import { livePage } from "./pages/live_page.ts";
import { overviewPage } from "./pages/overview_page.ts";
import { SIGNUP_DEEDS, signupPage } from "./pages/signup_page.ts";
import { tokenPage, tokensPage } from "./pages/tokens_page.ts";
import { TOKEN_DEEDS, TOKEN_QUESTIONS } from "./pages/token_questions.ts";
import { webhooksPage } from "./pages/webhooks_page.ts";
import { checkForm, createSessions, FORM_TOKEN, type Session } from "./sessions.ts";
import { layout, type Navigation } from "../page/layout.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { respondPrivately } from "../site/site_pack.ts";

/** The pages, by their paths below `/admin`. */
const PAGES: Readonly<Record<string, RenderPage>> = {
  "": overviewPage,
  "keys": keysPage,
  "keys/issue": issuePage,
  "keys/{}": (context, id) => keyPage(context, id),
  ...KEY_QUESTIONS,
  "tokens": tokensPage,
  "tokens/{}": tokenPage,
  ...TOKEN_QUESTIONS,
  "signup": signupPage,
  "audit": auditPage,
  "live": livePage,
  "webhooks": webhooksPage,
  "content": contentPage,
};

/** The pages that show what this process has in memory, also if the store is away. */
const MEMORY_PAGES: ReadonlySet<RenderPage> = new Set([overviewPage, livePage]);

/** What forms do, by their paths below `/admin`. */
const ACTIONS: Readonly<Record<string, Action>> = {
  "keys/issue": issueKey,
  ...keyFormActions(keyPage),
  ...KEY_DEEDS,
  ...TOKEN_DEEDS,
  ...SIGNUP_DEEDS,
};

const METHODS = ["GET", "HEAD", "POST"];
/** How long a page that shows what is in memory waits for the store. */
const READ_MS = 1_000;

/** Creates the panel. */
export function createPanel(deps: PanelDeps) {
  const { admin, store, platform: { clock, random } } = deps;
  const { commandDeps } = admin;
  const sessions = createSessions({ ...store, clock, random });
  const login = createLogin({ ...deps, sessions });
  const announcements = createAnnounceStore(store.kv);

  async function show(request: ParsedRequest, session: Session): Promise<PanelPage> {
    const segments = request.target.segments.slice(1);
    const isLogin = segments.join("/") === "login";
    const formToken = () => tokenField(session);
    if (session.username === undefined) {
      return isLogin ? await login.page(request, formToken) : toLogin(request);
    }
    if (isLogin) return redirectPage(PANEL_PATHS.overview);
    const page = matchPath(PAGES, segments);
    if (page === undefined) return notFoundPage();
    // A page that waits for a store that is away would never come.
    const away = MEMORY_PAGES.has(page.entry) ? undefined : await storeAway();
    return away ?? await page.entry(contextOf(request, session.username, formToken), page.subject);
  }

  async function send(
    rawRequest: Request,
    request: ParsedRequest,
    session: Session,
  ): Promise<PanelPage> {
    const segments = request.target.segments.slice(1);
    const path = segments.join("/");
    const formToken = () => tokenField(session);
    if (!isOwnForm(request)) throw new PageError("FOREIGN_FORM");
    const fields = await deps.bodies.readForm(rawRequest);
    const number = checkForm(session, fields);
    if (path === "login") return await login.logIn(request, fields, formToken);
    if (path === "logout") return await login.logOut(request, session);
    const isLogout = path === "logout/everywhere";
    const action = matchPath(ACTIONS, segments);
    if (!isLogout && (action === undefined || !admin.isOn)) throw new PageError("METHOD");
    const { username } = session;
    if (username === undefined) return toLogin(request, pageOf(request));
    const act: Act = async (command, subject, values) => {
      const claim = () => sessions.claimForm(session, number);
      const outcome = await run(request, username, [command, subject, values], claim);
      admin.log.info("An administrator did something", { username, command });
      return outcome;
    };
    if (action !== undefined) {
      const context = contextOf(request, username, formToken);
      return await action.entry({ ...context, fields, act }, action.subject);
    }
    await act("user logout", username, {});
    return await login.logOut(request, session);
  }

  /** Runs a command for an administrator; one that changes something if `claim` says that it may. */
  async function run(
    { address }: ParsedRequest,
    username: string,
    [name, subject = "", values = {}]: Parameters<PageContext["outcome"]>,
    claim?: () => Promise<boolean>,
  ): Promise<CommandOutcome> {
    const command = (await admin.commands()).find((one) => commandName(one) === name);
    if (command?.at?.method !== (claim ? "POST" : "GET")) {
      throw new TypeError(`Cannot run "${name}" from a page`);
    }
    const input = checkInput(command, inputOf(subject, values));
    if (claim !== undefined && !await claim()) throw new PageError("SENT_BEFORE");
    return await runOnRecord(command, commandDeps, input, { by: username, ip: address });
  }

  function contextOf(
    request: ParsedRequest,
    username: string,
    formToken: PageContext["formToken"],
  ): PageContext {
    const index = deps.index();
    const outcome: PageContext["outcome"] = (...asked) => run(request, username, asked);
    return {
      username,
      formToken,
      index,
      announcements,
      query: request.query,
      now: clock.now(),
      timezone: index.groups[0]?.timezone ?? "UTC",
      isOn: admin.isOn,
      view: deps.view,
      recents: deps.recents,
      outcome,
      read: async <T>(...asked: Parameters<PageContext["outcome"]>) =>
        (await outcome(...asked)).json as T,
      async readPage<T>(name: string, values: OptionValues) {
        const { json, page } = await outcome(name, "", values);
        if (page === undefined) throw new TypeError(`Cannot page through "${name}"`);
        return { value: json as T, counts: page.counts };
      },
      keys: deps.keys,
      streamsOf: (keyId) => deps.slots.openOf(keyId),
      ifReached: (work) => deadline(clock, READ_MS, work).catch(() => undefined),
      search: deps.search,
      attempts: (webhookId) => readAttempts(store.kv, webhookId),
      status,
    };
  }

  async function status(): Promise<StatusView> {
    return await admin.status() as StatusView;
  }

  /** The page that says that the store is away; undefined if it is there. */
  async function storeAway(): Promise<PanelPage | undefined> {
    const found = await status();
    return found.store_answers ? undefined : storeAwayPage();
  }

  function tokenField(session: Session) {
    return html`<input type="hidden" name="${FORM_TOKEN}" value="${sessions.formToken(session)}">`;
  }

  return async function panel(
    rawRequest: Request,
    request: ParsedRequest,
    headers: HeaderList,
  ): Promise<Response> {
    let session: Session | undefined;
    let page: PanelPage;
    try {
      if (!METHODS.includes(request.method)) throw new PageError("METHOD");
      if (isReadable(request)) throw new PageError("PLAIN_HTTP");
      // Over https a name needs a certificate.
      const baseUrl = () => deps.index().site.base_url;
      if (!request.isSecure && !namesOwnHost(rawRequest, baseUrl)) {
        throw new PageError("FOREIGN_HOST");
      }
      session = await sessions.find(request);
      page = request.method === "POST"
        ? await send(rawRequest, request, session)
        : await show(request, session);
    } catch (error) {
      const away = isUnexpected(error) ? await storeAway() : undefined;
      page = away ?? errorPage(
        error,
        (cause) => deps.toHttpError(cause, request.method, request.requestId),
        request.method === "POST" ? pageOf(request) : undefined,
      );
    }
    const token = session && tokenField(session);
    return respondPage(request, page, { headers, session, token, index: deps.index() });
  };
}

/** The page on which the form at an address is; undefined if there is none. */
function pageOf({ target: { segments } }: ParsedRequest): string | undefined {
  const above = segments.slice(0, -1);
  return matchPath(PAGES, above.slice(1)) && `/${above.map(encodeURIComponent).join("/")}`;
}

function inputOf(subject: string, values: OptionValues): CommandInput {
  const given = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === "") return [];
    const texts = typeof value === "string" ? [value] : value;
    return texts.length === 0 ? [] : [[name, texts] as const];
  });
  return { subject, values: new Map(given) };
}

const NAVIGATION: Navigation = [
  [PANEL_PATHS.overview, "Overview"],
  [PANEL_PATHS.keys, "Keys"],
  [PANEL_PATHS.tokens, "Tokens"],
  [PANEL_PATHS.audit, "Audit"],
  [PANEL_PATHS.live, "Live"],
  [PANEL_PATHS.webhooks, "Webhooks"],
  [PANEL_PATHS.content, "Content"],
];

function accountPart(username: string, formToken: Html): Html {
  return html`
    <form class="account" method="post"
      action="${PANEL_PATHS
        .logout}">${formToken}<span>Logged in as ${username}</span> <button>Log out</button> <button formaction="${PANEL_PATHS
        .logoutEverywhere}">Log out everywhere</button></form>
  `;
}

/**
 * Lays a page out and sends it with the headers of every response to the request; its session's cookie
 * goes with it if the browser does not have it. `token` is that of the form that logs out.
 */
function respondPage(
  { method, target }: ParsedRequest,
  page: PanelPage,
  { headers, session, token, index }: {
    readonly headers: HeaderList;
    readonly session: Session | undefined;
    readonly token: Html | undefined;
    readonly index: PackIndex;
  },
): Response {
  const { title, main, status = 200, headers: own = [] } = page;
  const account = session?.username === undefined || token === undefined
    ? undefined
    : accountPart(session.username, token);
  const text = layout({
    title,
    site: { ...index.site, title: `${index.site.title} · operators` },
    lang: "en",
    path: target.path,
    home: PANEL_PATHS.overview,
    description: "The state of the service, for its operators.",
    navigation: account === undefined ? [["/", "Home"], ["/docs", "Documents"]] : NAVIGATION,
    account,
    main,
  });
  // If there is no form, nothing has to be remembered of somebody who has not logged in.
  const isNeeded = status !== 303 && !own.some(([name]) => name === "set-cookie");
  const cookie = isNeeded && session?.cookie !== undefined ? [session.cookie] : [];
  return respondPrivately(method, text, status, [...headers, ...own, ...cookie]);
}
