import type { Group } from "../../catalog/catalog.ts";
import { hasPublicFeeds } from "../../model/enums.ts";
import { type Html, html } from "../../page/html.ts";
import { dayList } from "../../page/parts.ts";
import type { DataFamilies } from "../../routes/family.ts";
import type { View } from "./view.ts";
import type { PageWords } from "./words/words.ts";

/** A calendar or a feed of a group that everybody may follow. */
export interface Feed {
  /** The last part of its path, such as `schedule.ics`. */
  readonly file: string;
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  readonly isCalendar: boolean;
}

/** Those of a group, calendars first; none if it shows them to nobody, or if there are none. */
export function feedsOf(
  { groups }: DataFamilies,
  { slug, family, public: level }: Group,
): readonly Feed[] {
  if (!hasPublicFeeds(level)) return [];
  const feeds = groups[family].table.routes.flatMap(({ path: file, answers, publicFrom }) => {
    if (publicFrom === undefined || !("document" in answers)) return [];
    const path = `/api/${encodeURIComponent(slug)}/${file}`;
    return { file, path, type: answers.document, isCalendar: file.endsWith(".ics") };
  });
  return feeds.sort((one, other) => Number(other.isCalendar) - Number(one.isCalendar));
}

/** Feeds as programs that follow them open them. */
export function feedLines({ words, base }: View, feeds: readonly Feed[]): Html {
  return dayList(feeds.map((feed) => {
    const name = nameOf(words, feed);
    const address = base + feed.path;
    const shown = html`<br><code class="address">${address}</code>`;
    return {
      when: name,
      what: feed.isCalendar
        ? html`${calendarLinks(name, address, words)}${shown}`
        : html`<a href="${address}">${words.openFeed}</a>${shown}`,
    };
  }));
}

/** The programs that can follow a calendar, with links that add it to each; `name` is the calendar's. */
function calendarLinks(name: string, address: string, { onThisDevice }: PageWords): Html {
  const webcal = address.replace(/^https?:/, "webcal:");
  return html`
    <a href="${webcal}" aria-label="${name}: ${onThisDevice}">${onThisDevice}</a> · <a
      href="https://calendar.google.com/calendar/r?cid=${webcal}"
      aria-label="${name}: Google">Google</a> · <a
      href="https://outlook.live.com/calendar/0/addfromweb?url=${address}"
      aria-label="${name}: Outlook">Outlook</a>
  `;
}

const FORMATS: Readonly<Record<string, string>> = { atom: "Atom", json: "JSON Feed" };

function nameOf(words: PageWords, { file }: Feed): string {
  const [, kind = "", ending = ""] = /^(.+)\.(\w+)$/.exec(file) ?? [];
  const names: Readonly<Record<string, string>> = words.feeds;
  const name = names[kind] ?? kind;
  return ending in FORMATS ? `${name} (${FORMATS[ending]})` : name;
}
