import type { GroupContent } from "../check/content.ts";
import type { Entry } from "../check/content.ts";
import { createRemember, type MadeMemory } from "../cache/remember.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";

const warnOnce = createRemember<void>();

/** Warns of files that say what another one says, and whose name is that one's and more. */
export function warnCopies(
  { shows, news, events, releases }: GroupContent,
  report: ReportDiagnostic,
  memory: MadeMemory,
): void {
  for (const entries of [shows, news, events, releases]) {
    warnOnce(memory, entries, [], report, (report) => warnCopiesAmong(entries, report));
  }
}

function warnCopiesAmong(entries: readonly Entry<unknown>[], report: ReportDiagnostic): void {
  const known = new Map(entries.map((entry) => [entry.slug, entry]));
  for (const entry of entries) {
    const original = shorterNames(entry.slug).map((slug) => known.get(slug))
      .find((other) => other !== undefined && textOf(other) === textOf(entry));
    if (original === undefined) continue;
    const message = `This file says the same as ${original.source.file}: ` +
      "write what is its own, or delete it";
    report(warningAt(entry.source.locate([]), message));
  }
}

/** `a-b` and `a` of `a-b-copy`. */
function shorterNames(slug: string): string[] {
  const words = slug.split("-");
  return words.slice(1).map((_, count) => words.slice(0, -1 - count).join("-"));
}

function textOf({ file, source }: Entry<unknown>): string {
  return JSON.stringify([file, source.body]);
}
