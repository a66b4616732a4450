import type { MemberDetailItem } from "../../model/item/member.ts";
import type { PersonItem, ShowDetailItem } from "../../model/item/occasions.ts";
import type { NewsDetailItem } from "../../model/item/publications.ts";
import { Html } from "../../page/html.ts";
import { absoluteAddress, shortened, type View } from "./view.ts";

/**
 * What pages say to search engines (schema.org, as JSON-LD 1.1); JSON leaves out what is undefined.
 */
function schema<const Type extends string>(type: Type, { base }: View, path: string) {
  return { "@context": "https://schema.org" as const, "@type": type, url: base + path };
}

function groupOf({ read: { group } }: View) {
  return { "@type": "MusicGroup" as const, name: group.name };
}

/** The group itself. */
export function musicGroup(view: View, path: string) {
  const { name, image } = view.read.group;
  return { ...schema("MusicGroup", view, path), name, image: pictures(view, [image]) };
}

/**
 * A show. Where the hour is unknown `startDate` is the day; where the place is unknown, the group's name
 * is in its place, since search engines take no event without one. `lineup`: who is shown.
 */
export function musicEvent(
  view: View,
  item: ShowDetailItem,
  lineup: readonly PersonItem[],
  path: string,
) {
  const { title, date, time, start_at, end_at, venue, state, setlist } = item;
  const organizer = groupOf(view);
  const place = venue || organizer.name;
  const names = lineup.map(({ name }) => name);
  const said = [title, setlist !== title && setlist, names.join(", ")].filter(Boolean).join(" · ");
  return {
    ...schema("MusicEvent", view, path),
    name: title,
    startDate: time === "" ? date : start_at,
    endDate: end_at,
    eventStatus: EVENT_STATUSES[state],
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode" as const,
    location: { "@type": "Place" as const, name: place, address: place },
    organizer,
    performer: [organizer, ...names.map((name) => ({ "@type": "Person" as const, name }))],
    description: shortened(said),
    image: pictures(view, [item.banner, item.poster]),
    offers: item.state === "cancelled" ? undefined : listed(offers(item)),
  };
}

const EVENT_STATUSES = {
  scheduled: "https://schema.org/EventScheduled",
  cancelled: "https://schema.org/EventCancelled",
  postponed: "https://schema.org/EventPostponed",
} as const;

/** Where tickets are sold, and from when on. Prices of content are words, which search engines do not take. */
function offers({ url, tickets = [] }: ShowDetailItem) {
  const all = tickets.length > 0 ? tickets : [{ url }];
  return all.flatMap((ticket: Partial<NonNullable<ShowDetailItem["tickets"]>[number]>) => {
    const address = ticket.url ?? url;
    if (!isWebAddress(address)) return [];
    return [{
      "@type": "Offer" as const,
      url: address,
      name: ticket.type,
      validFrom: ticket.sale_from,
    }];
  });
}

/** A member. */
export function person(view: View, item: MemberDetailItem, path: string) {
  const { name, fullname, name_native, nicknames } = item;
  const others = [...new Set([fullname, name_native, ...nicknames])]
    .flatMap((one) => one === undefined || one === name ? [] : [one]);
  const links = item.socials.flatMap(({ url }) => isWebAddress(url) ? [url] : []);
  return {
    ...schema("Person", view, path),
    name,
    alternateName: listed(others),
    image: pictures(view, [item.img]),
    description: item.description && shortened(item.description),
    birthDate: item.birthdate,
    birthPlace: item.birthplace,
    sameAs: listed(links),
    memberOf: item.is_graduate ? undefined : groupOf(view),
  };
}

/** An article. Search engines show up to 110 characters of a headline. */
export function newsArticle(view: View, item: NewsDetailItem, path: string) {
  const { name, language } = view.read.group;
  const publisher = { "@type": "Organization" as const, name };
  const data = schema("NewsArticle", view, path);
  return {
    ...data,
    mainEntityOfPage: data.url,
    headline: shortened(item.title, 108),
    datePublished: item.published_at,
    inLanguage: language,
    author: publisher,
    publisher,
    description: shortened(item.content_text) || undefined,
    image: pictures(view, [item.image]),
  };
}

function pictures({ base }: View, addresses: readonly (string | undefined)[]) {
  return listed(addresses.flatMap((address) => absoluteAddress(base, address) ?? []));
}

function listed<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length > 0 ? values : undefined;
}

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\//i.test(text);
}

/**
 * A block of JSON-LD. Within a script element nothing is escaped, and `</script` ends it wherever it is:
 * every `<` is written as JSON can.
 */
export function dataBlock(data: object): Html {
  const json = JSON.stringify(data).toWellFormed().replaceAll("<", "\\u003c");
  return new Html(`<script type="application/ld+json">${json}</script>\n`);
}
