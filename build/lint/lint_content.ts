/**
 * This room warns of content that is valid but hardly meant: each rule is a row of one of its files.
 *
 * @module
 */

import type { CheckedContent } from "../check/content.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { ACCOUNT_RULES } from "./accounts.ts";
import { ADDRESS_RULES } from "./addresses.ts";
import { ARTICLE_RULES } from "./articles.ts";
import { FILE_RULES } from "./files.ts";
import { LINE_UP_RULES } from "./line_ups.ts";
import { LIST_RULES } from "./lists.ts";
import { MEMBER_RULES } from "./members.ts";
import { OCCASION_RULES } from "./occasions.ts";
import { PLACEHOLDER_RULES } from "./placeholders.ts";
import { applyRules, type Rule, warningOf } from "./rule.ts";
import { SITE_RULES } from "./site.ts";

/** All rules, in the order of what is reported of one place. */
export const RULES: readonly Rule[] = [
  ...ACCOUNT_RULES,
  ...FILE_RULES,
  ...MEMBER_RULES,
  ...LIST_RULES,
  ...PLACEHOLDER_RULES,
  ...ARTICLE_RULES,
  ...ADDRESS_RULES,
  ...OCCASION_RULES,
  ...LINE_UP_RULES,
  ...SITE_RULES,
];

/**
 * Warns of valid but suspicious content that is no draft, but not in files with errors among those that were
 * found so far. `now` (epoch ms) decides warnings, and nothing else.
 */
export function suspicions(
  content: CheckedContent,
  checked: readonly Diagnostic[],
  now: number,
): Diagnostic[] {
  const broken = new Set(checked.map(({ severity, place }) => severity === "error" && place.file));
  const found: Diagnostic[] = [];
  applyRules(RULES, content, now, (...one) => void found.push(warningOf(...one)));
  return found.filter(({ place }) => !broken.has(place.file));
}
