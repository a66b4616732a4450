import type { Difference } from "./compare_packs.ts";
import {
  differenceLine,
  type DifferenceReport,
  goneLines,
  headLine,
  isFollowing,
} from "./difference_report.ts";
import { say } from "../words/say.ts";

/** The most bytes of a comment; GitHub takes 65,536 characters. */
export const MAX_COMMENT_BYTES = 60 * 1024;

/** Of more members who are gone, the list tells. */
const MAX_GONE = 10;

const encoder = new TextEncoder();

/** The report as a comment for a pull request, cut where it is too long. */
export function markdownReport(report: DifferenceReport): string {
  const own = report.differences.filter((one) => !isFollowing(one));
  const gone = goneLines(own).slice(0, MAX_GONE).map((line) => `\n> **${escaped(line)}**\n`);
  const head = `### ${say`What answers change`}\n\n${escaped(headLine(report))}\n${gone.join("")}`;
  const lines = own.map((one: Difference) => `- ${escaped(differenceLine(one, report.now))}\n`);
  // Room for the line that counts what is left out.
  let left = MAX_COMMENT_BYTES - encoder.encode(head).length - 100;
  let shown = 0;
  while (shown < lines.length) {
    left -= encoder.encode(lines[shown]!).length;
    if (left < 0) break;
    shown++;
  }
  const rest = lines.length - shown;
  const more = rest === 0 ? "" : `\n${say`And ${rest} more; \`deno task diff\` shows all.`}\n`;
  return `${head}${lines.length === 0 ? "" : "\n"}${lines.slice(0, shown).join("")}${more}`;
}

/** Text that Markdown takes for nothing but text, and that names nobody on GitHub. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll("@", "&#64;").replace(/[\r\n]+/g, " ");
}
