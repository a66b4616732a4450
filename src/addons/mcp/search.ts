import { required } from "../../http/parameter.ts";
import { MAX_SEARCH_LENGTH, SEARCH_TEXT } from "../../core/search_service.ts";
import { maskSecrets } from "../../platform/log.ts";
import { addressOf, lineOf, readItem } from "./items.ts";
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
    "a line about each: when a show or event begins, what a member is, what an article says of the words. " +
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
    const found = (await findAny(reader, query)).slice(0, MAX_ITEMS);
    const results = await Promise.all(
      found.map(async ({ kind, group: slug, id, title, matched }) => {
        const group = reader.group(slug);
        const item = await readItem(reader, group, kind, id);
        // Of an article that its text finds, what matched is a sentence of it.
        const isAlias = kind !== "news" && !title.includes(matched) && !matched.includes(title);
        // Who has graduated is in no team any more.
        if (item?.last_team !== undefined && /^(Team|Tim) /.test(matched)) return [];
        return [{
          id: idOf(group, kind, id),
          title: isAlias ? `${title} (${matched})` : title,
          url: item && addressOf(reader, group, kind, item),
          text: item && lineOf(item, kind, group, matched === title ? undefined : matched),
        }];
      }),
    );
    const all = [...rosters, ...results.flat()];
    const seen = wordsOf(all.map(({ title, text }) => `${title} ${text}`).join(" "));
    const words = named.reduce(
      (text, { names }) => text.replace(names, " "),
      wordsOf(maskSecrets(query)),
    );
    const missing = await unmatched(reader, words, seen);
    const note = missing.length === 0 ? {} : { note: `nothing matches: ${missing.join(", ")}` };
    return fitted(all, (shown) => textResult({ results: shown, ...note }));
  },
});

/** How many words of a text are looked for alone, and how many items each brings then. */
const ALONE = 6;
const OF_WORD = 3;

/** What has the words; if nothing has most of them, what has one. */
async function findAny(reader: Reader, query: string): Promise<readonly Found[]> {
  const found = await reader.search(query, { limit: MAX_ITEMS });
  const words = partsOf(query);
  if (found.length > 0 || words.length < 2) return found;
  const each = await Promise.all(words.map((word) => reader.search(word, { limit: OF_WORD })));
  return [
    ...new Map(each.flat().map((one) => [`${one.group}/${one.kind}/${one.id}`, one])).values(),
  ];
}

/** The words of a text that are looked for alone. */
function partsOf(text: string): readonly string[] {
  return wordsOf(text.slice(0, MAX_SEARCH_LENGTH)).split(" ").slice(0, ALONE);
}

/** The words that nothing has: neither what was found nor anything else. */
async function unmatched(reader: Reader, words: string, seen: string): Promise<readonly string[]> {
  const missing = partsOf(words).filter((word) => !seen.includes(word));
  const found = await Promise.all(missing.map(async (word) => [
    ...await reader.search(word, { limit: OF_WORD }),
    ...await rostersNamed(reader, word),
  ]));
  return missing.filter((_, at) => found[at]!.length === 0);
}
