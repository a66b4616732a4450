import { tooManyCells, tooManyOpen } from "../article/article_limits.ts";
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
  const deep = tooManyOpen(body);
  if (deep !== undefined) {
    const message = say`Cannot use this article: more than 1,000 tags of HTML do not end;
      end each, or write Markdown`;
    report(errorAt(locateBody(deep), message));
  }
  const wide = tooManyCells(body);
  if (wide !== undefined) {
    const message = say`Cannot use this article: its tables have more than 20,000 cells; divide it
      into several articles`;
    report(errorAt(locateBody(wide), message));
  }
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
