/**
 * This room warns of content that is well-formed and yet hardly meant.
 *
 * @module
 */

import { localDay } from "../../src/time/local_day.ts";
import type { BuildCache } from "../cache/build_cache.ts";
import { createRemember, type MadeMemory } from "../cache/remember.ts";
import type { CheckedContent, GroupContent } from "../check/content.ts";
import { namingRoster } from "../derive/roster.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { speakingOf } from "../read/group_language.ts";
import { warnAddresses, warnSigns } from "./article/article_signs.ts";
import { leavingKey, warnCelebrations, warnMissingLists } from "./facts/line_ups.ts";
import { warnCopies, warnLoneSpellings, warnRepeats } from "./repeats.ts";
import { warnFileNames, warnMadeUpNames } from "./facts/file_names.ts";
import { warnMarkdown } from "./article/markdown.ts";
import { warnOccasions, warnOrder, warnSameDays, warnSameInstants } from "./facts/occasions.ts";
import { warnSite } from "./facts/site.ts";
import { warnPlaceholders, warnSitePlaceholders } from "./texts/placeholders.ts";
import { warnBirthYears, warnProfiles } from "./facts/profiles.ts";

const lintOnce = createRemember<void>();
const lookAtLivesOnce = createRemember<void>();
const lintArticlesOnce = createRemember<void>();
const compareOnce = createRemember<void>();
const celebrateOnce = createRemember<void>();

/** What was made of content before. */
interface MadeContent {
  readonly cache: BuildCache;
  readonly memory: MadeMemory;
}

/** Looks through everything that is not a draft. `now` (epoch ms) decides warnings, and nothing else. */
export function lintContent(
  { site, siteSource, groups }: CheckedContent,
  report: ReportDiagnostic,
  now: number,
  made: MadeContent,
): void {
  if (site !== undefined && siteSource !== undefined) {
    warnSitePlaceholders(site, siteSource, report);
    warnSite(site, siteSource, report);
  }
  for (const group of groups) {
    speakingOf(group.folder, () => lintGroup(group, report, now, made));
  }
}

function lintGroup(
  group: GroupContent,
  report: ReportDiagnostic,
  now: number,
  { cache, memory }: MadeContent,
): void {
  const { members, news, shows, videocalls, group: { timezone, defaults } } = group;
  const thisYear = new Date(now).getUTCFullYear();
  warnFileNames(group, report, memory);
  warnMadeUpNames(group, report, memory);
  const today = localDay(now, timezone);
  const people = [today, timezone, videocalls, group.releases, group.setlists.file];
  lookAtLivesOnce(memory, members, people, report, (report) => {
    warnBirthYears(group, report, thisYear);
    warnProfiles(group, report, today);
    warnRepeats(group, report);
    warnSameDays(group, report);
    warnOrder(group, report, thisYear);
  });
  warnPlaceholders(group, report, memory);
  warnCopies(group, report, memory);
  lintArticlesOnce(memory, news, [], report, (report) => {
    for (const article of news) {
      lintOnce(memory, article, [], report, (report) => {
        warnMarkdown(article.source, report, cache);
        warnSigns(article, report);
        warnAddresses(article.source, report);
      });
    }
  });
  warnOccasions(group, report, thisYear, memory);
  warnLoneSpellings(group, report, memory);
  const instants = [timezone, defaults.venue];
  compareOnce(memory, shows, instants, report, (report) => warnSameInstants(group, report, memory));
  if (!group.isNamesWhole) return;
  warnMissingLists(group, report);
  const roster = namingRoster(group, memory);
  celebrateOnce(
    memory,
    shows,
    [roster, timezone, leavingKey(group)],
    report,
    (report) => warnCelebrations(group, roster, report),
  );
}
