import { passwordDigest } from "../access/records/user_store.ts";
import { parseAddress } from "../address/ip_address.ts";
import type { ParsedRequest, Query } from "../http/request.ts";
import { type Html, html, type HtmlValue } from "../page/html.ts";
import { formField, notice, time } from "../page/parts.ts";
import { durationWords, PANEL_PATHS, type PanelDeps, type PanelPage } from "./page_context.ts";
import type { Session, Sessions } from "./sessions.ts";

/** Creates what logs in and out. */
export function createLogin(
  { admins, store, platform, sessions }:
    & Pick<PanelDeps, "admins" | "store" | "platform">
    & { readonly sessions: Sessions },
) {
  const { clock, log } = platform;

  /** The form; if there is no administrator, the command that makes one. */
  async function page(request: ParsedRequest, formToken: () => Html): Promise<PanelPage> {
    const hasUsers = (await store.users.list()).length > 0;
    return loginPage({ next: nextOf(request.query), formToken, hasUsers });
  }

  /** Checks a name and a password, which the form brought. */
  async function logIn(
    request: ParsedRequest,
    fields: Query,
    formToken: () => Html,
  ): Promise<PanelPage> {
    const [username = "", password = ""] = ["username", "password"].map((name) =>
      fields.get(name)?.[0] ?? ""
    );
    const again = { next: nextOf(fields), username, formToken, hasUsers: true };
    const verdict = await admins.verify(username, password, parseAddress(request.address));
    if (typeof verdict === "object") return lockedOut(again, verdict.retryAfterMs, clock.now());
    const user = verdict ? await store.users.find(username) : undefined;
    // What was proved may be the password of before.
    const digest = passwordDigest(store.secretHash, username, password);
    if (user?.digest !== digest) return wrongPair(again);
    log.info("An administrator logged in", { username, address: request.address });
    return redirectPage(again.next, [sessions.begin(request, user).cookie!]);
  }

  async function logOut(request: ParsedRequest, session: Session): Promise<PanelPage> {
    return redirectPage(PANEL_PATHS.login, [await sessions.end(request, session)]);
  }

  return { page, logIn, logOut };
}

/** Leads to the form, and from there back; to `page` if something was sent. */
export function toLogin(
  { target: { path, search }, method }: ParsedRequest,
  page = path,
): PanelPage {
  const here = method === "POST" ? page : path + (search === "" ? "" : `?${search}`);
  const query = here === PANEL_PATHS.overview ? "" : `?next=${encodeURIComponent(here)}`;
  return redirectPage(PANEL_PATHS.login + query);
}

/** Leads on by GET (RFC 9110, 15.4.4). */
export function redirectPage(
  location: string,
  cookies: readonly (readonly [string, string])[] = [],
): PanelPage {
  return {
    title: "Go on",
    main: html`<p><a href="${location}">Go on</a></p>`,
    status: 303,
    headers: [["location", location], ...cookies],
  };
}

/** Where to go after the login: a page of the panel, never another site. */
function nextOf(fields: Query): string {
  const next = fields.get("next")?.[0] ?? "";
  return /^\/admin(?:$|[/?])[\x21-\x7e]*$/.test(next) ? next : PANEL_PATHS.overview;
}

interface LoginForm {
  readonly next: string;
  readonly username?: string;
  readonly formToken: () => Html;
  readonly hasUsers: boolean;
}

function loginPage(form: LoginForm, said?: HtmlValue): PanelPage {
  return {
    title: "Log in",
    main: html`
      <h1>Log in</h1><p
        class="text">These pages are for operators: they show how the service is doing, its keys and
            tokens.</p>${said}${form.hasUsers ? loginForm(form) : notice("info", NO_ADMINISTRATOR)}
    `,
  };
}

function loginForm({ next, username, formToken }: LoginForm): Html {
  return html`
    <form method="post"
      action="${PANEL_PATHS
        .login}">${formToken()}<input type="hidden" name="next" value="${next}">${formField({
          name: "username",
          label: "Name",
          value: username,
          required: true,
          autocomplete: "username",
        })}${formField({
          name: "password",
          label: "Password",
          type: "password",
          required: true,
          autocomplete: "current-password",
        })}<button class="main">Log in</button></form>
  `;
}

const NO_ADMINISTRATOR = html`
  <p>There is no administrator yet. Make one at the machine, then load this page again:</p>
  <p><code>deno task admin user add NAME</code></p>
`;

function wrongPair(form: LoginForm): PanelPage {
  const said = notice("bad", html`<p>Name and password do not match. Try again.</p>`);
  return { ...loginPage(form, said), status: 403 };
}

/** A wrong pair after too many from this network: says when to come again. */
function lockedOut(form: LoginForm, retryAfterMs: number, now: number): PanelPage {
  const seconds = Math.ceil(retryAfterMs / 1000);
  const at = new Date(now + seconds * 1000).toISOString();
  const said = notice(
    "bad",
    html`<p>Too many wrong passwords came from your network. Try again at ${
      time(at, `${at.slice(11, 19)} UTC`)
    }, in ${durationWords(seconds * 1000)}; the right one opens before that, too.</p>`,
  );
  return { ...loginPage(form, said), status: 429, headers: [["retry-after", String(seconds)]] };
}
