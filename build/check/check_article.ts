import { errorAt, type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { CONFLICT, CONFLICT_WORDS } from "../read/conflict.ts";
import type { Source } from "../read/source.ts";

/** What an article never shows, though its text may hold it. */
const LEFT_OUT = /<(?:script|style|iframe|video|audio|embed|object|form|svg)\b/gi;

/** The address of a link or picture, in Markdown and in HTML. */
const ADDRESS = /\]\(\s*<?(?<markdown>[^\s)>]+)|\b(?:href|src)\s*=\s*["']?(?<html>[^\s"'>]+)/gi;

/** On the web, on the site, within the article, or a mailbox. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Reports what of an article will not be seen, and what should not. */
export function checkArticle({ body, locateBody }: Source, report: ReportDiagnostic): void {
  const text = withoutCode(body);
  for (const { index } of text.matchAll(LEFT_OUT)) {
    const message = "This is left out of the article: only text, links, pictures and tables stay";
    report(warningAt(locateBody(index), message));
  }
  for (const { index, 0: { length }, groups = {} } of text.matchAll(ADDRESS)) {
    const address = (groups["markdown"] ?? groups["html"])!;
    if (LEADS_SOMEWHERE.test(address)) continue;
    const message = "This address leads nowhere: expected one that starts with https:// or /";
    report(warningAt(locateBody(index + length - address.length), message));
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
