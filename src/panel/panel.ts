import { isInTheClear } from "../access/gate/credentials.ts";
import { createAnnounceStore } from "../announce/announce_store.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import { namesOwnHost, type ParsedRequest } from "../http/request.ts";
import { html } from "../page/html.ts";
import { deadline } from "../platform/deadline.ts";
import type { PanelHandler } from "../routes/dispatch.ts";
import { readAttempts } from "../webhooks/records/webhook_store.ts";
import { ACTIONS, MEMORY_PAGES, PAGES } from "./pages/pages.ts";
import { createLogin } from "./login.ts";
import {
  errorPage,
  foreignHostRefused,
  isUnexpected,
  methodRefused,
  notFoundPage,
  plainHttpRefused,
  storeAwayPage,
} from "./outcome_pages.ts";
import {
  matchPath,
  type PageContext,
  type PanelDeps,
  type PanelPage,
  type StatusView,
} from "./page_context.ts";
import { createPanelCommands } from "./panel_commands.ts";
import { respondPage } from "./respond_page.ts";
import { checkSameOrigin, createForms, FORM_TOKEN } from "./forms.ts";
import { createSessions, type Session } from "./sessions.ts";

const METHODS = ["GET", "HEAD", "POST"];
/** How long a page that shows what is in memory waits for the store. */
const READ_MS = 1_000;

/** Creates the panel. */
export function createPanel(deps: PanelDeps) {
  const { store, platform: { clock, random } } = deps;
  const sessions = createSessions({ ...store, clock, random });
  const forms = createForms({ kv: store.kv, random, now: clock.now });
  const login = createLogin({ ...deps, sessions });
  const commands = createPanelCommands(deps.admin);
  const announcements = createAnnounceStore(store.kv);

  /** Answers a request of a browser whose session is known. */
  async function answer(
    rawRequest: Request,
    request: ParsedRequest,
    session: Session,
  ): Promise<PanelPage> {
    const segments = request.target.segments.slice(1);
    const path = segments.join("/");
    const formToken = () => tokenField(forms.token(session));
    if (request.method === "POST") {
      checkSameOrigin(request);
      const fields = await deps.bodies.readForm(rawRequest);
      const number = forms.check(session, fields);
      if (path === "login") return await login.logIn(request, fields, formToken);
      if (path === "logout") return await login.logOut(request, session);
      const isLogout = path === "logout/everywhere";
      const action = matchPath(ACTIONS, segments);
      if (!isLogout && (action === undefined || !deps.admin.isOn)) throw methodRefused();
      if (session.username === undefined) return login.toLogin(request);
      const { username } = session;
      const claim = () => forms.claim(session, number);
      const act = commands.acting({ username, address: request.address }, claim);
      if (action === undefined) return await login.logOutEverywhere(request, session, act);
      const context = contextOf(request, username, formToken);
      return await action.entry({ ...context, fields, act }, action.subject);
    }
    if (session.username === undefined) {
      return path === "login" ? await login.page(request, formToken) : login.toLogin(request);
    }
    if (path === "login") return login.toOverview();
    const page = matchPath(PAGES, segments);
    if (page === undefined) return notFoundPage();
    // A page that waits for a store that is away would never come.
    const away = MEMORY_PAGES.has(page.entry) ? undefined : await storeAway();
    return away ?? await page.entry(contextOf(request, session.username, formToken), page.subject);
  }

  function contextOf(
    request: ParsedRequest,
    username: string,
    formToken: PageContext["formToken"],
  ): PageContext {
    const index = deps.index();
    return {
      username,
      formToken,
      index,
      announcements,
      query: request.query,
      now: clock.now(),
      timezone: index.groups[0]?.timezone ?? "UTC",
      isOn: deps.admin.isOn,
      view: deps.view,
      history: deps.history,
      ...commands.reading({ username, address: request.address }),
      keys: () => [...deps.keys()],
      ifReached: (work) => deadline(clock, READ_MS, work).catch(() => undefined),
      search: deps.search,
      attempts: (webhookId) => readAttempts(store.kv, webhookId),
      status: async () => await deps.admin.status(),
    };
  }

  /** The page that says that the store is away; undefined where it is there. */
  async function storeAway(): Promise<PanelPage | undefined> {
    const status = await deps.admin.status() as unknown as StatusView;
    return status.store_format === null ? storeAwayPage(status) : undefined;
  }

  return async function panel(rawRequest, request, headers: HeaderList) {
    let session: Session | undefined;
    let page: PanelPage;
    try {
      if (!METHODS.includes(request.method)) throw methodRefused();
      if (isReadable(request)) throw plainHttpRefused();
      // Over https a name needs a certificate.
      const baseUrl = () => deps.index().site.base_url;
      if (!request.isSecure && !namesOwnHost(rawRequest, baseUrl)) throw foreignHostRefused();
      session = await sessions.find(request);
      page = await answer(rawRequest, request, session);
    } catch (error) {
      const away = isUnexpected(error) ? await storeAway() : undefined;
      page = away ?? errorPage(
        error,
        (cause) => deps.toHttpError(cause, request.method, request.requestId),
      );
    }
    const token = session && tokenField(forms.token(session));
    return respondPage(request, page, { headers, session, token, index: deps.index() });
  } satisfies PanelHandler;
}

/**
 * Whether others could read along. What came through a proxy that is not trusted seems to be from
 * loopback, wherever it is from.
 */
function isReadable(request: ParsedRequest): boolean {
  const { headers, isSecure } = request;
  const isForwarded = headers.has("x-forwarded-for") || headers.has("forwarded");
  return isInTheClear(request) || (!isSecure && isForwarded);
}

function tokenField(token: string) {
  return html`<input type="hidden" name="${FORM_TOKEN}" value="${token}">`;
}
