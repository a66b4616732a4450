import type { PersonItem, ShowDetailItem } from "../../model/item/occasions.ts";
import type { MemberDetailItem } from "../../model/item/member.ts";
import type { NewsDetailItem } from "../../model/item/publications.ts";
import type { GroupIndex } from "../../model/pack_index.ts";
import { Html } from "../../page/html.ts";
import { beginningOf } from "./view.ts";

/** Makes an address that leads somewhere from everywhere of a path; undefined of an empty text. */
export type Absolute = (address: string | undefined) => string | undefined;

type Group = Pick<GroupIndex, "name" | "language" | "image">;

/** What pages say to search engines of an item (schema.org, as JSON-LD 1.1). */
export type StructuredData = ReturnType<
  typeof musicEvent | typeof person | typeof newsArticle | typeof musicGroup
>;

const schema = <const Type extends string>(type: Type) => ({
  "@context": "https://schema.org" as const,
  "@type": type,
});

const EVENT_STATUSES = {
  scheduled: "https://schema.org/EventScheduled",
  cancelled: "https://schema.org/EventCancelled",
  postponed: "https://schema.org/EventPostponed",
} as const;

/** The group itself. */
export function musicGroup({ name, image }: Group, url: string, absolute: Absolute) {
  return { ...schema("MusicGroup"), name, url, ...optional("image", absolute(image)) };
}

/**
 * A show. Where the hour is unknown `startDate` is the day; where the place is unknown, the group's name
 * is in its place, since search engines take no event without one. `lineup`: who is shown.
 */
export function musicEvent(
  { name: group }: Group,
  fields: ShowDetailItem,
  lineup: readonly PersonItem[],
  url: string,
  absolute: Absolute,
) {
  const { title, date, start_at, end_at, venue, state, setlist } = fields;
  const images = [fields.banner, fields.poster].flatMap((image) => absolute(image) ?? []);
  const place = venue || group;
  const names = lineup.map(({ name }) => name);
  const said = [title, setlist !== title && setlist, names.join(", ")].filter(Boolean).join(" · ");
  const organizer = { "@type": "MusicGroup" as const, name: group };
  return {
    ...schema("MusicEvent"),
    name: title,
    startDate: fields.time === "" ? date : start_at,
    ...optional("endDate", end_at),
    eventStatus: EVENT_STATUSES[state],
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode" as const,
    location: { "@type": "Place" as const, name: place, address: place },
    organizer,
    performer: [organizer, ...names.map((name) => ({ "@type": "Person" as const, name }))],
    description: beginningOf(said),
    url,
    ...(images.length > 0 && { image: images }),
    ...offer(fields),
  };
}

/** Where tickets are sold, and from when on. Prices of content are words, which search engines do not take. */
function offer({ url, state, tickets = [] }: ShowDetailItem) {
  if (state === "cancelled") return {};
  const sold = tickets.flatMap((ticket) => {
    const address = ticket.url ?? url;
    if (!isWebAddress(address)) return [];
    return [{
      "@type": "Offer" as const,
      url: address,
      ...optional("name", ticket.type),
      ...optional("validFrom", ticket.sale_from),
    }];
  });
  if (sold.length > 0) return { offers: sold };
  return isWebAddress(url) ? { offers: { "@type": "Offer" as const, url } } : {};
}

function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && /^https?:\/\//i.test(text);
}

/** A member. */
export function person(group: Group, fields: MemberDetailItem, url: string, absolute: Absolute) {
  const { name, fullname, name_native, nicknames } = fields;
  const others = [...new Set([fullname, name_native, ...nicknames])]
    .flatMap((one) => one === undefined || one === name ? [] : [one]);
  const links = fields.socials.flatMap(({ url }) => isWebAddress(url) ? [url] : []);
  return {
    ...schema("Person"),
    name,
    url,
    ...(others.length > 0 && { alternateName: others }),
    ...optional("image", absolute(fields.img)),
    ...optional("description", fields.description && beginningOf(fields.description)),
    ...optional("birthDate", fields.birthdate),
    ...optional("birthPlace", fields.birthplace),
    ...(links.length > 0 && { sameAs: links }),
    ...(!fields.is_graduate && {
      memberOf: { "@type": "MusicGroup" as const, name: group.name },
    }),
  };
}

/** An article. Search engines show up to 110 characters of a headline. */
export function newsArticle(
  { name, language }: Group,
  fields: NewsDetailItem,
  url: string,
  absolute: Absolute,
) {
  const picture = absolute(fields.image);
  const publisher = { "@type": "Organization" as const, name };
  return {
    ...schema("NewsArticle"),
    headline: beginningOf(fields.title, 108),
    datePublished: fields.published_at,
    inLanguage: language,
    author: publisher,
    publisher,
    ...optional("description", beginningOf(fields.content_text)),
    ...(picture !== undefined && { image: [picture] }),
    mainEntityOfPage: url,
    url,
  };
}

function optional<const Name extends string>(
  name: Name,
  value: string | undefined,
): { readonly [Key in Name]?: string } {
  return (value ? { [name]: value } : {}) as { readonly [Key in Name]?: string };
}

/**
 * A block of JSON-LD. Within a script element nothing is escaped, and `</script` ends it wherever it is:
 * every `<` is written as JSON can.
 */
export function dataBlock(data: StructuredData): Html {
  const json = JSON.stringify(data).toWellFormed().replaceAll("<", "\\u003c");
  return new Html(`<script type="application/ld+json">${json}</script>\n`);
}
