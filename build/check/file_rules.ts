import { excessOf } from "../article/limits.ts";
import { errorAt, type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { CONFLICT, CONFLICT_WORDS } from "../read/conflict.ts";
import { leavesOf, type Source } from "../read/source.ts";
import { phrase } from "../words/say.ts";
import { quote } from "../diagnostic/wording.ts";
import type { Entry } from "./content.ts";
import type { PlansFile } from "../schema/content/site.ts";

/** What an article never shows, though its text may hold it. */
const LEFT_OUT = /<(?:script|style|iframe|video|audio|embed|object|form|svg)\b/gi;

/** Reports what of an article will not be seen, and what should not. */
export function checkArticle({ body, locateBody }: Source, report: ReportDiagnostic): void {
  const text = withoutCode(body);
  for (const { index } of text.matchAll(LEFT_OUT)) {
    const message =
      phrase`This is left out of the article: only text, links, pictures and tables stay`;
    report(warningAt(locateBody(index), message));
  }
  const excess = excessOf(body);
  if (excess !== undefined) report(errorAt(locateBody(excess.at), excess.message));
  const conflict = CONFLICT.exec(text);
  if (conflict !== null) report(errorAt(locateBody(conflict.index), CONFLICT_WORDS));
}

const CODE_PARTS = ["`", "~~~", "<!--"];

/** An article with its code and comments blank, which are shown as they are or not at all. */
export function withoutCode(body: string): string {
  // Most articles have neither.
  if (!CODE_PARTS.some((part) => body.includes(part))) return body;
  return body.replace(
    /^(```|~~~)[^]*?(?:^\1|(?![^]))|`[^`\n]+`|<!--[^]*?(?:-->|(?![^]))/gm,
    (code) => code.replace(/[^\n]/g, " "),
  );
}

/** `5.000` is five to YAML, and five thousand to most who write it. */
const THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;

/** Refuses numbers of plans that look like thousands and are read as less. */
export function checkPlanNumbers(plans: PlansFile, source: Source, report: ReportDiagnostic): void {
  for (const { path } of leavesOf(plans)) {
    const written = source.written(path);
    if (written === undefined || !THOUSANDS.test(written)) continue;
    const meant = written.replaceAll(".", "");
    const message = phrase`Cannot use "${path.join(".")}": ${written} is read as ${Number(written)}.
      Write ${meant}, or ${Number(written)} without zeros behind a point`;
    report(errorAt(source.locate(path), message));
  }
}

/** Refuses groups of sign-up that are not there: a name that means nothing yet may mean a private group later. */
export function checkSignupGroups(
  { file, source }: Entry<PlansFile>,
  slugs: readonly string[],
  report: ReportDiagnostic,
): void {
  for (const [name, { signup }] of Object.entries(file)) {
    for (const [index, group] of (signup?.groups ?? []).entries()) {
      if (slugs.includes(group)) continue;
      const message = phrase`Cannot find the group ${quote(group)} that sign-up for ${
        quote(name)
      } opens: expected one of ${slugs.join(", ")}`;
      report(errorAt(source.locate([name, "signup", "groups", index]), message));
    }
  }
}
