import { createRemember, type MadeMemory } from "../cache/remember.ts";
import type { GroupContent } from "../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Source, ValuePath } from "../read/source.ts";
import { withoutCode } from "../check/check_article.ts";

/** Whole values that stand for something to come; in no language are they a name. */
const WHOLE =
  /^(?:to-?do|fixme|tb[adc]|xxx+|n\/a|lorem|placeholder|coming soon|segera hadir|belum (?:ada|tahu|diketahui)|menyusul)[.!…]*$/i;

/** Signs in the place of a value. Songs may be called so. */
const SIGNS = /^(?:[-–—_.…]+|\?+)$/;

/** What is meant for those who write, wherever it stands: as words of their own, in capitals. */
const WITHIN = /(?<![\w-])(?:TODO|FIXME|TBD|TBA|XXX)(?![\w-])|\b[Ll]orem ipsum\b/;

/** Addresses that are kept for examples (RFC 2606, 3). */
const EXAMPLE = /\bexample\.(?:com|net|org)(?![\w.-])/i;

/** Lists of songs, whose titles may be any sign. */
const SONGS = ["songs", "tracks"];

const warnOnce = createRemember<void>();
const warnAllOnce = createRemember<void>();
const warnArticleOnce = createRemember<void>();
const warnArticlesOnce = createRemember<void>();

/** Warns of values that somebody meant to fill in. */
export function warnPlaceholders(
  content: GroupContent,
  report: ReportDiagnostic,
  memory: MadeMemory,
): void {
  const { source, group, setlists, news } = content;
  const warn = (file: unknown, from: Source, report: ReportDiagnostic) =>
    warnOnce(memory, from, [], report, (report) => warnTexts(file, from, report));
  warn(group, source, report);
  if (setlists.source !== undefined) warn(setlists.file, setlists.source, report);
  for (const kind of ["members", "shows", "news", "events", "releases", "videocalls"] as const) {
    const entries = content[kind];
    warnAllOnce(memory, entries, [], report, (report) => {
      for (const { file, source } of entries) warn(file, source, report);
    });
  }
  warnArticlesOnce(memory, news, [], report, (report) => {
    for (const { source: article } of news) {
      warnArticleOnce(memory, article, [], report, (report) => warnArticle(article, report));
    }
  });
}

function warnTexts(file: unknown, from: Source, report: ReportDiagnostic): void {
  eachText(file, [], (text, path) => {
    const found = placeholderIn(text, path);
    if (found !== undefined) report(warningAt(from.locate([...path]), found));
  });
}

function warnArticle({ body, locateBody }: Source, report: ReportDiagnostic): void {
  const text = withoutCode(body);
  for (const pattern of [WITHIN, EXAMPLE]) {
    const match = pattern.exec(text);
    if (match === null) continue;
    report(warningAt(locateBody(match.index), leftOver(match[0])));
  }
}

/** Texts that stand for themselves wherever they are; names come again in every line-up. */
const good = new Set<string>();
const MAX_GOOD = 20_000;

function placeholderIn(text: string, path: ValuePath): string | undefined {
  if (good.has(text)) return undefined;
  const found = findPlaceholder(text, path);
  if (found === undefined && !SIGNS.test(text)) remember(text);
  return found;
}

function remember(text: string): void {
  if (good.size >= MAX_GOOD) good.clear();
  good.add(text);
}

function findPlaceholder(text: string, path: ValuePath): string | undefined {
  const isSong = path.some((part) => SONGS.includes(String(part)));
  if (WHOLE.test(text) || (!isSong && SIGNS.test(text))) return unfilled(text, path);
  const within = (EXAMPLE.exec(text) ?? WITHIN.exec(text))?.[0];
  return within === undefined ? undefined : leftOver(within);
}

function unfilled(text: string, path: ValuePath): string {
  const remedy = typeof path.at(-1) === "number" ? "take the line away" : "leave the field out";
  return `${quote(text)} is answered as it stands here: fill it in, or ${remedy} until it is known`;
}

function leftOver(found: string): string {
  return `${quote(found)} is answered as it stands here: is it left from a draft? Replace it`;
}

/** Visits all texts of a value; the path that each is at changes with the next. */
function eachText(
  value: unknown,
  path: (string | number)[],
  visit: (text: string, path: ValuePath) => void,
): void {
  if (typeof value === "string") return visit(value.trim(), path);
  if (typeof value !== "object" || value === null) return;
  const parts = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [name, part] of parts) {
    path.push(name);
    eachText(part, path, visit);
    path.pop();
  }
}
