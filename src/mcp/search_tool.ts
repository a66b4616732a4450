import type { Group } from "../catalog/catalog.ts";
import { statusAt, statusUntil } from "../catalog/members.ts";
import { findByAddress } from "../catalog/phases.ts";
import { invalidParameter } from "../http/http_error.ts";
import { required } from "../http/parameter.ts";
import { foldText } from "../model/fold_text.ts";
import type { ReleaseItem } from "../model/item/publications.ts";
import type { EventItem, ShowItem } from "../model/item/occasions.ts";
import { SEARCH_TEXT, type SearchItem } from "../addons/search/searching.ts";
import { articlesWith, type FoundArticle, readArticle } from "./articles.ts";
import { idOf, type Lookup, timesOf, timesText } from "./lookup.ts";
import { fitted, MAX_ITEMS, shortened, textResult, tool } from "./tool.ts";

/** `search`: what names and titles find, and the articles whose texts have the words. */
export const SEARCH = tool({
  title: "Search",
  description:
    "Finds members, shows, events, setlists, songs, releases and news articles by words of their " +
    "name or title, articles also by words of their text, in any script, typing mistakes in names " +
    "forgiven. Give names or a few words, not whole questions. Answers with ids for `fetch`, and with " +
    "a line about each: when a show or event begins, what a member is, what an article says of the words.",
  parameters: {
    query: required({ ...SEARCH_TEXT, description: "words of a name, title or article" }),
  },
  async answer(lookup, { query }) {
    const results = (await findAny(lookup, query)).map((found) => {
      const group = lookup.ctx.catalog.group(found.group)!;
      const { kind, id, title, matched } = found;
      const alias = title.includes(matched) ? "" : ` (${matched})`;
      return {
        id: idOf(group, kind, id),
        title: `${title}${alias}`,
        url: lookup.urlOf(group, found),
        text: found.line ?? lineOf(lookup, group, found),
      };
    });
    return fitted(results, (shown) => textResult({ results: shown }));
  },
});

/** What was found; `line`: what it says, of articles that were found by their text. */
type Found = SearchItem & { readonly line?: string };

/**
 * How many words of a text are looked for, how many of them alone, how many items one brings then, and how
 * many items come before articles.
 */
const MAX_WORDS = 12;
const ALONE = 6;
const OF_WORD = 3;
const BEFORE_ARTICLES = 5;

/** What has the words in its name, and articles that have them; if no name has most of them, what has one. */
async function findAny(lookup: Lookup, query: string): Promise<readonly Found[]> {
  const { groups } = lookup.ctx;
  const find = (text: string) => lookup.search(groups, text, { kind: undefined, limit: MAX_ITEMS });
  const named = await find(query);
  const words = [...new Set(foldText(query).match(/[\p{L}\p{M}\p{N}]+/gu))].slice(0, MAX_WORDS);
  if (words.length === 0) throw invalidParameter("query", "words of a name or title");
  const articles = (await articlesWith(lookup, groups, query)).map(asFound);
  const found = [...named.slice(0, BEFORE_ARTICLES), ...articles, ...named.slice(BEFORE_ARTICLES)];
  if (named.length === 0 && words.length > 1) {
    const ofWords = await Promise.all(words.slice(0, ALONE).map(find));
    for (let place = 0; place < OF_WORD; place++) {
      found.push(...ofWords.flatMap((ofWord) => ofWord[place] ?? []));
    }
  }
  // An article that is found by its title and by its text is said once, with what it says.
  const lines = new Map(articles.map((article) => [keyOf(article), article]));
  return [...new Map(found.map((one) => [keyOf(one), lines.get(keyOf(one)) ?? one])).values()];
}

function keyOf({ group, kind, id }: SearchItem): string {
  return `${group}/${kind}/${id}`;
}

function asFound({ group, id, title, date, sentence }: FoundArticle): Found {
  const line = `Article of ${group.name}, ${date}: ${sentence}`;
  return { kind: "news", group: group.slug, id, title, matched: title, line };
}

/** What an item is, in a line. */
function lineOf(lookup: Lookup, group: Group, { kind, id, setlist }: SearchItem): string {
  const of = `of ${group.name}`;
  switch (kind) {
    case "member": {
      const row = group.table("members").find((member) => member.id === id)!;
      const { generation, nicknames } = row;
      lookup.holdUntil(statusUntil(row, lookup.now));
      const said = [statusAt(row, lookup.now), generation].filter((part) => part !== undefined);
      const called = nicknames.length > 0 ? `. Also called ${nicknames.join(", ")}` : "";
      return `Member ${of}: ${said.join(", ")}${called}`;
    }
    case "show":
    case "event": {
      const row = findByAddress<ReturnType<typeof group.table<"shows" | "events">>[number]>(
        group.table(`${kind}s`),
        id,
      )!;
      const item = lookup.read<ShowItem | EventItem>(row);
      const startAt = "start_at" in item ? item.start_at : item.date;
      const parts = [timesText(timesOf(row, startAt)), item.venue, item.state];
      const said = parts.filter((part) => part && part !== "scheduled").join(", ");
      return "type" in item ? `Event ${of} (${item.type}): ${said}` : `Show ${of}: ${said}`;
    }
    case "news": {
      const { date, content_text } = readArticle(lookup, findByAddress(group.table("news"), id)!);
      return `Article ${of}, ${date}: ${shortened(content_text)}`;
    }
    case "release": {
      const row = group.table("releases").find((release) => release.id === id)!;
      const { type, release_date } = lookup.read<ReleaseItem>(row);
      return `Release ${of}: ${type}${release_date === undefined ? "" : `, out ${release_date}`}`;
    }
    case "setlist":
      return `Setlist ${of}: ${lookup.setlist(group, id)?.songs.length ?? 0} songs`;
    case "song": {
      const name = setlist && lookup.setlist(group, setlist)?.name;
      return `Song ${of}${name === undefined ? "" : `, in the setlist ${name}`}`;
    }
  }
}
