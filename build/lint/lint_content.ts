/**
 * This room warns of content that is valid but suspicious.
 *
 * @module
 */

import { localDay } from "../../src/time/local_day.ts";
import { setlistsOf } from "../derive/setlists.ts";
import type { CheckedContent, GroupContent } from "../check/content.ts";
import { rosterOf } from "../derive/roster.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
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
    lintGroup(group, report, now);
  }
}

function lintGroup(group: GroupContent, report: ReportDiagnostic, now: number): void {
  const { members, news, shows, events, releases, setlists, group: file } = group;
  const today = localDay(now, file.timezone);
  const thisYear = new Date(now).getUTCFullYear();
  warnFileNames(group, report);
  warnMadeUpNames(group, report);
  warnBirthYears(group, report, thisYear);
  warnProfiles(group, report, today);
  warnCareers(group, report, today);
  warnRepeats(group, report);
  warnSameDays(group, report);
  warnOrder(group, report, thisYear);
  warnPlaceholders(group, report);
  warnCopies(group, report);
  for (const article of news) {
    warnMarkdown(article.source, report);
    warnSigns(article, report);
    warnAddresses(article.source, report);
  }
  warnOccasions(group, report, thisYear);
  warnDatedTitles(group, report);
  warnLoneSpellings(group, report);
  warnSameInstants(shows, file, report);
  warnSales(shows, file, report);
  warnSales(events, file, report);
  warnTracks(releases, report);
  if (!group.isNamesWhole) return;
  const roster = rosterOf(group);
  warnShowsBefore(members, shows, setlistsOf(setlists), file, roster, today, report);
  warnMissingLists(group, report);
  warnCelebrations(shows, members, roster, report);
  warnSongs(setlists, roster, report);
}
