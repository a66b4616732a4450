import { type GroupGlance, groupSection } from "./group_glance.ts";
import { type Html, html, type HtmlValue } from "./html.ts";
import { codeBlock, emptyState, notice } from "./parts.ts";
import { layout } from "./layout.ts";
import { type HomeSite, type SearchForm, searchForm } from "./search_page.ts";

/** The service as its front page shows it. */
interface FrontSite extends HomeSite {
  /** Whether people can sign up for a key. */
  readonly isSignupOpen: boolean;
}

/** The front page: what this is, what the public groups do now, and how a program asks for it. */
export function homePage(
  site: FrontSite,
  groups: readonly GroupGlance[],
  form: SearchForm | undefined,
): string {
  return layout({
    title: site.title,
    site,
    lang: "en",
    path: "/",
    base: site.base,
    description:
      "Members, shows, news, birthdays and live broadcasts of idol groups, as a data service.",
    scripts: ["/assets/copy.js", "/assets/refresh.js"],
    hero: html`
      <h1>On stage, on air, as data</h1>
      <p>${site
        .title} is a data service for idol groups: who the members are, who is live, what plays at
        the theater, news, releases and birthdays in your own time zone.</p>
      ${groups.length > 0 && form && searchForm(form)}
      <p>${site.isSignupOpen &&
        html`
          <a class="way" href="/key">Get a key</a>
        `}<a class="way" href="/docs">Start here</a> <a class="way" href="/docs/try">Try it</a></p>
    `,
    main: html`
      ${site.isDemo && notice("info", DEMO_NOTE)}
      ${groups.length === 0 ? emptyState(NOTHING_PUBLIC) : groups.map(groupSection)}
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
  { base, example, isSignupOpen, contact: whom }: FrontSite,
  hasLists: boolean,
): Html {
  return html`
    <h2>${hasLists ? "The same for programs" : "For programs"}</h2>
    <p
      class="text">Every list${hasLists &&
        " above"} is JSON, with a key. Answers come from memory, keep their entity tag as
      long as nothing changes, and each list says how it is paged.${!isSignupOpen &&
        html`
          Write to ${contact(whom)} for a key.
        `}</p>
    ${codeBlock(`curl -H 'x-api-key: YOUR-KEY' '${base}${example}'`, "sh")}
    <ul class="grid">${WAYS.map(([href, name, text]) =>
      html`
        <li class="card">
          <div><a href="${href}"><strong>${name}</strong></a><br><span class="small">${text}</span></div>
        </li>
      `
    )}</ul>
  `;
}

const WAYS: readonly (readonly [href: string, name: string, text: string])[] = [
  ["/docs", "Start here", "From nothing to a first answer in a minute."],
  ["/docs/try", "Try it", "Send requests from a page, with your key."],
  ["/docs/reference", "Reference", "Each endpoint with its parameters, fields and errors."],
  ["/docs/client", "Typed clients", "TypeScript and Python, made from the API document."],
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
