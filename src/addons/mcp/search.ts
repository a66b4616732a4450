import { required } from "../../http/parameter.ts";
import { MAX_SEARCH_LENGTH, SEARCH_TEXT } from "../../core/search_service.ts";
import { maskSecrets } from "../../platform/log.ts";
import { addressOf, lineOf, readItem } from "./items.ts";
import { plainWords, soughtWords } from "../search/articles.ts";
import { type Found, idOf, type Reader, wordsOf } from "./reader.ts";
import { fitted, MAX_ITEMS, textResult } from "./result.ts";
import { countsOf, rostersNamed } from "./roster.ts";
import { say } from "./say.ts";
import { tool } from "./tool.ts";

/** `search`: what names and titles find, and the articles whose texts have the words. */
export const SEARCH = tool({
  title: "Search",
  description:
    "Finds members, shows, events, setlists, songs, releases and news articles by words of their " +
    "name or title, articles also by words of their text, in any script, typing mistakes in names " +
    "forgiven; releases also by their kind (single, album, digital). Lists of members are found as " +
    "`team <name>`, `generation <number>`, `trainees`, `graduates` or `members`, with a group's name or " +
    "without. Give names or a few words, not whole questions. Answers with ids for `fetch`, and with " +
    "a line about each: when a show or event begins, what a member is, what an article says of the words, " +
    "and which of the words it is without. " +
    `At most ${MAX_ITEMS}: there may be more.`,
  parameters: {
    query: required({ ...SEARCH_TEXT, description: "words of a name, title or article" }),
  },
  async answer(reader, { query }) {
    const named = await rostersNamed(reader, query);
    const rosters = named.map((roster) => ({
      id: idOf(roster.group, "members", roster.id),
      title: roster.title,
      url: addressOf(reader, roster.group, "members", roster),
      text: `${say(countsOf(roster), roster.group)}: fetch names them`,
    }));
    const words = named.reduce(
      (text, { names }) => text.replace(names, " "),
      wordsOf(maskSecrets(query)),
    );
    const parts = partsOf(words);
    const found = (await Promise.all((await findAny(reader, query)).map(async (one) => {
      const { kind, title, matched } = one;
      const group = reader.group(one.group);
      const item = await readItem(reader, group, kind, one.id);
      // Who has graduated is in no team any more.
      if (item?.last_team !== undefined && /^(Team|Tim) /.test(matched)) return [];
      const all = `${title} ${matched} ${kind} ${group.name} ${JSON.stringify(item)}`;
      const without = wordsOutside(all, parts);
      // Of what its text finds, what matched is a sentence of it.
      const isText = kind === "news" ||
        kind === "member" && `${item?.hobby} ${item?.description}`.includes(matched);
      const isAlias = !isText && !title.includes(matched) && !matched.includes(title);
      const line = item && lineOf(item, kind, group, isText && matched !== title ? matched : "");
      const isPart = without.length > 0 && parts.length > 1;
      const result = {
        id: idOf(group, kind, one.id),
        title: isAlias ? `${title} (${matched})` : title,
        url: item && addressOf(reader, group, kind, item),
        text: isPart ? `${line} (without: ${without.join(", ")})` : line,
      };
      const isNamed = kind === "member" && parts.some((part) => names(one, part));
      // What has all words, then members whom one of them names, then what has most.
      return [{ result, without, rank: isNamed ? Math.min(0.5, without.length) : without.length }];
    }))).flat().sort((one, other) => one.rank - other.rank).slice(0, MAX_ITEMS);
    const all = [...rosters, ...found.map(({ result }) => result)];
    const missing = await unmatched(
      reader,
      parts.filter((word) => found.every(({ without }) => without.includes(word))),
    );
    const note = missing.length === 0 ? {} : { note: `nothing matches: ${missing.join(", ")}` };
    return fitted(all, (shown) => textResult({ results: shown, ...note }));
  },
});

/** How many words of a text are looked for alone, and how many items each brings then. */
const ALONE = 6;
const OF_WORD = 3;

/** What has the words, and members whom one of them names; if nothing has most of them, what has one. */
async function findAny(reader: Reader, query: string): Promise<readonly Found[]> {
  const found = await reader.search(query, { limit: MAX_ITEMS });
  const words = partsOf(query);
  if (words.length < 2) return found;
  const kind = found.length > 0 ? "member" : undefined;
  const each = await Promise.all(words.map(async (word) => {
    const ofWord = await reader.search(word, { kind, limit: OF_WORD });
    return kind === undefined ? ofWord : ofWord.filter((one) => names(one, word));
  }));
  const all = [...found, ...each.flat()];
  return [...new Map(all.map((one) => [`${one.group}/${one.kind}/${one.id}`, one])).values()];
}

/** Whether a word is one of what was found's name, or a nickname. */
function names({ title, matched }: Found, word: string): boolean {
  return ` ${wordsOf(title)} `.includes(` ${word} `) || wordsOf(matched) === word;
}

/** The words that a text does not have, as they are or with an ending. */
function wordsOutside(text: string, words: readonly string[]): readonly string[] {
  const plain = plainWords(text);
  return words.filter((word) => soughtWords(word).some((part) => !plain.includes(part)));
}

/** The words of a text that are looked for alone. */
function partsOf(text: string): readonly string[] {
  return wordsOf(text.slice(0, MAX_SEARCH_LENGTH)).split(" ").slice(0, ALONE);
}

/** Those of some words that find nothing alone either. */
async function unmatched(reader: Reader, words: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(words.map(async (word) => [
    ...await reader.search(word, { limit: OF_WORD }),
    ...await rostersNamed(reader, word),
  ]));
  return words.filter((_, at) => found[at]!.length === 0);
}
