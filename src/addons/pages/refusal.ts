import type { Content } from "../../catalog/catalog.ts";
import type { HttpError } from "../../http/http_error.ts";
import { hasPages } from "../../model/enums.ts";
import { html } from "../../page/html.ts";
import { layout } from "../../page/layout.ts";
import type { Page } from "../../routes/route.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import { ways } from "./home_page.ts";
import { homeSite } from "./home_site.ts";
import { publicPaths } from "./paths.ts";
import { searchForm } from "./search.ts";

/** What is said of refusals, by status, and what is to be done then. */
const WORDS: Readonly<Record<number, readonly [heading: string, remedy?: string]>> = {
  404: ["There is no page here", "The address may be written wrongly, or the page was taken away."],
  405: ["Nothing can be sent here", "This page can be read, and takes no form."],
  414: ["This address is too long"],
  429: [
    "Too many requests",
    "Too many requests have come from your network. Load the page again in a minute.",
  ],
  500: ["Something failed here"],
  503: ["Not at this moment", "Load the page again in a moment."],
};

const WAYS = [
  ["/", "Home", "Who is on air, and what plays today."],
  ["/docs", "Documents", "How to ask for the data."],
  ["/docs/reference", "Reference", "Every endpoint."],
  ["/status", "Status", "How the service is doing."],
] as const;

/** The page by which a browser is refused outside the API: why, and where to go on. */
export function refusalPage(
  content: Pick<Content, "catalog" | "site">,
  { status, message, details: { after } }: HttpError,
  hasSearch: boolean,
): Page {
  const site = homeSite(content);
  const [heading, remedy = `${message}.`] = WORDS[status] ?? ["This cannot be shown"];
  const requestId = after?.["request_id"];
  const groups = content.catalog.groups.filter((group) => hasPages(group.public))
    .map(({ slug, name, language }) =>
      [
        publicPaths(slug).group,
        html`<span lang="${language}">${name}</span>`,
        "The group's own page.",
      ] as const
    );
  const text = layout({
    title: heading,
    site,
    lang: "en",
    path: "",
    description: `${status}: ${message}`,
    hero: html`
      <p class="small">${status}</p>
      <h1>${heading}</h1>
      <p>${remedy}${requestId !== undefined && html`
        The log names the cause under the number <code>${requestId}</code>.
      `}</p>
      ${status === 404 && site.groups.length > 0 && hasSearch && searchForm()}
    `,
    main: html`<h2>Ways on</h2>${ways([...groups, ...WAYS])}`,
  });
  return { text, headers: PAGE_HEADERS };
}
