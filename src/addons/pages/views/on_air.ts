import { onAirWords, type PlatformAnswer } from "../../../live/on_air_words.ts";
import type { LiveItem } from "../../../model/item/live.ts";
import { PLATFORMS } from "../../../model/platforms.ts";
import { type Html, html } from "../../../page/html.ts";
import { badge, emptyState, time } from "../../../page/parts.ts";
import { people } from "../people.ts";
import { instantText, local, type PageView } from "./view.ts";

/** That somebody is on air, with the way to the broadcast, and since when. */
export function onAirBadge(view: PageView, entry: LiveItem): Html {
  const { title } = PLATFORMS[entry.type];
  const when = time(entry.started_at, instantText(view, Date.parse(entry.started_at)));
  return html`${badge("bad", view.words.onAir)} <a href="${
    watchAddress(entry)
  }">${title}</a>, ${when}`;
}

/** Everyone of a list who is on air, and of which platforms that is not known. */
export function onAirList(
  view: PageView,
  list: readonly LiveItem[],
  platforms: readonly PlatformAnswer[],
): Html {
  const { read: { group }, paths, words } = view;
  const said = onAirWords(words.language, platforms, list.length);
  if (list.length === 0) return emptyState(said);
  const shown = people(list.map((entry) => ({
    name: entry.name,
    picture: entry.img_alt || entry.img,
    lang: group.language,
    isOnAir: true,
    href: (entry.url === "" ? undefined : paths.item("member", entry.url)) ?? watchAddress(entry),
    line: html`${local(view, entry.title)}${entry.title !== "" && html`<br>`}${
      onAirBadge(view, entry)
    }`,
  })));
  return html`${shown}${said !== "" && html`<p class="small">${said}</p>`}`;
}

function watchAddress({ type, id, url_key: urlKey, slug }: LiveItem): string {
  return PLATFORMS[type].watchUrl({ id, urlKey, slug });
}
