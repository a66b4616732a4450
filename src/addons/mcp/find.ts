import { SEARCH_TEXT } from "../../core/search_service.ts";
import { anyText, required } from "../../http/parameter.ts";
import type { SearchAnswer } from "../../model/answer/v1.ts";
import { idOf, readId, readItem } from "./items.ts";
import { groupText } from "./reader.ts";
import { cut, fitted, MAX_ITEMS, textResult, tool } from "./result.ts";
import { capitalized, itemTimes, lineOf, shortened, textOf } from "./text.ts";

/** `search`: what names, titles and the texts of articles find. */
export const SEARCH = tool({
  title: "Search",
  description:
    "Finds members, shows, events, setlists, songs, releases and news articles by words of their " +
    "name or title, articles also by words of their text, in any script, typing mistakes in names " +
    "forgiven. Give names or a few words, not whole questions. Answers with ids for `fetch`, and " +
    "with a line about each: when a show or event begins, what a member is, what an article says " +
    `of the words. At most ${MAX_ITEMS}: there may be more.`,
  parameters: {
    query: required({ ...SEARCH_TEXT, description: "words of a name, title or article" }),
  },
  async answer(reader, { query }) {
    const { data } = await reader.read<SearchAnswer>("/v1/search", { q: query, limit: MAX_ITEMS });
    const results = await Promise.all(data.map(async (found) => {
      const { kind, id, title, matched } = found;
      const group = reader.group(found.group);
      const item = await readItem(reader, group, kind, id);
      const said = [lineOf(item, group), matched === title ? "" : shortened(matched)];
      return {
        id: idOf(group, kind, id),
        title,
        url: reader.urlOf(group, kind, item),
        text: `${capitalized(kind)} of ${group.name}: ${said.filter(Boolean).join(", ")}`,
      };
    }));
    return fitted(results, (shown) => textResult({ results: shown }));
  },
});

/** `fetch`: all about an item. */
export const FETCH = tool({
  title: "Fetch",
  description:
    "All about one item, by an id from another tool, such as `groupa/member/some-name`. A member: " +
    "birthday, birthplace, height, blood type, hobby, accounts, career, graduation, how many shows, " +
    "last and next shows, last broadcast. A show or event: time, place, line-up, tickets and when " +
    "their sale begins, birthdays and milestones celebrated, whether it is cancelled or postponed, " +
    "songs. A setlist: its songs, how often it was performed. A song: who sings it, and its " +
    "setlists. A release: date, tracks, singers. A news article: its text.",
  parameters: { id: required(anyText("an id from another tool")) },
  async answer(reader, { id }) {
    const { group, kind, item } = await readId(reader, id);
    const { title = item.name, date, state, status } = item;
    const metadata = { group: group.slug, kind, date, ...itemTimes(item, group), state, status };
    const whole = { id: idOf(group, kind, item.id), title };
    const url = reader.urlOf(group, kind, item);
    const text = `${title}\nGroup: ${groupText(group)}\n${textOf(item, group)}`;
    return cut(text, (text) => textResult({ ...whole, text, url, metadata }));
  },
});
