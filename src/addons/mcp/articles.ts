import type { Group } from "../../catalog/catalog.ts";
import { MAX_SEARCH_LENGTH } from "../../core/search_service.ts";
import type { NewsItem } from "../../model/item/publications.ts";
import { monthNumber } from "../../time/civil_date.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { sentencesOf } from "../search/articles.ts";
import { readItem } from "./items.ts";
import { idOf, type Reader, type Times, wordsOf } from "./reader.ts";
import { shortened } from "./result.ts";

/** How many articles are named, and how far from a show or event they are published at most. */
const NAMED = 3;
const NEAR_MS = 120 * DAY_MS;

/** How many days lie between something that is off and an article that says so, at most. */
const NEAR_DAYS = 3;

/**
 * The articles that name something: the newest; of what begins at some time, the nearest. Of a show or event
 * only a sentence that names its day is quoted, since others may be about another one of that title. Where it
 * is off, first those that say near its day that something of this day is.
 */
export async function articlesAbout(
  reader: Reader,
  group: Group,
  { title, state = "scheduled" }: { readonly title: string; readonly state?: string },
  times: Times | undefined,
) {
  // A title, and the names of several words that it has in quotes, in brackets, or beside them.
  const parts = title.split(/["“”„«»「」『』()（）·:]/).filter((part) => /\S\s+\S/.test(part));
  const names = [title, ...parts].map((name) => ` ${wordsOf(name)} `);
  const isNamedIn = (text: string) => names.some((name) => ` ${wordsOf(text)} `.includes(name));
  const options = { kind: "news", group: group.slug, limit: 10 };
  const found = await reader.search(title.slice(0, MAX_SEARCH_LENGTH), options);
  const matches = new Map(
    found.map(({ id, title, matched }) => [id, matched === title ? "" : matched]),
  );
  const near = times === undefined || state === "scheduled"
    ? []
    : (await reader.items<NewsItem>(group, "news")).filter((one) => isNear(one, times));
  const ids = new Set([...near.map(({ id }) => id), ...matches.keys()]);
  const articles = await Promise.all([...ids].map(async (id) => {
    const article = await readItem(reader, group, "news", id);
    if (article === undefined) return [];
    const { title, date, published_at, content_text } = article;
    const at = Date.parse(published_at);
    const sentences = sentencesOf(content_text);
    const isWhy = (one: string) =>
      times !== undefined && saysOff(one, times, daysOf({ date, published_at }));
    const why = near.some((one) => one.id === id) ? [...sentences, title].find(isWhy) : undefined;
    if (why === undefined && !isNamedIn(`${title}\n${content_text}`)) return [];
    const far = times === undefined ? 0 : Math.abs(at - Date.parse(times.utc ?? times.local));
    if (far > NEAR_MS) return [];
    const quoted = why ??
      (times === undefined
        ? matches.get(id) || content_text
        : sentences.find((one) => isNamedIn(one) && isOfDay(one, times)));
    const sentence = quoted === undefined || quoted === title ? [] : [shortened(quoted)];
    const mention = { id: idOf(group, "news", id), title, date, sentence };
    return [{ mention, at, far: why === undefined ? far : -1 }];
  }));
  return articles.flat().sort((one, other) => one.far - other.far || other.at - one.at)
    .slice(0, NAMED).map(({ mention }) => mention);
}

/** The days of an article: the one that it bears, and that of its publication. */
function daysOf({ date, published_at }: Pick<NewsItem, "date" | "published_at">) {
  return [date, published_at.slice(0, 10)];
}

function isNear(article: NewsItem, { local }: Times): boolean {
  return daysOf(article).some((day) => Math.abs(daysBetween(day, local)) <= NEAR_DAYS);
}

function daysBetween(day: string, local: string): number {
  return (Date.parse(local.slice(0, 10)) - Date.parse(day)) / DAY_MS;
}

/** How people write that something is cancelled or postponed, in {@linkcode wordsOf} of a text. */
const OFF =
  /\b(cancel|call(ed)? off|postpon|reschedul|moved|(di|mem|pem)?batal|ditiadakan|[mp]eniada|(di)?tunda|[mp]enunda|(di)?pindah|[mp]emindah|diundur|(di)?tangguh|[mp]enangguh)|中止|休演|延期/;

/** How a day is called on the day before, on itself, and on the next. */
const TOMORROW = /\b(tomorrow|besok|esok)|明日/;
const TODAY =
  /\b(today|tonight|this (morning|afternoon|evening)|(hari|siang|sore|petang|malam) ini)|[今本]日|今[夜晩]/;
const YESTERDAY = /\b(yesterday|last night|kemarin|semalam|tadi malam)|昨/;
const DAYS = new Map([[1, TOMORROW], [0, TODAY], [-1, YESTERDAY]]);

/** The days of the week in the languages of articles. */
const WEEKDAYS = ["en", "id", "ms", "ja"].map((language) =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" })
);

/** Whether a sentence of an article of some days says that something of a day is off. */
function saysOff(sentence: string, times: Times, days: readonly string[]): boolean {
  const words = wordsOf(sentence);
  if (!OFF.test(words)) return false;
  const day = Date.parse(times.local.slice(0, 10));
  const weekdays = WEEKDAYS.map((format) => wordsOf(format.format(day)));
  return isOfDay(
    sentence,
    times,
    weekdays.some((name) =>
      (/^\w/.test(name) ? ` ${words}` : words).includes(/^\w/.test(name) ? ` ${name}` : name)
    ) ||
      days.some((one) => DAYS.get(daysBetween(one, times.local))?.test(words)),
  );
}

const CLOCK = /\b(\d\d?)[.:](\d\d)\b/g;

/** Whether a sentence names a day with its month, or otherwise, and no other time of day. */
function isOfDay(sentence: string, { local }: Times, isNamed = false): boolean {
  const [, month, day, hour, minute] = local.split(/\D/).map(Number);
  const clocks = [...sentence.matchAll(CLOCK)];
  const isThen = clocks.some(([, one, other]) => Number(one) === hour && Number(other) === minute);
  if (hour !== undefined && clocks.length > 0 && !isThen) return false;
  const words = wordsOf(sentence.replaceAll(CLOCK, " ")).split(" ");
  return isNamed || sentence.includes(`${month}月${day}日`) ||
    words.some((word, at) =>
      parseInt(word) === day &&
      [words[at - 1], words[at + 1]].some((name = "") => monthNumber(name) === month)
    );
}
