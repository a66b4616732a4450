import { Lexer } from "yaml";
import { splitFrontMatter } from "../read/front_matter.ts";
import type { GroupContent } from "../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import type { Source } from "../read/source.ts";
import { say } from "../words/say.ts";

/** A comment: the line it stands on, its column, both counted from 1, and its text. */
interface Comment {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** Signs that the lexer adds to what stands in the text: a document, a mistake, a value. */
const ADDED = ["\u0002", "\u0018", "\u001f"];

/**
 * Warns of comments in files that forms save: a form writes the fields again, without what stands
 * between them. Each file is read once more; it is called only if forms are in use.
 */
export function warnDroppedComments(content: GroupContent, report: ReportDiagnostic): void {
  const { source, setlists, members, shows, news, events, releases, videocalls } = content;
  const entries = [members, shows, news, events, releases, videocalls, setlists].flat();
  for (const one of [source, ...entries.map(({ source }) => source)]) warnIn(one, report);
}

function warnIn({ file }: Source, report: ReportDiagnostic): void {
  const text = Deno.readTextFileSync(file).replace(/^\uFEFF/, "");
  const [first, ...others] = commentsIn(text, file.endsWith(".md"));
  if (first === undefined) return;
  const { line, column } = first;
  const more = others.length === 0 ? "" : say`, and ${others.length} more in this file`;
  const place = { file, line, column, text: text.split("\n")[line - 1]! };
  const advice = /yaml-language-server/.test(first.text)
    ? say`take it out: .vscode/settings.json, which deno task schema writes, says it for all files`
    : say`say it in a field, or where people talk, and take it out`;
  const message = say`A form that saves this file drops this comment (${quote(first.text)})${more}:
    ${advice}`;
  report(warningAt(place, message));
}

/** The comments of a YAML file, or of the lines above an article. */
function commentsIn(text: string, isMarkdown: boolean): Comment[] {
  const parts = isMarkdown ? splitFrontMatter(text) : { yaml: text, firstLine: 1 };
  if ("message" in parts) return [];
  const found: Comment[] = [];
  let before = "";
  for (const token of new Lexer().lex(parts.yaml)) {
    if (ADDED.includes(token[0]!)) continue;
    if (token.startsWith("#")) found.push(placed(before, token, parts.firstLine));
    before += token;
  }
  return found;
}

function placed(before: string, token: string, firstLine: number): Comment {
  const lines = before.split("\n");
  return {
    line: firstLine + lines.length - 1,
    column: lines.at(-1)!.length + 1,
    text: token.trim(),
  };
}
