/** Rules of what files are called, and of files that say what others say. */

import type { Entry } from "../check/content.ts";
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

export const FILE_RULES = [
  rule(
    "file/day",
    ["shows", "news", "events", "videocalls"],
    ({ slug, file: { date }, source }) => {
      const named = /^\d{4}-\d{2}-\d{2}(?![^-])/.exec(slug)?.[0] ?? OTHER_DAY.exec(slug)?.[0];
      if (named === undefined || named === date) return undefined;
      const ending = source.file.slice(source.file.lastIndexOf("."));
      const better = quote(`${date}${slug.slice(named.length).replaceAll(/[_.]/g, "-")}${ending}`);
      const message =
        phrase`This date is ${date}, and the file's name says ${named}: correct the date,
        or rename the file to ${better}`;
      return { at: ["date"], message };
    },
  ),
  // One word in common is enough: who is called by a nickname often has a file of that name. A name with a
  // number is another service's.
  rule("file/name", "members", ({ slug, file }) => {
    // A name in another writing is read in many ways.
    if (wordsIn(file.name).length === 0) return undefined;
    const names = [file.name, file.fullname ?? "", ...file.nicknames, ...file.former_slugs];
    const known = names.flatMap(wordsIn);
    const isAmong = (word: string) =>
      known.some((other) => other.startsWith(word) || word.startsWith(other));
    if (/\d/.test(slug) || wordsIn(slug).some(isAmong)) return undefined;
    const message = phrase`The file is called ${quote(slug)}; she is called ${quote(file.name)}:
      correct one of them, or add what she is called to nicknames`;
    return { at: ["name"], message };
  }),
  rule(
    "file/copy",
    "group",
    ({ shows, news, events, releases }) =>
      [shows, news, events, releases].flatMap((all) => copiesAmong(all as readonly Titled[])),
  ),
];

/** Names in other writing have no such words. */
function wordsIn(text: string): string[] {
  return foldText(text).normalize("NFKD").split(/[^a-z0-9]+/).filter((word) => word !== "");
}

/** What has a title, or that of its setlist. */
type Titled = Entry<{ readonly title?: string | undefined; readonly setlist?: string | undefined }>;

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
