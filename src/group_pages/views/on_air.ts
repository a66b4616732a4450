import type { LiveItem } from "../../model/item/live.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { type Html, html } from "../../page/html.ts";
import { badge, time } from "../../page/parts.ts";
import { people } from "../../page/people.ts";
import { instantText, local, type PageView } from "./view.ts";

/** The broadcasts of a member: she may be on air on several platforms. */
export function onAirOf({ group }: PageView, slug: string): readonly LiveItem[] {
  return group.onAir().filter(({ url }) => url === slug);
}

/** That she is on air, with the way to the broadcast, and since when. */
export function onAirBadge(view: PageView, entry: LiveItem): Html {
  const { title } = PLATFORMS[entry.type];
  const when = time(entry.started_at, instantText(view, Date.parse(entry.started_at)));
  return html`${badge("bad", view.words.onAir)} <a href="${
    watchAddress(entry)
  }">${title}</a>, ${when}`;
}

/** Everyone of the group who is on air. */
export function onAirList(view: PageView, list: readonly LiveItem[]): Html {
  const { group: { index }, paths } = view;
  return people(list.map((entry) => ({
    name: entry.name,
    picture: entry.img_alt || entry.img,
    lang: index.language,
    isOnAir: true,
    href: entry.url === "" ? watchAddress(entry) : paths.item("member", entry.url),
    line: html`${local(view, entry.title)}${entry.title !== "" && html`<br>`}${
      onAirBadge(view, entry)
    }`,
  })));
}

function watchAddress({ type, id, url_key: urlKey, slug }: LiveItem): string {
  return PLATFORMS[type].watchUrl({ id, urlKey, slug });
}
