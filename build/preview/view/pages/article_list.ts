import { html, type HtmlValue } from "../../../../src/page/html.ts";
import { dayList, emptyState, time } from "../../../../src/page/parts.ts";
import { say } from "../../../words/say.ts";
import type { FolderGroup, NewsEntry } from "../folder.ts";
import { dayText, itemLink, marks, shortPath } from "../parts.ts";

/** Articles with their day, their summary and what readers do not see. */
export function articleList(
  articles: readonly NewsEntry[],
  group: FolderGroup,
  now: number,
): HtmlValue {
  const { language } = group.index;
  if (articles.length === 0) {
    return emptyState(
      html`${say`No article yet. Make the first with`} <code>deno task new news</code>.`,
    );
  }
  return dayList(articles.map((item) => {
    const view = item.at(now);
    const { title, date, content_text } = view.fields;
    return {
      when: time(date, dayText(date, group, now)),
      what: html`${itemLink(item, title, language)}${
        marks(item, view, group, now)
      }<br><span class="small" lang="${language}">${beginningOf(content_text)}</span><br>${
        shortPath(item)
      }`,
    };
  }));
}

/** The beginning of a text, cut at a word. */
function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  if (line.length <= 160) return line;
  const cut = line.slice(0, 160);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 120))}…`;
}
