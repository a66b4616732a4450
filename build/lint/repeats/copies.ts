import type { Entry, GroupContent } from "../../check/content.ts";
import { derived } from "../../cache/derived.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { say } from "../../words/say.ts";

/** Warns of files that say what another one says, and whose name is that one's and more. */
export function warnCopies(
  { shows, news, events, releases }: GroupContent,
  report: ReportDiagnostic,
): void {
  const all: readonly (readonly Entry<unknown>[])[] = [shows, news, events, releases];
  for (const entries of all) derived(entries, [], warnCopiesAmong, report);
  derived(news, [], warnSameArticles, report);
}

/** Warns of an article that stands in two files, whatever they are called. */
function warnSameArticles(
  news: readonly Entry<{ readonly title: string }>[],
  report: ReportDiagnostic,
): void {
  const known = new Map<string, Entry<unknown>>();
  for (const entry of news) {
    const { file: { title }, source } = entry;
    if (source.body.trim() === "") continue;
    const key = `${title}\n${source.body.trim()}`;
    const other = known.get(key);
    if (other === undefined) known.set(key, entry);
    else if (!isCopyOf(entry, other) && !isCopyOf(other, entry)) {
      const message = say`${other.source.file} has the same title and text: delete one of the two,
        or write what is its own`;
      report(warningAt(source.locate(["title"]), message));
    }
  }
}

function warnCopiesAmong(entries: readonly Entry<unknown>[], report: ReportDiagnostic): void {
  const known = new Map(entries.map((entry) => [entry.slug, entry]));
  for (const entry of entries) {
    const original = originalOf(entry, known);
    if (original === undefined) continue;
    const message = say`This file says the same as ${original.source.file}:
      write what is its own, or delete it`;
    report(warningAt(entry.source.locate([]), message));
  }
}

/** Of `a-b-copy`, the one called `a-b` or `a` that says the same. */
function originalOf(
  entry: Entry<unknown>,
  known: ReadonlyMap<string, Entry<unknown>>,
): Entry<unknown> | undefined {
  const { slug } = entry;
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

function textOf({ file, source }: Entry<unknown>): string {
  return JSON.stringify([file, source.body]);
}
