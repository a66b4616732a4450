import type { Group } from "../../catalog/catalog.ts";
import { notFound } from "../../http/http_error.ts";
import { anyText, required } from "../../http/parameter.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import { foldText } from "../../model/fold_text.ts";
import type { SearchKind } from "../../model/pack.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { MAX_SEARCH_LENGTH, urlOf } from "../search/searching.ts";
import { describeItem, type Line } from "./describe.ts";
import { readItem } from "./items.ts";
import { groupText, idOf, type Reader } from "./reader.ts";
import { cut, shortened, textResult } from "./result.ts";
import { tool } from "./tool.ts";

const ID = /^([^/]+)\/([a-z]+)\/(.+)$/s;

/** `fetch`: all about an item, and the articles that name it. */
export const FETCH = tool({
  title: "Fetch",
  description:
    "All about one item, by an id from another tool, such as `groupa/member/some-name`. A member: " +
    "birthday, birthplace, height, blood type, hobby, accounts, career, graduation, how many shows, " +
    "last and next shows, last broadcast. A show or event: time, place, line-up, tickets and when " +
    "their sale begins, birthdays and milestones celebrated, whether it is cancelled or postponed, " +
    "songs. A setlist: its songs, how often it was performed. A song: who sings it, and its setlist. " +
    "A release: date, tracks, singers. A news article: its text. Each also names related articles.",
  parameters: { id: required(anyText("an id from another tool")) },
  async answer(reader, { id }) {
    const [, name = "", kindName, address = ""] = ID.exec(id.trim()) ?? [];
    const kind = SEARCH_KINDS.find((one) => one === kindName);
    if (kind === undefined) {
      throw notFound(`An id is <group>/<kind>/<name>; the kinds are ${SEARCH_KINDS.join(", ")}`);
    }
    const [group] = reader.groupsNamed(name);
    const read = group && await readItem(reader, group, kind, address);
    if (!group || read === undefined) throw await unknownId(reader, kind, address);
    const item = await describeItem(reader, group, kind, read);
    const { title, setlist, start } = item;
    const articles = kind === "news" ? [] : await articlesNaming(reader, group, title, start);
    const lines: readonly Line[] = [
      ["Group", groupText(group)],
      ...item.lines,
      ...articles.map(({ id, title, date, sentence }): Line => [
        "Article",
        `${date} · ${title} · ${sentence} · ${id}`,
      ]),
      ...item.longLines ?? [],
    ];
    const said = lines.flatMap(([label, value]) => {
      const text = [value].flat().filter((part) => part !== undefined && part !== "").join(", ");
      return text === "" ? [] : `${label}: ${text}`;
    });
    const metadata = {
      group: group.slug,
      kind,
      ...item.metadata,
      articles: articles.length > 0 ? articles.map(({ id }) => id) : undefined,
    };
    const url = `${reader.base}${urlOf(group, { kind, id: item.id, title, setlist })}`;
    return cut(
      [title, ...said, ...(item.body ? ["", item.body] : [])].join("\n"),
      (text) => textResult({ id: idOf(group, kind, item.id), title, text, url, metadata }),
    );
  },
});

/** The refusal of an id that nothing has: the nearest three of its kind. */
async function unknownId(reader: Reader, kind: SearchKind, address: string) {
  const words = wordsOf(address).slice(0, MAX_SEARCH_LENGTH);
  const found = words === "" ? [] : await reader.search(words, { kind, limit: 3 });
  const offered = found.map(({ group, id }) => `${group}/${kind}/${id}`).join(", ");
  return notFound(
    offered === ""
      ? "Nothing has that id: search finds ids"
      : `Nothing has that id. The nearest: ${offered}`,
  );
}

/** How many articles are named, and how far from a show or event they are published at most. */
const NAMED = 3;
const NEAR_MS = 120 * DAY_MS;

/** The articles that name something: the newest; if it begins at an instant (epoch ms), the nearest. */
async function articlesNaming(
  reader: Reader,
  group: Group,
  title: string,
  start: number | undefined,
) {
  const found = await Promise.all(
    namesIn(title).map(async (name) => {
      const options = { kind: "news", group: group.slug, limit: 10 };
      const articles = await reader.search(name.slice(0, MAX_SEARCH_LENGTH), options);
      return await Promise.all(articles.map(async ({ id, title, matched }) => {
        const article = await readItem(reader, group, "news", id);
        if (article === undefined) return [];
        const { date, published_at, content_text } = article;
        if (!` ${wordsOf(`${title}\n${content_text}`)} `.includes(` ${wordsOf(name)} `)) return [];
        const at = Date.parse(published_at);
        const sentence = shortened(matched === title ? content_text : matched);
        return [{
          id: idOf(group, "news", id),
          title,
          date,
          sentence,
          at,
          far: Math.abs(at - (start ?? at)),
        }];
      }));
    }),
  );
  const unique = new Map(found.flat(2).map((article) => [article.id, article]));
  return [...unique.values()].filter(({ far }) => far <= NEAR_MS)
    .sort((one, other) => one.far - other.far || other.at - one.at).slice(0, NAMED);
}

/** A title, and the names of several words that it has in quotes, in brackets, or beside them. */
function namesIn(title: string): readonly string[] {
  const parts = title.split(/["“”„«»「」『』()（）·:]/).filter((part) => /\S\s+\S/.test(part));
  return [...new Set([title, ...parts])].filter((name) => /[\p{L}\p{N}]/u.test(name));
}

/** The words of a text, folded, with a space between them. */
function wordsOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
}
