import { withoutCode } from "../../check/check_article.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import type { Source } from "../../read/source.ts";
import { mayBeSlip, textSlipIn } from "../texts/text_slips.ts";
import { say } from "../../words/say.ts";

/** The address of a link or picture, in Markdown and in HTML. */
const ADDRESS = /\]\(\s*<?(?<markdown>[^\s)>]+)|\b(?:href|src)\s*=\s*["']?(?<html>[^\s"'>]+)/gi;

/** What is behind the address of a link: its end, or a title. */
const CLOSED = /^(?:\s*[)>]|\s+["'(])/;

/** On the web, on the site, within the article, or a mailbox. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;

/** Warns of addresses in an article that lead nowhere, or elsewhere than its readers should go. */
export function warnAddresses(
  { body, bodyStart, locateBody }: Source,
  report: ReportDiagnostic,
): void {
  const text = withoutCode(body);
  let passed = 0;
  for (const { index, 0: found, groups = {} } of text.matchAll(ADDRESS)) {
    const address = (groups["markdown"] ?? groups["html"])!;
    const at = index + found.length - address.length;
    const place = [isPicture(text, index, passed) ? "image" : "url"];
    passed = at;
    // Of a link that does not end, that is said.
    if (
      groups["markdown"] !== undefined &&
      !CLOSED.test(text.slice(at + address.length, at + address.length + 9))
    ) {
      continue;
    }
    if (!LEADS_SOMEWHERE.test(address)) {
      const message = say`This address does not work: expected one that starts with https:// or /`;
      report(warningAt(locateBody(at), message));
      continue;
    }
    // HTML writes & like that.
    const plain = address.replaceAll("&amp;", "&");
    const slip = mayBeSlip(plain, place) ? textSlipIn(plain, place) : undefined;
    if (slip === undefined) continue;
    const span = { start: bodyStart + at, end: bodyStart + at + address.length };
    const fix = slip.meant === undefined ? undefined : { span, replacement: slip.meant };
    report(warningAt(locateBody(at), slip.message, fix));
  }
}

/** Whether an address is that of a picture: `![…](`, `src=`; its text begins behind the last address. */
function isPicture(text: string, index: number, passed: number): boolean {
  return text[index] === "]"
    ? text[passed + text.slice(passed, index).lastIndexOf("[") - 1] === "!"
    : /^src/i.test(text.slice(index, index + 3));
}
