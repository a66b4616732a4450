import { descriptionOf, type DocPage, titleOf, twinOf } from "./doc_page.ts";

/** `/llms.txt`: the list of all pages for programs that read text (llmstxt.org). */
export function llmsText(pages: readonly DocPage[], site: string, baseUrl: string): string {
  const lines = pages.map((page) =>
    `- [${titleOf(page)}](${baseUrl}${twinOf(page)}): ${descriptionOf(page)}`
  );
  return `# ${site}

> An open data service for idol groups: members, live broadcasts, shows, news, events, releases and
> birthdays as JSON, with a key.

## Documents

${lines.join("\n")}

## Machine-readable

- [openapi.json](${baseUrl}/openapi.json): every endpoint, parameter, answer and error
`;
}
