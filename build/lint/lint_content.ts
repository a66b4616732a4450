/**
 * This room warns of content that is valid but suspicious.
 *
 * @module
 */

import { setlistsOf } from "../derive/setlists.ts";
import { localDay } from "../../src/time/local_day.ts";
import { derived } from "../cache/derived.ts";
import type { CheckedContent, GroupContent } from "../check/content.ts";
import { namingRoster } from "../derive/roster.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { speakingOf } from "../read/group_language.ts";
import { warnAddresses, warnSigns } from "./article/signs.ts";
import { warnCelebrations, warnMissingLists } from "./facts/line_ups.ts";
import { warnCareers } from "./facts/careers.ts";
import { warnSongs, warnTracks } from "./facts/songs.ts";
import { warnCopies, warnLoneSpellings, warnRepeats } from "./repeats.ts";
import { warnFileNames, warnMadeUpNames } from "./facts/file_names.ts";
import { warnMarkdown } from "./article/markdown.ts";
import { warnOccasions, warnOrder, warnSameDays, warnSameInstants } from "./facts/occasions.ts";
import { warnSales } from "./facts/sales.ts";
import { warnShowsBefore } from "./facts/shows_before.ts";
import { warnSite } from "./facts/site.ts";
import { warnPlaceholders, warnSitePlaceholders } from "./placeholders.ts";
import { warnDatedTitles } from "./titles.ts";
import { warnBirthYears, warnProfiles } from "./facts/profiles.ts";

/** Looks through everything that is not a draft. `now` (epoch ms) decides warnings, and nothing else. */
export function lintContent(
  { site, siteSource, groups }: CheckedContent,
  report: ReportDiagnostic,
  now: number,
): void {
  if (site !== undefined && siteSource !== undefined) {
    warnSitePlaceholders(site, siteSource, report);
    warnSite(site, siteSource, report);
  }
  for (const group of groups) {
    speakingOf(group.folder, () => lintGroup(group, report, now));
  }
}

function lintGroup(group: GroupContent, report: ReportDiagnostic, now: number): void {
  const { members, news, shows, videocalls, releases, setlists, group: file } = group;
  const thisYear = new Date(now).getUTCFullYear();
  warnFileNames(group, report);
  warnMadeUpNames(group, report);
  const days = [localDay(now, file.timezone), thisYear] as const;
  derived(members, [file, videocalls, releases, setlists, ...days], warnOfLives, report);
  warnPlaceholders(group, report);
  warnCopies(group, report);
  derived(news, [], warnOfArticles, report);
  warnOccasions(group, report, thisYear);
  warnDatedTitles(group, report);
  warnLoneSpellings(group, report);
  derived(shows, [file], warnSameInstants, report);
  derived(shows, [file], warnSales, report);
  derived(group.events, [file], warnSales, report);
  derived(releases, [], warnTracks, report);
  if (!group.isNamesWhole) return;
  const around = [shows, setlistsOf(setlists), file, namingRoster(group), days[0]] as const;
  derived(members, around, warnShowsBefore, report);
  warnMissingLists(group, report);
  derived(shows, [members, file, namingRoster(group)], warnCelebrations, report);
  derived(setlists, [namingRoster(group)], warnSongs, report);
}

function warnOfLives(
  members: GroupContent["members"],
  group: GroupContent["group"],
  videocalls: GroupContent["videocalls"],
  releases: GroupContent["releases"],
  setlists: GroupContent["setlists"],
  today: string,
  thisYear: number,
  report: ReportDiagnostic,
): void {
  const content = { members, group, videocalls, releases, setlists };
  warnBirthYears(content, report, thisYear);
  warnProfiles(content, report, today);
  warnCareers(content, report, today);
  warnRepeats(content, report);
  warnSameDays(content, report);
  warnOrder(content, report, thisYear);
}

function warnOfArticles(news: GroupContent["news"], report: ReportDiagnostic): void {
  for (const article of news) derived(article, [], warnOfArticle, report);
}

function warnOfArticle(article: GroupContent["news"][number], report: ReportDiagnostic): void {
  warnMarkdown(article.source, report);
  warnSigns(article, report);
  warnAddresses(article.source, report);
}
