import type { CheckedContent, Entry, GroupContent } from "../check/content.ts";
import { type Roster, rosterOf } from "../derive/roster.ts";
import {
  type Diagnostic,
  type Fix,
  type SourceLocation,
  warningAt,
} from "../diagnostic/diagnostic.ts";
import { localDay } from "../../src/time/local_day.ts";
import type { Source, ValuePath } from "../read/source.ts";
import type { EntryFolder } from "../schema/schemas.ts";
import type { SiteFile } from "../schema/content/site.ts";
import type { Message } from "../words/say.ts";

/** What rules look at. */
type Items = {
  readonly site: Pick<Entry<SiteFile>, "file" | "source">;
  readonly group: GroupContent;
} & { readonly [Folder in EntryFolder]: GroupContent[Folder][number] };

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

/** Applies rules to all content, in their order. `now`: epoch ms; `take` gets what is found, in which file. */
export function applyRules<R extends Rule>(
  rules: readonly R[],
  { site, siteSource, groups }: CheckedContent,
  now: number,
  take: (rule: R, finding: Finding, source: Source) => void,
): void {
  const apply = (one: R, items: readonly Items[keyof Items][], context: Context) => {
    for (const item of items) {
      for (const finding of [one.when(item, context)].flat()) {
        if (finding !== undefined) take(one, finding, item.source);
      }
    }
  };
  const ofSite = site && siteSource ? [{ file: site, source: siteSource }] : [];
  // Nothing of a group is asked about the site.
  for (const one of rules.filter(({ kinds }) => kinds.includes("site"))) {
    apply(one, ofSite, {} as Context);
  }
  const thisYear = new Date(now).getUTCFullYear();
  for (const content of groups) {
    const today = localDay(now, content.group.timezone);
    const context = { content, groups, roster: rosterOf(content), now, today, thisYear };
    for (const one of rules.filter(({ needsNames }) => !needsNames || content.isNamesWhole)) {
      for (const kind of one.kinds) {
        if (kind !== "site") apply(one, kind === "group" ? [content] : content[kind], context);
      }
    }
  }
}

/** The warning of what a rule has found. */
export function warningOf({ id }: Rule, finding: Finding, source: Source): Diagnostic {
  const { message, fix, ofOther } = finding;
  return {
    ...warningAt(placeOf(finding, source), message, fix),
    rule: id,
    ...(ofOther && { ofOther: { ...warningAt(ofOther.place, ofOther.message), rule: id } }),
  };
}

export function placeOf({ at = [], place }: Finding, source: Source): SourceLocation {
  return place ?? source.locate(at);
}
