import type { Feed } from "./feeds.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { codeBlock, emptyState, notice } from "../../page/parts.ts";
import { layout } from "../../page/layout.ts";
import type { HomeSite } from "./home_site.ts";
import { searchForm } from "./search.ts";

/** The service as its front page shows it. */
export interface FrontSite extends HomeSite {
  /** Whether people can sign up for a key. */
  readonly isSignupOpen: boolean;
  /** The key that the start has printed, to whom has started it; undefined: there is none, or it is none of theirs. */
  readonly demoKey: string | undefined;
  /** What may be followed of all groups. */
  readonly feeds: readonly Feed[];
}

/** The front page: what this is, what the public groups do now, and how a program asks for it. */
export function homePage(
  site: FrontSite,
  groups: readonly Html[],
  hasSearch: boolean,
): string {
  return layout({
    title: site.title,
    site,
    lang: "en",
    path: "/",
    card: { base: site.base },
    description:
      "Members, shows, news, birthdays and live broadcasts of idol groups, as a data service.",
    scripts: ["/assets/copy.js", "/assets/refresh.js"],
    alternates: site.feeds.map(({ path, type }) => ({ href: path, type })),
    hero: html`
      <h1>On stage, on air, as data</h1>
      <div class="halves">
        <div>
          <p>${site
            .title} is a data service for idol groups: who the members are, who is live, what plays at
        the theater, news, releases and birthdays in your own time zone.</p>
          <p>${site.isSignupOpen &&
            html`
              <a class="way" href="/key">Get a key</a>
            `}<a class="way" href="/docs">Start here</a> <a class="way" href="/docs/try">Try it</a></p>
        </div>
        <div>
      ${groups.length > 0 && hasSearch && searchForm()}
      ${site.demoKey !== undefined && request(site)}
        </div>
      </div>
    `,
    main: html`
      ${site.isDemo && notice("info", DEMO_NOTE)}
      ${groups.length === 0 ? emptyState(NOTHING_PUBLIC) : groups}
      ${wayIn(site, groups.length > 0)}
      <p class="small">${terms(site)}Questions: ${contact(site.contact)}</p>
    `,
  });
}

const DEMO_NOTE = html`
  <p>This is the content that ships with the program: every person in it is invented. To see
  broadcasts come and go, start it with <code>deno task dev -- --demo-live</code>.</p>
`;

const NOTHING_PUBLIC = html`
  What this service knows is read with a key: who is on air, shows, birthdays and headlines.
`;

/** How a program asks for the same, with a request to copy. */
function wayIn(
  site: FrontSite,
  hasLists: boolean,
): Html {
  const { isSignupOpen, contact: whom } = site;
  return html`
    <h2>${hasLists ? "The same for programs" : "For programs"}</h2>
    <p
      class="text">Every list${hasLists &&
        " above"} is JSON, with a key. Answers come from memory, keep their entity tag as
      long as nothing changes, and each list says how it is paged.${!isSignupOpen &&
        html`
          Write to ${contact(whom)} for a key.
        `}</p>
    ${site.demoKey === undefined && request(site)}
    ${ways(WAYS)}
  `;
}

/** Pages to go on to, each with what it is about. */
export function ways(
  pages: readonly (readonly [href: string, name: string | Html, text: string])[],
): Html {
  return html`<ul class="grid">${
    pages.map(([href, name, text]) =>
      html`
        <li class="card">
          <div><a href="${href}"><strong>${name}</strong></a><br><span class="small">${text}</span></div>
        </li>
      `
    )
  }</ul>`;
}

/** A request to paste; with the key of a first start, it is answered as it stands. */
function request({ base, example, demoKey = "YOUR-KEY" }: FrontSite): Html {
  return codeBlock(`curl -H 'x-api-key: ${demoKey}' '${base}${example}'`, "sh");
}

const WAYS: readonly (readonly [href: string, name: string, text: string])[] = [
  ["/docs", "Start here", "From nothing to a first answer in a minute."],
  ["/docs/try", "Try it", "Send requests from a page, with your key."],
  ["/docs/reference", "Reference", "Each endpoint with its parameters, fields and errors."],
  [
    "/docs/assistants#clients-and-changes",
    "Typed clients",
    "TypeScript and Python, made from the API document.",
  ],
];

/** On what terms the data may be used, with the link that programs look for. */
function terms({ licence, attribution }: HomeSite): Html {
  return html`${licence && html`Data: ${licenceLink(licence)}<br>`}${
    attribution && html`Source of the data: ${attribution}<br>`
  }`;
}

function licenceLink({ name, address }: NonNullable<HomeSite["licence"]>): HtmlValue {
  return address === undefined ? name : html`<a rel="license" href="${address}">${name}</a>`;
}

function contact(text: string): Html {
  const href = text.includes("@") && !text.includes("/") ? `mailto:${text}` : text;
  return html`<a href="${href}">${text}</a>`;
}
