import type { CheckedContent, Entry, GroupContent, GroupEntries } from "../check/content.ts";
import { type Roster, rosterOf } from "../derive/roster.ts";
import {
  type Diagnostic,
  type Fix,
  type ReportDiagnostic,
  type SourceLocation,
  warningAt,
} from "../diagnostic/diagnostic.ts";
import { type Source, spellingEdit, type ValuePath } from "../read/source.ts";
import type { SetlistFile } from "../schema/content/occasions.ts";
import type { SiteFile } from "../schema/content/site.ts";
import type { Message } from "../words/say.ts";

/** What rules look at. */
interface Items extends Record<keyof GroupEntries, Entry<unknown>> {
  readonly site: Pick<Entry<SiteFile>, "file" | "source">;
  readonly group: GroupContent;
  readonly members: GroupEntries["members"][number];
  readonly shows: GroupEntries["shows"][number];
  readonly news: GroupEntries["news"][number];
  readonly events: GroupEntries["events"][number];
  readonly releases: GroupEntries["releases"][number];
  readonly videocalls: GroupEntries["videocalls"][number];
  readonly setlists: Entry<SetlistFile>;
}

/** What is around an item. */
export interface Context {
  readonly content: GroupContent;
  readonly roster: Roster;
  /** The group's day. */
  readonly today: string;
  readonly thisYear: number;
}

/** What is hardly meant, in the item's own file where no other place is named. */
export interface Finding {
  readonly at?: ValuePath;
  readonly place?: SourceLocation;
  readonly message: Message;
  /** The text that replaces what is at the path. */
  readonly meant?: string | undefined;
  readonly fix?: Fix | undefined;
  /** What is said in its place where the other of two files is the newer one. */
  readonly ofOther?: Required<Pick<Finding, "place" | "message">>;
}

type Found = Finding | undefined | readonly (Finding | undefined)[];

/** A row of what content hardly means. `when` is asked of each item of the kinds. */
export interface Rule {
  readonly id: string;
  readonly kinds: readonly (keyof Items)[];
  readonly level: "warning";
  /** Whether it looks names up, and so needs all files of members and setlists. */
  readonly needsNames?: boolean;
  when(item: Items[keyof Items], context: Context): Found;
}

export function rule<K extends keyof Items>(
  id: string,
  kinds: K | readonly K[],
  when: (item: Items[K], context: Context) => Found,
  needsNames = false,
): Rule {
  return {
    id,
    kinds: typeof kinds === "string" ? [kinds] : kinds as readonly K[],
    level: "warning",
    needsNames,
    when: when as Rule["when"],
  };
}

/** Applies the rules of `site.yaml`. */
export function lintSite(
  rules: readonly Rule[],
  { site, siteSource }: CheckedContent,
  report: ReportDiagnostic,
): void {
  if (site === undefined || siteSource === undefined) return;
  const item = { file: site, source: siteSource };
  for (const one of rules.filter(({ kinds }) => kinds.includes("site"))) {
    // Nothing of a group is asked about the site.
    reportAll(one, item.source, one.when(item, {} as Context), report);
  }
}

/** Applies the rules of a group and its entries, in their order. */
export function lintGroup(
  rules: readonly Rule[],
  content: GroupContent,
  { today, thisYear }: Pick<Context, "today" | "thisYear">,
  report: ReportDiagnostic,
): void {
  const context = { content, roster: rosterOf(content), today, thisYear };
  for (const one of rules) {
    if (one.needsNames && !content.isNamesWhole) continue;
    for (const kind of one.kinds) {
      const items: readonly Items[keyof Items][] = kind === "site"
        ? []
        : kind === "group"
        ? [content]
        : content[kind];
      for (const item of items) reportAll(one, item.source, one.when(item, context), report);
    }
  }
}

function reportAll({ id }: Rule, source: Source, found: Found, report: ReportDiagnostic): void {
  for (const one of [found].flat()) {
    if (one !== undefined) report(diagnosticOf(one, id, source));
  }
}

function diagnosticOf(
  { at = [], place, message, meant, fix, ofOther }: Finding,
  rule: string,
  source: Source,
): Diagnostic {
  const where = place ?? source.locate(at);
  return {
    ...warningAt(where, message, fix ?? spellingEdit(source, at, meant)),
    rule,
    ...(ofOther && { ofOther: { ...warningAt(ofOther.place, ofOther.message), rule } }),
  };
}
