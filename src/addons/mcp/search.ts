import { required } from "../../http/parameter.ts";
import { MAX_SEARCH_LENGTH, SEARCH_TEXT } from "../../core/search_service.ts";
import { lineOf, readItem } from "./items.ts";
import type { Found, Reader } from "./reader.ts";
import { fitted, MAX_ITEMS, textResult } from "./result.ts";
import { tool } from "./tool.ts";

/** `search`: what names and titles find, and the articles whose texts have the words. */
export const SEARCH = tool({
  title: "Search",
  description:
    "Finds members, shows, events, setlists, songs, releases and news articles by words of their " +
    "name or title, articles also by words of their text, in any script, typing mistakes in names " +
    "forgiven; releases also by their kind (single, album, digital), members by `Team <name>`. Give names " +
    "or a few words, not whole questions. Answers with ids for `fetch`, and with " +
    "a line about each: when a show or event begins, what a member is, what an article says of the words. " +
    `At most ${MAX_ITEMS}: there may be more.`,
  parameters: {
    query: required({ ...SEARCH_TEXT, description: "words of a name, title or article" }),
  },
  async answer(reader, { query }) {
    const found = (await findAny(reader, query)).slice(0, MAX_ITEMS);
    const results = await Promise.all(
      found.map(async ({ kind, group, id, title, matched, url }) => {
        const item = await readItem(reader, reader.group(group), kind, id);
        // Of an article that its text finds, what matched is a sentence of it.
        const isAlias = kind !== "news" && !title.includes(matched);
        return {
          id: `${group}/${kind}/${id}`,
          title: isAlias ? `${title} (${matched})` : title,
          url: `${reader.base}${url}`,
          text: item &&
            lineOf(item, kind, reader.group(group), matched === title ? undefined : matched),
        };
      }),
    );
    return fitted(results, (shown) => textResult({ results: shown }));
  },
});

/** How many words of a text are looked for alone, and how many items each brings then. */
const ALONE = 6;
const OF_WORD = 3;

/** What has the words; if nothing has most of them, what has one. */
async function findAny(reader: Reader, query: string): Promise<readonly Found[]> {
  const found = await reader.search(query, { limit: MAX_ITEMS });
  const words = query.slice(0, MAX_SEARCH_LENGTH).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (found.length > 0 || words.length < 2) return found;
  const limit = OF_WORD;
  const each = await Promise.all(
    words.slice(0, ALONE).map((word) => reader.search(word, { limit })),
  );
  const mixed = [...Array(OF_WORD).keys()].flatMap((place) =>
    each.flatMap((ofWord) => ofWord[place] ?? [])
  );
  return [...new Map(mixed.map((one) => [`${one.group}/${one.kind}/${one.id}`, one])).values()];
}
