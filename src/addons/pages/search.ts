import type { Content } from "../../catalog/content.ts";
import type { Core } from "../../core/core.ts";
import type { Answer } from "../../http/answer.ts";
import type { SearchAnswer } from "../../model/answer/v1.ts";
import type { ShowItem } from "../../model/item/occasions.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import type { SearchKind } from "../../model/pack.ts";
import { type Html, html, type HtmlValue } from "../../page/html.ts";
import { layout } from "../../page/layout.ts";
import { dayList, emptyState } from "../../page/parts.ts";
import type { RequestContext } from "../../routes/answer_context.ts";
import { pageAnswer, searchedGroups, searchForm } from "./document.ts";
import { publicPaths } from "./paths.ts";
import { memberLine } from "./lists.ts";
import { people } from "./people.ts";
import { Reader, type TimedEvent } from "./reader.ts";
import {
  beginningOf,
  day,
  DOT,
  joined,
  occasion,
  stateMark,
  type View,
  wayOn,
  wholeTitle,
} from "./view.ts";
import { ENGLISH } from "./words.ts";

/** So many are shown of one kind that was asked for, and of each kind among others. */
const MAX_FOUND = 50;
const MAX_OF_KIND = 6;

/** A thing that is found. */
type Found = SearchAnswer["data"][number];

/** The headings of findings, by kind. */
const KINDS: Readonly<Record<SearchKind, string>> = {
  member: "Members",
  setlist: "Setlists",
  song: "Songs",
  show: "Shows",
  event: "Events",
  news: "Articles",
  release: "Releases",
};

/** What a finding's item says besides its name. */
interface ItemFields {
  readonly img?: string | undefined;
  /** What is said beside its name. */
  readonly mark?: HtmlValue;
  readonly line?: HtmlValue;
  /** When it is, for who reads it, and epoch ms. */
  readonly when?: HtmlValue;
  readonly at?: number;
  readonly url?: string | undefined;
}

/** A thing that was found, with its item; `href`: where there is more of it for everybody. */
interface Shown extends Found {
  readonly item: ItemFields;
  readonly href: string | undefined;
  /** Its group's name and language, and whether it is one of several. */
  readonly view: View;
}

/** Searches the groups that everybody may see, and shows what was found; of one kind, if it is given. */
export async function answerSearch(
  { ask }: Pick<Core, "ask">,
  { ctx, content }: Pick<RequestContext, "ctx" | "content">,
  text: string,
  kind: SearchKind | undefined,
): Promise<Answer> {
  const { now } = ctx;
  const find = async (query: Record<string, string>) => {
    const path = `/v1/search?${new URLSearchParams({ q: text, ...query })}`;
    return await ask(path, { kind: "anyone", level: "page" }, { content });
  };
  const most = kind === undefined ? MAX_OF_KIND : MAX_FOUND;
  const asked = await find({ limit: String(MAX_FOUND), ...kind && { kind } });
  const { total, data }: SearchAnswer = asked.body;
  // The kinds of the best come first; the best of all may leave out a kind.
  const kinds = kind ? [kind] : new Set([...data.map(({ kind }) => kind), ...SEARCH_KINDS]);
  const views = new Map(
    searchedGroups(content).map((group) => [group.slug, {
      read: new Reader(ask, content, group, now, "page"),
      words: ENGLISH,
      paths: publicPaths(group),
      ...{ base: "", feeds: [] },
    }]),
  );
  const ofKind = async (one: SearchKind): Promise<SearchAnswer> => {
    if (one === kind) return { total, data };
    if (total > data.length) return (await find({ kind: one, limit: String(most) })).body;
    const all = data.filter(({ kind }) => kind === one);
    return { total: all.length, data: all.slice(0, most) };
  };
  const lists = await Promise.all([...kinds].map(async (kind) => {
    const { total, data } = await ofKind(kind);
    const shown = await Promise.all(
      data.map(async (one): Promise<Shown> => {
        const view = views.get(one.group)!;
        const item = await itemOf(view, one);
        // What leads to JSON needs a key, which no browser has.
        const href = one.url.startsWith("/api/") ? item.url || undefined : one.url;
        return { ...one, item, href, view };
      }),
    );
    const more = `/?${new URLSearchParams({ q: text, kind })}`;
    return total > 0 &&
      html`<h2>${KINDS[kind]}</h2>${listOf(shown, views.size > 1, now)}${
        total > most && most === MAX_OF_KIND &&
        wayOn(more, `All ${total} ${KINDS[kind].toLowerCase()}`)
      }`;
  }));
  const isPart = kind !== undefined && total > most;
  const count = isPart ? `The best ${most} of ${total}` : `${total} found`;
  const main = total === 0
    ? html`${emptyState(html`Nothing is called “${text}”.`)}<p class="text">${
      searched(content)
    }</p>${TIPS}`
    : html`
      <p><strong>${count} for “${text}”${kind &&
        ` among ${KINDS[kind].toLowerCase()}`}.</strong></p><p
        class="small text">${searched(content)}</p>${lists}
    `;
  const until = [...views.values()].map(({ read }) => read.validUntil);
  const page = layout({
    title: text,
    site: content.catalog.index.site,
    lang: "en",
    path: "",
    description: "Members, shows, songs and news by name or title, news by their text too.",
    hero: html`<p class="back"><a href="/">← Home</a></p><h1>Search</h1>${
      searchForm(ENGLISH, text)
    }`,
    main,
  });
  return pageAnswer(page, {
    madeAt: now,
    validUntil: Math.min(asked.validUntil, ...until),
  });
}

async function itemOf(view: View, { kind, id, url }: Found): Promise<ItemFields> {
  const { read } = view;
  const ofOccasion = (item: ShowItem | TimedEvent | undefined): ItemFields =>
    item === undefined ? {} : {
      url: item.url,
      when: occasion(view, item),
      mark: stateMark(view, item.state),
      at: Date.parse(beginningOf(item).at),
    };
  switch (kind) {
    case "show":
      return ofOccasion(await read.show(id));
    case "event":
      return ofOccasion((await read.events()).find((one) => one.id === id));
    case "news": {
      const { url, date } = await read.article(id) ?? {};
      return { url, when: day(view, date) };
    }
    case "song": {
      const isIts = ({ id }: { id: string }) => url.endsWith(`/setlists/${encodeURIComponent(id)}`);
      return { line: (await read.setlists()).find(isIts)?.name };
    }
    case "member": {
      const member = (await read.members()).find((one) => one.id === id);
      return member === undefined ? {} : {
        img: member.img,
        line: joined([memberLine(view, member), member.is_graduate && "graduated"], DOT),
      };
    }
    default:
      return {};
  }
}

/** Which groups are searched. */
function searched(content: Pick<Content, "catalog">): HtmlValue {
  const groups = searchedGroups(content);
  if (groups.length === 0) {
    return "No group here is shown to everybody, so there is nothing to search without a key.";
  }
  const names = groups.map(({ name, language }) => html`<span lang="${language}">${name}</span>`);
  return html`Searched: names, titles, profiles and the text of news of ${
    joined(names, ", ")
  }. Groups that need a key are not searched.`;
}

const TIPS = html`
  <ul>
    <li>Write fewer words, or the beginning of one: <em>amar</em> finds Amaryllis.</li>
    <li>A slip in a word of five letters or more is forgiven; in two words it may be too much.</li>
    <li>Write kana or Latin letters: both find the same name. Chinese characters are found as they are
      written.</li>
  </ul>
`;

/** What answers the search besides the title: of an article, a part of its text. */
function excerptOf({ kind, matched }: Found): string {
  return matched.replaceAll(" | ", " · ").replace(/\.?$/, kind === "news" ? "…" : "");
}

/** Findings of one kind: people as cards, what is on days by them, what is to come first, the rest as titles. */
function listOf(shown: readonly Shown[], hasGroups: boolean, now: number): Html {
  const lines = shown.map((one) => {
    const { title, matched, item, href, view: { read: { group } } } = one;
    const line = joined(
      [
        !title.includes(matched) && excerptOf(one),
        item.line,
        hasGroups && group.name,
      ],
      DOT,
    );
    const lang = group.language;
    return {
      ...one,
      lang,
      line: line && html`<span lang="${lang}">${line}</span>`,
      name: html`${
        href
          ? html`<a href="${href}" lang="${lang}">${wholeTitle(title)}</a>`
          : html`<strong lang="${lang}">${title}</strong>`
      }${item.mark}`,
    };
  });
  if (shown[0]?.kind === "member") {
    return html`${
      [...Map.groupBy(lines, ({ lang }) => lang)].map(([lang, list]) =>
        people(
          lang,
          list.map(({ title, href, item, line }) => ({
            name: title,
            href,
            picture: item.img,
            line,
          })),
        )
      )
    }`;
  }
  const { true: coming = [], false: past = [] } = Object.groupBy(
    lines,
    ({ item: { at = -Infinity } }) => `${at >= now}`,
  );
  const soonest = (one: Shown, other: Shown) => (one.item.at ?? 0) - (other.item.at ?? 0);
  const sorted = [...coming.sort(soonest), ...past.sort((one, other) => soonest(other, one))];
  const entries = sorted.map(({ item: { when }, name, line }) => ({
    when,
    what: html`${name}${line && html`<div class="small">${line}</div>`}`,
  }));
  return entries.some(({ when }) => when)
    ? dayList(entries)
    : html`<ul class="wide plain">${entries.map(({ what }) => html`<li>${what}</li>`)}</ul>`;
}
