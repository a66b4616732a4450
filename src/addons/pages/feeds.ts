import type { Group } from "../../catalog/catalog.ts";
import { hasPublicFeeds } from "../../model/enums.ts";
import { type Html, html } from "../../page/html.ts";
import { dayList } from "../../page/parts.ts";
import type { DataFamilies } from "../../routes/family.ts";
import type { Feed, View } from "./view.ts";

/** Those of a group, calendars first; none if it shows them to nobody, or if there are none. */
export function feedsOf(
  families: DataFamilies,
  { slug, family, public: level }: Group,
): readonly Feed[] {
  if (!hasPublicFeeds(level)) return [];
  const feeds = families[family].table.routes.flatMap(({ path: file, answers, publicFrom }) => {
    if (publicFrom === undefined || !("document" in answers)) return [];
    const path = `/api/${encodeURIComponent(slug)}/${file}`;
    return { file, path, type: answers.document };
  });
  return feeds.sort((one, other) => Number(isCalendar(other)) - Number(isCalendar(one)));
}

function isCalendar({ file }: Feed): boolean {
  return file.endsWith(".ics");
}

/** The calendars and feeds of a group, as programs that follow them open them. */
export function feedLines(view: View): Html {
  const { words: { say }, base } = view;
  return dayList(view.feeds.map((feed) => {
    const name = nameOf(view, feed);
    const address = base + feed.path;
    // It may be broken behind a slash, and nowhere else; one click selects all of it.
    const parts = address.split(/(?<=\/)(?!\/)/).map((part) => html`${part}<wbr>`);
    return {
      when: name,
      what: html`${
        isCalendar(feed)
          ? calendarLinks(name, address, say`On this device`)
          : html`<a href="${address}">${say`Open the feed`}</a>`
      }<div><code>${parts}</code></div>`,
    };
  }));
}

/** The programs that can follow a calendar, with links that add it to each; `name` is the calendar's. */
function calendarLinks(name: string, address: string, onThisDevice: string): Html {
  const webcal = address.replace(/^https?:/, "webcal:");
  return html`
    <a href="${webcal}" aria-label="${name}: ${onThisDevice}">${onThisDevice}</a> · <a
      href="https://calendar.google.com/calendar/r?cid=${webcal}"
      aria-label="${name}: Google">Google</a> · <a
      href="https://outlook.live.com/calendar/0/addfromweb?url=${address}"
      aria-label="${name}: Outlook">Outlook</a>
  `;
}

/** `News (Atom)` of `news.atom`. */
function nameOf({ words: { say } }: View, { file }: Feed): string {
  const names: Readonly<Record<string, string>> = {
    theater: say`Shows`,
    events: say`Events`,
    schedule: say`Shows, events and broadcasts`,
    birthdays: say`Birthdays`,
    news: say`News`,
  };
  const [kind = "", ending] = file.split(".");
  const format = { atom: " (Atom)", json: " (JSON Feed)" }[ending ?? ""] ?? "";
  return (names[kind] ?? kind) + format;
}
