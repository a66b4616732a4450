import type { CheckedContent, Entry, GroupContent, GroupEntries } from "../check/content.ts";
import { type Roster, rosterOf } from "../derive/roster.ts";
import {
  type Diagnostic,
  type Fix,
  type SourceLocation,
  warningAt,
} from "../diagnostic/diagnostic.ts";
import { localDay } from "../../src/time/local_day.ts";
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
  /** All groups. */
  readonly groups: readonly GroupContent[];
  readonly roster: Roster;
  /** Epoch ms. */
  readonly now: number;
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
  /** What is missing something, and whether that is less urgent: of a member who has graduated. */
  readonly of?: { readonly name: string; readonly isGraduate: boolean };
  /** What is said in its place where the other of two files is the newer one. */
  readonly ofOther?: Required<Pick<Finding, "place" | "message">>;
}

type Found = Finding | undefined | readonly (Finding | undefined)[];

/** A row of what content hardly means, or lacks. `when` is asked of each item of the kinds. */
export interface Rule {
  readonly id: string;
  readonly kinds: readonly (keyof Items)[];
  readonly level: "warning" | "hint";
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

/** A rule of what is missing rather than wrong. */
export interface Hint extends Rule {
  /** What is missing. */
  readonly heading: Message;
  /** What follows from it, and what to write. */
  readonly remedy: Message;
}

export function hint<K extends keyof Items>(
  id: string,
  words: Pick<Hint, "heading" | "remedy">,
  kinds: K | readonly K[],
  when: (item: Items[K], context: Context) => Found,
  needsNames = false,
): Hint {
  return { ...rule(id, kinds, when, needsNames), ...words, level: "hint" };
}

/** Takes what a rule has found, in the item's file. */
type Take<R extends Rule> = (rule: R, finding: Finding, source: Source) => void;

/** Applies the rules of `site.yaml`. */
export function applyToSite<R extends Rule>(
  rules: readonly R[],
  { site, siteSource }: CheckedContent,
  take: Take<R>,
): void {
  if (site === undefined || siteSource === undefined) return;
  const item = { file: site, source: siteSource };
  for (const one of rules.filter(({ kinds }) => kinds.includes("site"))) {
    // Nothing of a group is asked about the site.
    for (const finding of listOf(one.when(item, {} as Context))) take(one, finding, siteSource);
  }
}

/** Applies the rules of a group and its entries, in their order. `now`: epoch ms. */
export function applyToGroup<R extends Rule>(
  rules: readonly R[],
  content: GroupContent,
  { groups, now }: Pick<Context, "groups" | "now">,
  take: Take<R>,
): void {
  const today = localDay(now, content.group.timezone);
  const thisYear = new Date(now).getUTCFullYear();
  const context = { content, groups, roster: rosterOf(content), now, today, thisYear };
  for (const one of rules) {
    if (one.needsNames && !content.isNamesWhole) continue;
    for (const kind of one.kinds) {
      for (const item of itemsOf(kind, content)) {
        for (const finding of listOf(one.when(item, context))) take(one, finding, item.source);
      }
    }
  }
}

function itemsOf(kind: keyof Items, content: GroupContent): readonly Items[keyof Items][] {
  if (kind === "site") return [];
  return kind === "group" ? [content] : content[kind];
}

function listOf(found: Found): readonly Finding[] {
  return [found].flat().filter((one) => one !== undefined);
}

/** The warning of what a rule has found. */
export function warningOf({ id }: Rule, finding: Finding, source: Source): Diagnostic {
  const { at = [], message, meant, ofOther } = finding;
  const fix = finding.fix ?? spellingEdit(source, at, meant);
  return {
    ...warningAt(placeOf(finding, source), message, fix),
    rule: id,
    ...(ofOther && { ofOther: { ...warningAt(ofOther.place, ofOther.message), rule: id } }),
  };
}

export function placeOf({ at = [], place }: Finding, source: Source): SourceLocation {
  return place ?? source.locate(at);
}
