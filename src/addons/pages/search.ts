import type { Content } from "../../catalog/catalog.ts";
import type { Core } from "../../core/core.ts";
import { MAX_SEARCH_LENGTH } from "../../core/search_service.ts";
import type { Answer } from "../../http/answer.ts";
import type { HttpError } from "../../http/http_error.ts";
import type { SearchAnswer } from "../../model/answer/v1.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { layout } from "../../page/layout.ts";
import { dayList, emptyState, notice, time } from "../../page/parts.ts";
import type { RequestContext } from "../../routes/answer_context.ts";
import type { Page } from "../../routes/route.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import { dayWords } from "../../time/words.ts";
import { pageAnswer } from "./document.ts";
import { people } from "./people.ts";
import { Reader } from "./reader.ts";
import { type HomeSite, homeSite, searchForm } from "./site.ts";
import { joined } from "./view.ts";

const MAX_SHOWN = 20;

/** A thing that is found. */
type Found = SearchAnswer["data"][number];

/** What is searched, by kind: the heading of its findings, and the fields. */
const KINDS: Readonly<Record<Found["kind"], readonly [heading: string, fields: string]>> = {
  member: ["Members", "members by name and nickname"],
  setlist: ["Setlists", "setlists"],
  song: ["Songs", "songs"],
  show: ["Shows", "shows"],
  news: ["News", "news by title and text"],
  event: ["Events", "events"],
  release: ["Releases", "releases by title"],
};

/** What an item says of itself besides its name. */
interface ItemFields {
  readonly img?: string | undefined;
  readonly date?: string | undefined;
  readonly url?: string | undefined;
  /** The setlist of a song. */
  readonly setlist?: string | undefined;
}

/** A thing that was found, with its item; `href`: where there is more of it for everybody. */
interface Shown extends Found {
  readonly read: Reader;
  readonly item: ItemFields | undefined;
  readonly href: string | undefined;
}

/** Searches the groups that everybody may see, and shows what was found. */
export async function answerSearch(
  { ask }: Pick<Core, "ask">,
  { ctx, content }: Pick<RequestContext, "ctx" | "content">,
  text: string,
): Promise<Answer> {
  const { catalog, now } = ctx;
  const path = `/v1/search?${new URLSearchParams({ q: text, limit: String(MAX_SHOWN) })}`;
  const asked = await ask(path, { kind: "anyone", level: "page" }, { content });
  const { total, data }: SearchAnswer = asked.body;
  const readers = new Map(
    catalog.groups.map((group) => [group.slug, new Reader(ask, content, group, now, "page")]),
  );
  const shown = await Promise.all(data.map(async (found): Promise<Shown> => {
    const read = readers.get(found.group)!;
    const item = await itemOf(read, found);
    // What leads to JSON needs a key, which no browser has.
    const href = found.url.startsWith("/api/") ? item?.url || undefined : found.url;
    return { ...found, read, item, href };
  }));
  const until = [...readers.values()].map(({ validUntil }) => validUntil);
  return pageAnswer(searchPage(homeSite(ctx), text, total, shown), {
    madeAt: now,
    validUntil: Math.min(asked.validUntil, ...until),
  });
}

async function itemOf(read: Reader, { kind, id, url }: Found): Promise<ItemFields | undefined> {
  if (kind === "show") return await read.show(id);
  if (kind === "news") return await read.article(id);
  if (kind === "song") {
    const all = await read.setlists();
    return {
      setlist: all.find(({ id }) => url.endsWith(`/setlists/${encodeURIComponent(id)}`))?.name,
    };
  }
  const list: readonly (ItemFields & { readonly id: string })[] = kind === "event"
    ? await read.events()
    : kind === "member"
    ? (await read.members()).map(({ id, img = "" }) => ({ id, img }))
    : [];
  return list.find((one) => one.id === id);
}

function searchPage(site: HomeSite, asked: string, total: number, shown: readonly Shown[]): string {
  const count = shown.length < total ? `The best ${shown.length} of ${total}` : `${total} found`;
  const main = total === 0
    ? html`${emptyState(html`Nothing is called “${asked}”.`)}<p class="text">${
      searched(site)
    }</p>${TIPS}`
    : html`<p class="text"><strong>${count} for “${asked}”.</strong> ${searched(site)}</p>${
      [...Map.groupBy(shown, ({ kind }) => kind)].map(([kind, items]) =>
        html`<h2>${KINDS[kind][0]}</h2>${(kind === "member" ? persons : titles)(site, items)}`
      )
    }`;
  return searchLayout(site, asked, asked, main);
}

/** The page by which a search is refused: why, and the form to search again. */
export function refuseSearch(
  content: Pick<Content, "catalog" | "site">,
  { code, message }: HttpError,
): Page {
  const why = code === "INVALID_PARAMETER"
    ? `Write a word of a name or title, with up to ${MAX_SEARCH_LENGTH} characters.`
    : code === "RATE_LIMITED"
    ? "Too many searches have come from your network. Search again in a minute."
    : `${message}. Try again in a moment.`;
  const site = homeSite(content);
  const main = html`${notice("warn", html`<p>${why}</p>`)}<p class="text">${searched(site)}</p>`;
  return { text: searchLayout(site, undefined, "Search", main), headers: PAGE_HEADERS };
}

function searchLayout(
  site: HomeSite,
  asked: string | undefined,
  title: string,
  main: Html,
): string {
  return layout({
    title,
    site,
    lang: "en",
    path: "",
    description: "Members, shows, songs and news by name or title, news by their text too.",
    hero: html`<h1>Search</h1>${searchForm(asked)}`,
    main: html`
      <div class="gap">${main}</div>
      <p class="small"><a href="/">Everything of today</a></p>
    `,
  });
}

/** Which groups are searched, and which of their fields. */
function searched({ groups }: HomeSite): HtmlValue {
  if (groups.length === 0) {
    return "No group here is shown to everybody, so there is nothing to search without a key.";
  }
  const names = groups.map(({ name, language }) => html`<span lang="${language}">${name}</span>`);
  const fields = new Intl.ListFormat("en-GB").format(Object.values(KINDS).map(([, one]) => one));
  return html`Searched: ${
    joined(names, ", ")
  } (${fields}). Groups that need a key are not searched.`;
}

const TIPS = html`
  <ul>
    <li>Write fewer words, or the beginning of one: <em>amar</em> finds Amaryllis.</li>
    <li>A slip in a word of five letters or more is forgiven; in two words it may be too much.</li>
    <li>Write kana or Latin letters: both find the same name. Chinese characters are found as they are
      written.</li>
  </ul>
`;

/** The other name that was found, a song's setlist, and the group if there are several. */
function lineOf(
  { groups }: HomeSite,
  { kind, title, matched, item, read: { group } }: Shown,
): HtmlValue {
  const parts = [
    !title.includes(matched) && matched,
    kind === "song" && item?.setlist,
    groups.length > 1 && group.name,
  ];
  const line = joined(parts, " · ");
  return line && html`<span lang="${group.language}">${line}</span>`;
}

function persons(site: HomeSite, items: readonly Shown[]): Html {
  return people(items.map((one) => ({
    ...{ name: one.title, href: one.href, picture: one.item?.img },
    lang: one.read.group.language,
    line: lineOf(site, one),
  })));
}

function titles(site: HomeSite, items: readonly Shown[]): Html {
  const entries = items.map((one) => {
    const { title, href, item, read: { group, now } } = one;
    const date = item?.date?.slice(0, 10);
    const line = lineOf(site, one);
    const name = href ? html`<a href="${href}">${title}</a>` : html`<strong>${title}</strong>`;
    return {
      when: date && time(date, dayWords(date, group, now)),
      what: html`<span lang="${group.language}">${name}</span>${
        line && html`<br><span class="small">${line}</span>`
      }`,
    };
  });
  return entries.some(({ when }) => when)
    ? dayList(entries)
    : html`<ul>${entries.map(({ what }) => html`<li>${what}</li>`)}</ul>`;
}
