import type { PlatformAnswer } from "../page_group.ts";
import type { PageWords } from "../words/english.ts";
import type { SourceState } from "../../model/enums.ts";
import type { LiveItem } from "../../model/item/live.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { type Html, html } from "../../page/html.ts";
import { badge, emptyState, time } from "../../page/parts.ts";
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

/** Everyone of a list who is on air, and of which platforms that is not known. */
export function onAirList(view: PageView, list: readonly LiveItem[]): Html {
  const { group: { index, platforms }, paths, words } = view;
  const said = onAirWords(words, platforms, list.length);
  if (list.length === 0) return emptyState(said);
  const shown = people(list.map((entry) => ({
    name: entry.name,
    picture: entry.img_alt || entry.img,
    lang: index.language,
    isOnAir: true,
    href: entry.url === "" ? watchAddress(entry) : paths.item("member", entry.url),
    line: html`${local(view, entry.title)}${entry.title !== "" && html`<br>`}${
      onAirBadge(view, entry)
    }`,
  })));
  return html`${shown}${said !== "" && html`<p class="small">${said}</p>`}`;
}

/**
 * What has to be said beside a list of so many who are on air, or in its place: that nobody is, only
 * of platforms that said so, and which of them did not.
 */
export function onAirWords(
  words: PageWords,
  platforms: readonly PlatformAnswer[],
  count: number,
): string {
  const by = (wanted: SourceState | "unasked") =>
    platforms.filter(({ state, last_error }) =>
      (state === "down" && last_error === undefined ? "unasked" : state) === wanted
    ).map(({ name }) => PLATFORMS[name].title);
  const tell = (state: keyof PageWords["platforms"]) => {
    const names = by(state);
    const list = new Intl.ListFormat(words.locale).format(names);
    return names.length === 0 ? [] : words.platforms[state](list, names.length);
  };
  const missed = [tell("down"), tell("unasked")].flat();
  if (count > 0) return missed.join(" ");
  if (by("off").length === platforms.length) return words.noPlatformAsked;
  const answered = by("ok");
  const nobody = answered.length === platforms.length
    ? words.nobodyOnAir
    : answered.length === 0
    ? words.onAirUnknown
    : words.nobodyOnAirOn(
      new Intl.ListFormat(words.locale, { type: "disjunction" }).format(answered),
    );
  return [nobody, tell("stale"), missed, tell("off")].flat().join(" ");
}

function watchAddress({ type, id, url_key: urlKey, slug }: LiveItem): string {
  return PLATFORMS[type].watchUrl({ id, urlKey, slug });
}
