import type { Group } from "../../catalog/catalog.ts";
import { notFound } from "../../http/http_error.ts";
import { anyText, required } from "../../http/parameter.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { MAX_SEARCH_LENGTH } from "../../core/search_service.ts";
import { monthNumber } from "../../time/civil_date.ts";
import { sentencesOf } from "../search/articles.ts";
import { addressOf, itemTimes, linesOf, readItem } from "./items.ts";
import { groupText, idOf, type Kind, KINDS, type Reader, type Times, wordsOf } from "./reader.ts";
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
    "A release: date, tracks, singers. A list of members: their names. Video calls of a day: " +
    "sessions, times, members. A news article: its text. Each also names related articles.",
  parameters: { id: required(anyText("an id from another tool")) },
  async answer(reader, { id }) {
    const [, name = "", kindName, address = ""] = ID.exec(id.trim()) ?? [];
    const kind = KINDS.find((one) => one === kindName);
    if (kind === undefined) {
      throw notFound(`An id is <group>/<kind>/<name>; the kinds are ${KINDS.join(", ")}`);
    }
    const [group] = reader.groupsNamed(name);
    const read = group && await readItem(reader, group, kind, address);
    if (!group || read === undefined) {
      throw await reader.unknown("Nothing has that id", address, kind);
    }
    const { title = read.name, content_text, description } = read;
    const times = itemTimes(read, group);
    const articles = NAMELESS.includes(kind)
      ? []
      : await articlesNaming(reader, group, title, times);
    const body = content_text ?? description;
    const text = [
      title,
      `Group: ${groupText(group)}`,
      ...articles.map(({ id, title, date, sentence }) =>
        `Article: ${[date, title, ...sentence, id].join(" · ")}`
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
    const url = addressOf(reader, group, kind, read);
    return cut(
      text,
      (text) => textResult({ id: idOf(group, kind, read.id), title, text, url, metadata }),
    );
  },
});

/** What no article names by its title. */
const NAMELESS: readonly Kind[] = ["news", "members", "videocall"];

/** How many articles are named, and how far from a show or event they are published at most. */
const NAMED = 3;
const NEAR_MS = 120 * DAY_MS;

/**
 * The articles that name something: the newest; of what begins at some time, the nearest. Of a show or event
 * only a sentence that names its day is quoted, since others may be about another one of that title.
 */
async function articlesNaming(
  reader: Reader,
  group: Group,
  title: string,
  times: Times | undefined,
) {
  // A title, and the names of several words that it has in quotes, in brackets, or beside them.
  const parts = title.split(/["“”„«»「」『』()（）·:]/).filter((part) => /\S\s+\S/.test(part));
  const names = [title, ...parts].map((name) => ` ${wordsOf(name)} `);
  const isNamedIn = (text: string) => names.some((name) => ` ${wordsOf(text)} `.includes(name));
  const options = { kind: "news", group: group.slug, limit: 10 };
  const found = await reader.search(title.slice(0, MAX_SEARCH_LENGTH), options);
  const articles = await Promise.all(found.map(async ({ id, title, matched }) => {
    const article = await readItem(reader, group, "news", id);
    if (article === undefined) return [];
    const { date, published_at, content_text } = article;
    if (!isNamedIn(`${title}\n${content_text}`)) return [];
    const at = Date.parse(published_at);
    const far = times === undefined ? 0 : Math.abs(at - Date.parse(times.utc ?? times.local));
    const sentence = times === undefined
      ? matched === title ? content_text : matched
      : sentencesOf(content_text).find((one) => isNamedIn(one) && isOfDay(one, times));
    const quoted = sentence === undefined ? [] : [shortened(sentence)];
    return far > NEAR_MS
      ? []
      : [{ id: idOf(group, "news", id), title, date, sentence: quoted, at, far }];
  }));
  return articles.flat().sort((one, other) => one.far - other.far || other.at - one.at)
    .slice(0, NAMED);
}

const CLOCK = /\b(\d\d?)[.:](\d\d)\b/g;

/** Whether a sentence names a day with its month, and no other time of day. */
function isOfDay(sentence: string, { local }: Times): boolean {
  const [, month, day, hour, minute] = local.split(/\D/).map(Number);
  const clocks = [...sentence.matchAll(CLOCK)];
  const isThen = clocks.some(([, one, other]) => Number(one) === hour && Number(other) === minute);
  if (hour !== undefined && clocks.length > 0 && !isThen) return false;
  const words = wordsOf(sentence.replaceAll(CLOCK, " ")).split(" ");
  return words.some((word, at) =>
    parseInt(word) === day &&
    [words[at - 1], words[at + 1]].some((name = "") => monthNumber(name) === month)
  );
}
