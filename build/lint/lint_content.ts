/**
 * This room warns of content that is well-formed and yet hardly meant.
 *
 * @module
 */

import type { BuildCache } from "../cache/build_cache.ts";
import { createRemember } from "../cache/remember.ts";
import type { CheckedContent, GroupContent } from "../check/content.ts";
import { namingRoster } from "../derive/roster.ts";
import type { ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import { warnCelebrations } from "./celebrations.ts";
import { warnFileNames } from "./file_names.ts";
import { warnMarkdown } from "./markdown.ts";
import { warnOrder } from "./order.ts";
import { warnPlaceholders } from "./placeholders.ts";
import { warnSameInstants } from "./same_instants.ts";
import { warnBirthYears } from "./birth_years.ts";

const lintOnce = createRemember<void>();

/** Looks through everything that is not a draft. `now` (epoch ms) decides warnings, and nothing else. */
export function lintContent(
  { groups }: CheckedContent,
  report: ReportDiagnostic,
  now: number,
  cache: BuildCache,
): void {
  for (const group of groups) lintGroup(group, report, now, cache);
}

function lintGroup(
  group: GroupContent,
  report: ReportDiagnostic,
  now: number,
  cache: BuildCache,
): void {
  warnFileNames(group, report);
  warnBirthYears(group, report, new Date(now).getUTCFullYear());
  warnOrder(group, report);
  warnPlaceholders(group, report);
  for (const { source } of group.news) {
    lintOnce(source, [], report, (report) => warnMarkdown(source, report, cache));
  }
  warnSameInstants(group, report);
  if (!group.isNamesWhole) return;
  warnCelebrations(group, namingRoster(group), report);
}
