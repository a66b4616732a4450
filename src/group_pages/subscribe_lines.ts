import { calendarLinks } from "../page/calendar_links.ts";
import { type Html, html } from "../page/html.ts";
import { dayList } from "../page/parts.ts";
import type { PageWords } from "./words/english.ts";

/** The calendars of a group and the feed of its articles, which everybody may follow. */
export function subscribeLines(words: PageWords, base: string, slug: string): Html {
  const root = `${base}/api/${encodeURIComponent(slug)}`;
  const calendars = [[words.schedule, "schedule"], [words.birthdays, "birthdays"]] as const;
  return html`
    <h2>${words.subscribe}</h2>
    ${dayList([
      ...calendars.map(([name, file]) => ({
        when: name,
        what: calendarLinks(name, `${root}/${file}.ics`, words.onThisDevice),
      })),
      { when: words.articles, what: html`<a href="${root}/news.atom">${words.openFeed}</a>` },
    ])}
  `;
}
