import { CommandError, type CommandOutcome } from "../admin/command/command.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import { HttpError } from "../http/http_error.ts";
import { type Html, html, type HtmlValue } from "../page/html.ts";
import { notice, secretBlock } from "../page/parts.ts";
import { type PageContext, PANEL_PATHS, type PanelPage } from "./page_context.ts";

/** What pages refuse, and with which words. */
const REFUSALS = {
  /** The path does not take the method; with `ADMIN_API=off` none takes a POST but login and logout. */
  METHOD: {
    status: 405,
    title: "Nothing can be sent here",
    text: "This address shows a page and takes no form. Where ADMIN_API is off, pages only show.",
    headers: [["allow", "GET, HEAD"]],
  },
  /** The panel answers on loopback to names of its own alone: another may be that of any web page. */
  FOREIGN_HOST: {
    status: 403,
    title: "This page has another address",
    text:
      "On the machine itself the panel answers to localhost, 127.0.0.1, [::1] and the host of " +
      "base_url in site.yaml, and to no other name.",
  },
  /** The panel is not shown if others could read the password or the cookie. */
  PLAIN_HTTP: {
    status: 403,
    title: "This page is shown over https only",
    text:
      "Over plain http others can read the password. Open the page over https, or on the machine " +
      "itself at its loopback address; a proxy in front has to be named in TRUSTED_PROXIES.",
  },
  FOREIGN_FORM: {
    status: 403,
    title: "This form was not sent from this page",
    text: "Nothing was done. The page may have been open for too long, or another site sent the " +
      "form: open the page again and send the form from there.",
  },
  /** A form does its work once. */
  SENT_BEFORE: {
    status: 409,
    title: "This form was sent already",
    text: "Nothing was done a second time. The lists show the result of the first time.",
  },
} satisfies Record<
  string,
  { status: number; title: string; text: string; headers?: HeaderList }
>;

/** Thrown if a page cannot be shown, or a form not be taken; it becomes a page of its own. */
export class PageError extends Error {
  override name = "PageError";
  constructor(readonly refusal: keyof typeof REFUSALS) {
    super(REFUSALS[refusal].title);
  }
}

const COMMAND_STATUSES = { words: 400, missing: 404, conflict: 409 };

/** Whether an error is nothing that a page says of its own. */
export function isUnexpected(error: unknown): boolean {
  return !(error instanceof PageError || error instanceof CommandError ||
    error instanceof HttpError);
}

/**
 * The page of an error; `toHttpError` logs one that is not expected, and gives it a number. `back` is
 * where the form was.
 */
export function errorPage(
  error: unknown,
  toHttpError: (error: unknown) => HttpError,
  back?: string,
): PanelPage {
  if (error instanceof PageError) {
    const { title, text, ...head } = REFUSALS[error.refusal];
    return { ...refusalPage(title, text, back), ...head };
  }
  if (error instanceof CommandError) {
    const title = error.kind === "missing" ? "Not found" : "Nothing was done";
    const text = `${error.message}.`;
    return { ...refusalPage(title, text, back), status: COMMAND_STATUSES[error.kind] };
  }
  const refusal = toHttpError(error);
  const { request_id } = refusal.details.after ?? {};
  const text = request_id === undefined
    ? refusal.message
    : html`The log names the cause under the number <code>${request_id}</code>.`;
  const { headers = [] } = refusal.details;
  return { ...refusalPage("This page cannot be shown", text), status: refusal.status, headers };
}

function refusalPage(title: string, text: HtmlValue, back?: string): PanelPage {
  const link = back !== undefined && html`<p><a href="${back}">Go back</a></p>`;
  return { title, main: html`<h1>${title}</h1>${notice("bad", html`<p>${text}</p>`)}${link}` };
}

/** The store does not answer. */
export function storeAwayPage(): PanelPage {
  const [title, remedy] = AWAY;
  return {
    title,
    main: html`
      <h1>${title}</h1>${notice(
        "bad",
        html`
          <p>This needs the store, so the page shows nothing, and nothing was done. ${remedy}</p>
          <p>The <a href="${PANEL_PATHS
            .overview}">overview</a> shows what this process has in memory.</p>
        `,
      )}
    `,
    status: 503,
    headers: [["retry-after", "5"]],
  };
}

const AWAY = [
  "The store does not answer",
  "The log names the cause. Load the page again when the store is back.",
] as const;

/** There is no page at a path. */
export function notFoundPage(): PanelPage {
  const text = "There is no page at this address. The menu leads to those that there are.";
  return { ...refusalPage("Not found", text), status: 404 };
}

/** Says what a form has done, in the command's own words, and leads back. */
export function donePage({ lines, notes = [] }: CommandOutcome, back: string): PanelPage {
  return {
    title: "Done",
    main: html`<h1>Done</h1>${notice("info", lines.map((line) => html`<p>${line}</p>`))}${
      notes.map((note) => notice("warn", html`<p>${note}</p>`))
    }<p><a href="${back}">Go on</a></p>`,
  };
}

/** Shows a secret that was made just now: on this answer alone, under no address that could be opened again. */
export function secretPage(
  { json, notes = [] }: CommandOutcome,
  { title, back }: { title: string; back(id: string): string },
): PanelPage {
  const { id, secret } = json as { readonly id: string; readonly secret: string };
  return {
    title,
    main: html`
      <h1>${title}</h1>${notice(
        "warn",
        html`<p>This page shows it, this once. Copy it now: no page shows it again.</p>`,
      )}${secretBlock(secret, "Secret")}<p
        class="text">Every server knows it within 3 seconds.</p>${notes.map((note) =>
          notice("info", html`<p>${note}</p>`)
        )}<p><a href="${back(id)}">Go on to its page</a></p>
    `,
  };
}

interface Question {
  /** Ends with a question mark. */
  readonly title: string;
  /** What happens then, a sentence each. */
  readonly happens: readonly HtmlValue[];
  readonly action: string;
  readonly button: string;
  readonly fields?: HtmlValue;
  /** Where one gets away without doing it. */
  readonly back: string;
}

/** The page of a question; there is none if forms do nothing. */
export function questionPage({ isOn, formToken }: PageContext, question: Question): PanelPage {
  if (!isOn) return notFoundPage();
  const { title, happens, action, button, fields, back } = question;
  const main = html`
    <h1>${title}</h1>
    <ul class="text">${happens
      .map((sentence) => html`<li>${sentence}</li>`)}</ul>
    <form method="post" class="stack"
      action="${action}">${formToken()}${fields}<p><button
        class="main bad">${button}</button> <a href="${back}">Leave it as it is</a></p></form>
  `;
  return { title, main };
}

/** Links to the questions before something is done for good; each is below the path of what it is about. */
export function questionLinks<Deed extends string>(
  path: string,
  deeds: readonly Deed[],
  words: Readonly<Record<Deed, { readonly link: string; readonly about: string }>>,
): Html {
  return html`
    <h2>For good</h2>
    <ul>${deeds.map((deed) => {
      const { link, about } = words[deed];
      return html`<li><a href="${path}/${deed}">${link}</a>: ${about}</li>`;
    })}</ul>
  `;
}
