import type { DocPage } from "../../../doc_page.ts";
import { languageOfTag, phrase, wordsOf } from "../../../words/say.ts";

/** The same page as Markdown: `/docs.md` would be no file below `/docs`. */
export function twinOf({ path }: DocPage): string {
  return path === "/docs" ? "/docs/index.md" : `${path}.md`;
}

/** Whether a page is made of the API document. */
export function isReference({ path }: DocPage): boolean {
  return path.startsWith("/docs/reference");
}

/** The heading in a page's first line. */
export function titleOf({ markdown }: DocPage): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? "";
}

/** The first paragraph, as one line of plain text. */
export function descriptionOf({ markdown }: DocPage): string {
  const [, paragraph = ""] = /^# .+\n\n([^]*?)(?:\n\n|\n*$)/.exec(markdown) ?? [];
  return paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "")
    .replace(/\s+/g, " ").trim();
}

/** The anchor of a heading: types of errors keep their letters. */
export function headingId(text: string): string {
  if (/^[A-Z_]+$/.test(text)) return text;
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

/** The headings of a page that is written by hand, in a sentence: one of them may be what is asked. */
function sectionsOf(page: DocPage): string {
  const headings = [...page.markdown.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading);
  if (isReference(page) || headings.length === 0) return "";
  return ` ${wordsOf(phrase`Sections`, languageOfTag(page.lang))}: ${headings.join(" · ")}`;
}

/** `/llms.txt`: the list of all pages for programs that read text (llmstxt.org). */
export function llmsText(pages: readonly DocPage[], site: string, baseUrl: string): string {
  const lines = pages.map((page) =>
    `- [${titleOf(page)}](${baseUrl}${twinOf(page)}): ${descriptionOf(page)}${sectionsOf(page)}`
  );
  return `# ${site}

> A data service for idol groups: members, live broadcasts, shows, news, events, releases and
> birthdays as JSON, with a key.

## Documents

${lines.join("\n")}

## Machine-readable

- [openapi.json](${baseUrl}/openapi.json): every endpoint, parameter, answer and error
- ${baseUrl}/mcp: the Model Context Protocol, for [assistants](${baseUrl}/docs/assistants.md); groups
  with public pages without a key
`;
}
