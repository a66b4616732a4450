/** Rules of what files are called, and of files that say what others say. */

import type { Entry } from "../check/content.ts";
import { topOf } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import { foldText } from "../../src/model/fold_text.ts";
import { titleSlug } from "../../src/model/title_slug.ts";
import { phrase } from "../words/say.ts";
import { type Finding, rule } from "./rule.ts";

/** Names of files that begin with a day. */
export const DATED = /^\d{4}-\d{2}-\d{2}/;

/** A day in another order, `04-07-2026`, without its hyphens, with others, or without zeros. */
const OTHER_DAY =
  /^(?:[0-3]?\d-[0-3]?\d-(?:19|20)\d{2}|(?:19|20)\d{2}[01]\d[0-3]\d|(?:19|20)\d{2}[_.][01]?\d[_.][0-3]?\d|(?:19|20)\d{2}-(?:\d-\d{1,2}|\d{2}-\d))(?![^-_.])/;

/** What a program of forms calls a file whose title has no Latin letters: 12 random digits. */
const MADE_UP = /^(?:\d{4}-\d{2}-\d{2}-)?(?=[a-f]*\d)[\da-f]{12}$/;

/** What programs and people call a file that has no name yet. */
const EMPTY =
  /^(?:\d{4}-\d{2}-\d{2}-)?(?:untitled|unnamed|new|new-file|new-text-document|baru|file-baru|tanpa-judul|tanpa-nama|template|contoh|coba|dokumen|document|draft)(?:-\d+)?$/;

export const FILE_RULES = [
  rule(
    "file/day",
    ["shows", "news", "events", "videocalls"],
    ({ slug, file: { date }, source }) => {
      const named = /^\d{4}-\d{2}-\d{2}(?![^-])/.exec(slug)?.[0] ?? OTHER_DAY.exec(slug)?.[0];
      if (named === undefined || named === date) return undefined;
      const ending = source.file.slice(source.file.lastIndexOf("."));
      const better = quote(`${date}${slug.slice(named.length).replaceAll(/[_.]/g, "-")}${ending}`);
      const message = OTHER_DAY.test(slug)
        ? phrase`The file's name begins with a day that is written ${named}: rename the file
        to ${better}`
        : phrase`This date is ${date}, and the file's name says ${named}:
        correct the date, or rename the file to ${better}`;
      return { at: ["date"], message };
    },
  ),
  rule("file/no-day", "videocalls", ({ slug, file: { date } }) => {
    if (DATED.test(slug) || OTHER_DAY.test(slug)) return undefined;
    const message = phrase`The file's name does not begin with its day: rename the file to
      ${quote(`${date}.yaml`)}`;
    return { at: ["date"], message };
  }),
  // One word in common is enough: who is called by a nickname often has a file of that name. A name with a
  // number is another service's.
  rule("file/name", "members", ({ slug, file }) => {
    // A name in another writing is read in many ways.
    if (MADE_UP.test(slug) || wordsIn(file.name).length === 0) return undefined;
    if (slug.includes("_") && slug.replaceAll("_", "-") === titleSlug(file.name)) {
      const message = phrase`The file is called ${
        quote(slug)
      }: addresses have hyphens between words;
        rename it to ${quote(`${slug.replaceAll("_", "-")}.yaml`)}`;
      return { at: ["name"], message };
    }
    const names = [file.name, file.fullname ?? "", ...file.nicknames, ...file.former_slugs];
    const known = names.flatMap(wordsIn);
    const isAmong = (word: string) =>
      known.some((other) => other.startsWith(word) || word.startsWith(other));
    if (/\d/.test(slug) || wordsIn(slug).some(isAmong)) return undefined;
    const message = phrase`The file is called ${quote(slug)}; she is called ${quote(file.name)}:
      correct one of them, or add what she is called to nicknames`;
    return { at: ["name"], message };
  }),
  rule("file/made-up", ["members", "shows", "news", "events", "releases"], ({ slug, source }) => {
    const place = topOf(source.file);
    if (EMPTY.test(slug)) {
      const message = phrase`The file is called ${quote(slug)}, which is its address for ever:
        rename it after what is in it`;
      return { place, message };
    }
    if (!MADE_UP.test(slug)) return undefined;
    const message = phrase`A program made up the file's name ${quote(slug)}, which is its address
      for ever: rename the file in small Latin letters, such as aufa-zafirah`;
    return { place, message };
  }),
];

/** Names in other writing have no such words. */
function wordsIn(text: string): string[] {
  return foldText(text).normalize("NFKD").split(/[^a-z0-9]+/).filter((word) => word !== "");
}

/** What has a title, or that of its setlist. */
type Titled = Entry<{ readonly title?: string | undefined; readonly setlist?: string | undefined }>;

export const COPY_RULES = [
  rule(
    "file/copy",
    "group",
    ({ shows, news, events, releases }) =>
      [shows, news, events, releases].flatMap((all) => copiesAmong(all as readonly Titled[])),
  ),
  // An article may be in two files under any names.
  rule("file/same-article", "group", ({ news }) => {
    const known = new Map<string, Entry<unknown>>();
    return news.map((entry) => {
      const { file: { title }, source } = entry;
      if (source.body.trim() === "") return undefined;
      const key = `${title}\n${source.body.trim()}`;
      const other = known.get(key);
      if (other === undefined) known.set(key, entry);
      if (other === undefined || isCopyOf(entry, other) || isCopyOf(other, entry)) return undefined;
      const message =
        phrase`${other.source.file} has the same title and text: delete one of the two,
        or write what is its own`;
      return { place: source.locate(["title"]), message };
    });
  }),
];

function copiesAmong(entries: readonly Titled[]): Finding[] {
  const known = new Map(entries.map((entry) => [entry.slug, entry]));
  return entries.flatMap((entry) => {
    const original = originalOf(entry, known);
    if (original === undefined) return [];
    const [isFitting, isOther] = [entry, original].map(isNamedAfterTitle);
    const [said, other] = [sameAs(entry, original), sameAs(original, entry)];
    return isFitting === isOther ? [{ ...said, ofOther: other }] : [isOther ? said : other];
  });
}

function sameAs({ source }: Titled, other: Titled) {
  const message = phrase`This file says the same as ${other.source.file}:
    write what is its own, or keep one of the two`;
  return { place: source.locate([]), message };
}

function isNamedAfterTitle({ slug, file: { title, setlist } }: Titled): boolean {
  const name = titleSlug(title ?? setlist ?? "");
  return name !== "" && slug.endsWith(name);
}

/** Of `a-b-copy`, the one called `a-b` or `a` that says the same. */
function originalOf({ slug, ...entry }: Titled, known: ReadonlyMap<string, Titled>) {
  for (let end = slug.lastIndexOf("-"); end > 0; end = slug.lastIndexOf("-", end - 1)) {
    const other = known.get(slug.slice(0, end));
    if (other !== undefined && textOf(other) === textOf(entry)) return other;
  }
  return undefined;
}

/** Whether one of two files says what the other one says, and has its name and more. */
export function isCopyOf(one: Entry<unknown>, other: Entry<unknown>): boolean {
  return one.slug.startsWith(`${other.slug}-`) && textOf(one) === textOf(other);
}

function textOf({ file, source }: Pick<Entry<unknown>, "file" | "source">): string {
  return JSON.stringify([file, source.body]);
}
