import { type Html, html } from "./html.ts";
import { layout } from "./layout.ts";
import { type HomeSite, type SearchForm, searchForm } from "./search_page.ts";

/** Why a page cannot be shown; all texts are plain. */
interface ErrorView {
  readonly status: number;
  readonly message: string;
  /** The number under which the log has the cause; undefined: the cause is known. */
  readonly requestId: string | undefined;
  /** The groups that have pages. */
  readonly groups: readonly {
    readonly name: string;
    readonly lang: string;
    readonly href: string;
  }[];
}

/** The headings of refusals, by status. */
const HEADINGS: Readonly<Record<number, string>> = {
  404: "There is no page here",
  405: "Nothing can be sent here",
  414: "This address is too long",
  429: "Too many requests",
  500: "Something failed here",
  503: "Not at this moment",
};

/** What to do, by status. */
const REMEDIES: Readonly<Record<number, string>> = {
  404: "The address may be written wrongly, or the page was taken away.",
  405: "This page can be read, and takes no form.",
  429: "Too many requests have come from your network. Load the page again in a minute.",
  503: "Load the page again in a moment.",
};

/** Says why a page cannot be shown, and leads on. */
export function errorPage(
  site: HomeSite,
  form: SearchForm | undefined,
  view: ErrorView,
): string {
  const { status, message, requestId, groups } = view;
  const heading = HEADINGS[status] ?? "This cannot be shown";
  return layout({
    title: heading,
    site,
    lang: "en",
    path: "",
    description: `${status}: ${message}`,
    hero: html`
      <p class="small">${status}</p>
      <h1>${heading}</h1>
      <p>${REMEDIES[status] ?? `${message}.`}${requestId !== undefined && html`
        The log names the cause under the number <code>${requestId}</code>.
      `}</p>
      ${status === 404 && site.groups.length > 0 && form && searchForm(form)}
    `,
    main: html`
      <h2>Ways on</h2>
      <ul class="grid">${groups.map(({ name, lang, href }) =>
        way(href, html`<span lang="${lang}">${name}</span>`, "The group's own page.")
      )}${WAYS.map(([href, name, text]) => way(href, name, text))}</ul>
    `,
  });
}

const WAYS: readonly (readonly [href: string, name: string, text: string])[] = [
  ["/", "Home", "Who is on air, and what plays today."],
  ["/docs", "Documents", "How to ask for the data."],
  ["/docs/reference", "Reference", "Every endpoint."],
  ["/status", "Status", "How the service is doing."],
];

function way(href: string, name: string | Html, text: string): Html {
  return html`
    <li class="card">
      <div><a href="${href}"><strong>${name}</strong></a><br><span
        class="small">${text}</span></div>
    </li>
  `;
}
