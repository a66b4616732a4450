import type { Group } from "../../catalog/catalog.ts";
import { notFound } from "../../http/http_error.ts";
import { anyText, required } from "../../http/parameter.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { MAX_SEARCH_LENGTH } from "../../core/search_service.ts";
import { urlOf } from "../search/item_url.ts";
import { itemTimes, linesOf, readItem } from "./items.ts";
import { groupText, idOf, type Reader, wordsOf } from "./reader.ts";
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
    if (!group || read === undefined) {
      throw await reader.unknown("Nothing has that id", address, kind);
    }
    const { title = read.name, content_text, description } = read;
    const times = itemTimes(read, group);
    const start = kind === "news" ? undefined : times && Date.parse(times.utc ?? times.local);
    const articles = kind === "news" ? [] : await articlesNaming(reader, group, title, start);
    const body = content_text ?? description;
    const text = [
      title,
      `Group: ${groupText(group)}`,
      ...articles.map(({ id, title, date, sentence }) =>
        `Article: ${date} · ${title} · ${sentence} · ${id}`
      ),
      ...linesOf(read, group),
      ...body ? ["", body] : [],
    ].join("\n");
    const { date, state, status, performed, stats } = read;
    const metadata = {
      ...{ group: group.slug, kind, date, ...times, state, status },
      performed: performed?.count,
      shows: stats?.shows.total,
      articles: articles.length > 0 ? articles.map(({ id }) => id) : undefined,
    };
    // Search knows which setlist of a song is next on stage.
    const found = kind === "song"
      ? await reader.search(title.slice(0, MAX_SEARCH_LENGTH), {
        kind,
        group: group.slug,
        limit: 50,
      })
      : [];
    const path = found.find(({ id }) => id === read.id)?.url ??
      urlOf(group, { kind, id: read.id, title });
    const url = `${reader.base}${path}`;
    return cut(
      text,
      (text) => textResult({ id: idOf(group, kind, read.id), title, text, url, metadata }),
    );
  },
});

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
  // A title, and the names of several words that it has in quotes, in brackets, or beside them.
  const parts = title.split(/["“”„«»「」『』()（）·:]/).filter((part) => /\S\s+\S/.test(part));
  const names = [title, ...parts].map((name) => ` ${wordsOf(name)} `);
  const options = { kind: "news", group: group.slug, limit: 10 };
  const found = await reader.search(title.slice(0, MAX_SEARCH_LENGTH), options);
  const articles = await Promise.all(found.map(async ({ id, title, matched }) => {
    const article = await readItem(reader, group, "news", id);
    if (article === undefined) return [];
    const { date, published_at, content_text } = article;
    const words = ` ${wordsOf(`${title}\n${content_text}`)} `;
    if (!names.some((name) => words.includes(name))) return [];
    const at = Date.parse(published_at);
    const far = Math.abs(at - (start ?? at));
    const sentence = shortened(matched === title ? content_text : matched);
    return far > NEAR_MS ? [] : [{ id: idOf(group, "news", id), title, date, sentence, at, far }];
  }));
  return articles.flat().sort((one, other) => one.far - other.far || other.at - one.at)
    .slice(0, NAMED);
}
