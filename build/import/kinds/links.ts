import { titledLink } from "../../schema/content/field.ts";
import type { RecordReader } from "../record/record.ts";
import { isKnown, readText, textOf } from "../record/values.ts";
import type { Lose } from "../report/outcome.ts";
import { phrase, translated } from "../../words/say.ts";
import { plainKey } from "../record/field_names.ts";

/** A link as content files have it. */
interface Link {
  readonly title: string;
  readonly url: string;
}

/** Links with titles; those that lack one of both are lost. */
export function readLinks(record: RecordReader, name: string, lose: Lose): Link[] | undefined {
  return record.items(name)?.map((item) => {
    const link = { title: readText(item["title"] ?? item["name"]), url: readText(item["url"]) };
    return fittingLink(link, () => lose(record.where, name, translated(NO_LINK), item));
  }).filter((link) => link !== undefined);
}

const NO_LINK = phrase`expected a title and an address`;

/** The link where it is one; else `refuse` is called. */
function fittingLink(link: unknown, refuse: () => void): Link | undefined {
  const { data } = titledLink.safeParse(link);
  if (data === undefined) refuse();
  return data;
}

/** A site where members have accounts: how it is written, and what precedes a user's name. */
interface Site {
  readonly title: string;
  readonly address?: string;
}

/** The sites by the names that dumps give them. */
export const SITES: Readonly<Record<string, Site>> = {
  instagram: { title: "Instagram", address: "https://www.instagram.com/" },
  ig: { title: "Instagram", address: "https://www.instagram.com/" },
  twitter: { title: "Twitter", address: "https://twitter.com/" },
  x: { title: "X", address: "https://x.com/" },
  tiktok: { title: "TikTok", address: "https://www.tiktok.com/@" },
  threads: { title: "Threads", address: "https://www.threads.net/@" },
  facebook: { title: "Facebook", address: "https://www.facebook.com/" },
  fb: { title: "Facebook", address: "https://www.facebook.com/" },
  youtube: { title: "YouTube", address: "https://www.youtube.com/@" },
  weibo: { title: "Weibo" },
  showroom: { title: "SHOWROOM", address: "https://www.showroom-live.com/r/" },
  idn: { title: "IDN", address: "https://www.idn.app/" },
};

/** Sites that have fields of their own beside `socials`. */
const OWN_FIELDS = ["instagram", "twitter", "x", "tiktok", "threads", "facebook", "weibo"];

/**
 * Accounts from a list, an object by site, and fields of their own; those without an address are
 * lost.
 */
export function readSocials(record: RecordReader, lose: Lose): Link[] | undefined {
  const value = record.take("socials");
  const refuse = (item: unknown) => lose(record.where, "socials", translated(NO_LINK), item);
  const listed = entriesOf(value)
    .map(([site, item]) =>
      fittingLink(linkOf(site, item), () => refuse(site ? { [site]: item } : item))
    );
  const own = OWN_FIELDS.flatMap((field) => {
    const item = record.take(field);
    const refuseField = () => lose(record.where, field, translated(NO_LINK), item);
    return item === undefined ? [] : [fittingLink(linkOf(field, item), refuseField)];
  });
  const links = [...listed, ...own].filter((link) => link !== undefined);
  return links.length === 0 ? undefined : uniqueLinks(links);
}

function uniqueLinks(links: readonly Link[]): Link[] {
  return [...new Map(links.map((link) => [`${link.title}\n${link.url}`, link])).values()];
}

/** Each account with the site that a dump names, which may be none. */
function entriesOf(value: unknown): [site: string, item: unknown][] {
  if (Array.isArray(value)) return value.filter(isKnown).map((item) => ["", item]);
  if (typeof value !== "object" || value === null) {
    return (textOf(value) ?? "").split(/[\s,;|]+/).filter((text) => text !== "")
      .map((text) => ["", text]);
  }
  return Object.entries(value).filter(([, item]) => isKnown(item)).flatMap(([site, item]) =>
    Array.isArray(item)
      ? item.filter(isKnown).map((one): [string, unknown] => [site, one])
      : [[site, item] as [string, unknown]]
  );
}

const SITE_FIELDS = ["title", "name", "platform", "site", "type", "service", "provider", "label"];
const ADDRESS_FIELDS = ["url", "link", "href", "address", "value"];
const USER_FIELDS = ["username", "user_name", "handle", "user", "account", "id", "screen_name"];

function linkOf(site: string, item: unknown): { title: string | undefined; url?: string } {
  const fields = typeof item === "object" && item !== null ? item as Record<string, unknown> : {};
  const first = (names: readonly string[]) =>
    names.map((name) => textOf(fields[name])).find((text) => text !== undefined);
  const text = textOf(item) ?? first(ADDRESS_FIELDS) ?? first(USER_FIELDS);
  const named = site || first(SITE_FIELDS);
  const url = text && addressOf(text, SITES[plainKey(named ?? "")]);
  const title = named ?? hostName(url);
  return { title: title && titleOf(title), ...(url && { url }) };
}

/** How a dump writes a site stays, but for a mere key. */
function titleOf(named: string): string {
  return /^[a-z][a-z\d_]*$/.test(named) ? SITES[plainKey(named)]?.title ?? capital(named) : named;
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** A whole address, one without its scheme, or a user's name on a site that is known. */
function addressOf(text: string, site: Site | undefined): string | undefined {
  const plain = text.replace(/\s/g, "%20");
  if (/^https?:\/\//i.test(plain)) return plain;
  if (/^[\w-]+(?:\.[\w-]+)+\//.test(plain)) return `https://${plain}`;
  const user = plain.replace(/^@/, "");
  return site?.address && /^[\w.-]+$/.test(user) ? site.address + user : undefined;
}

/** `instagram` of `https://www.instagram.example/x`. */
function hostName(url: string | undefined): string | undefined {
  const parts = /^https?:\/\/(?:www\.|m\.)?([^/:]+)/i.exec(url ?? "")?.[1]?.split(".");
  return parts === undefined || parts.length < 2 ? undefined : parts.at(-2)!.toLowerCase();
}
