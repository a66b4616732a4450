import { excessOf } from "../article/article_limits.ts";
import { errorAt, type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { CONFLICT, CONFLICT_WORDS } from "../read/conflict.ts";
import type { Source } from "../read/source.ts";
import { say } from "../words/say.ts";

/** What an article never shows, though its text may hold it. */
const LEFT_OUT = /<(?:script|style|iframe|video|audio|embed|object|form|svg)\b/gi;

/** Reports what of an article will not be seen, and what should not. */
export function checkArticle({ body, locateBody }: Source, report: ReportDiagnostic): void {
  const text = withoutCode(body);
  for (const { index } of text.matchAll(LEFT_OUT)) {
    const message =
      say`This is left out of the article: only text, links, pictures and tables stay`;
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
