import { titledLink } from "../../../schema/content/field.ts";
import { phrase, wordsOf } from "../../../words/say.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { plainKey } from "../record/field_names.ts";
import { isKnown, readItems, readText, textOf } from "../record/values.ts";

/** A link as content files have it. */
interface Link {
  readonly title: string;
  readonly url: string;
}

const NO_LINK = phrase`expected a title and an address`;

/** The link where it is one; else `item` of the field is lost. */
function fitting(link: unknown, record: DumpRecord, field: string, item: unknown): Link[] {
  const { data } = titledLink.safeParse(link);
  if (data === undefined) record.lose(field, wordsOf(NO_LINK), item);
  return data === undefined ? [] : [data];
}

/** Links with titles. */
export const links: Reader = {
  expected: phrase`a list`,
  read: (value) =>
    readItems(value)?.map((item) => ({
      title: readText(item["title"] ?? item["name"]),
      url: readText(item["url"]),
    })),
};

/** Those that have a title and an address; the others are lost. */
export function wholeLinks(value: unknown, record: DumpRecord, field: string): unknown {
  return (value as Link[] | undefined)?.flatMap((link) => fitting(link, record, field, link));
}

/** A site where members have accounts: how it is written, and what precedes a user's name. */
interface Site {
  readonly title: string;
  readonly address?: string;
}

const INSTAGRAM = { title: "Instagram", address: "https://www.instagram.com/" };
const FACEBOOK = { title: "Facebook", address: "https://www.facebook.com/" };

/** The sites by the names that dumps give them. */
export const SITES: Readonly<Record<string, Site>> = {
  instagram: INSTAGRAM,
  ig: INSTAGRAM,
  twitter: { title: "Twitter", address: "https://twitter.com/" },
  x: { title: "X", address: "https://x.com/" },
  tiktok: { title: "TikTok", address: "https://www.tiktok.com/@" },
  threads: { title: "Threads", address: "https://www.threads.net/@" },
  facebook: FACEBOOK,
  fb: FACEBOOK,
  youtube: { title: "YouTube", address: "https://www.youtube.com/@" },
  weibo: { title: "Weibo" },
  showroom: { title: "SHOWROOM", address: "https://www.showroom-live.com/r/" },
  idn: { title: "IDN", address: "https://www.idn.app/" },
};

/** Sites that have fields of their own beside `socials`. */
export const OWN_FIELDS = ["instagram", "twitter", "x", "tiktok", "threads", "facebook", "weibo"];

/** Accounts from a list, an object by site, and fields of their own; those without an address are lost. */
export function accounts(said: EntryFields, record: DumpRecord): Link[] | undefined {
  const given = (said["socials"] ?? []) as ReturnType<typeof accountsIn>;
  const listed = given.flatMap(([site, item]) =>
    fitting(linkOf(site, item), record, "socials", site === "" ? item : { [site]: item })
  );
  const own = OWN_FIELDS.flatMap((field) => {
    const { [field]: item } = said;
    return item === undefined ? [] : fitting(linkOf(field, item), record, field, item);
  });
  const links = new Map([...listed, ...own].map((link) => [`${link.title}\n${link.url}`, link]));
  return links.size === 0 ? undefined : [...links.values()];
}

/** A list of accounts, or an object of them by site; each with the site that is named, which may be none. */
export const sites: Reader = { expected: phrase`a list`, read: accountsIn };

/** Each account with the site that a dump names, which may be none. */
function accountsIn(value: unknown): [site: string, item: unknown][] {
  if (Array.isArray(value)) return value.filter(isKnown).map((item) => ["", item]);
  if (typeof value !== "object" || value === null) {
    return (textOf(value) ?? "").split(/[\s,;|]+/).filter(Boolean).map((text) => ["", text]);
  }
  return Object.entries(value).flatMap(([site, item]) =>
    [item].flat().filter(isKnown).map((one): [string, unknown] => [site, one])
  );
}

const SITE_FIELDS = ["title", "name", "platform", "site", "type"];
const ACCOUNT_FIELDS = ["url", "link", "href", "value", "username", "handle"];

function linkOf(site: string, item: unknown): { title: string | undefined; url?: string } {
  const fields = typeof item === "object" && item !== null ? item as Record<string, unknown> : {};
  const first = (names: readonly string[]) =>
    names.map((name) => textOf(fields[name])).find((text) => text !== undefined);
  const text = textOf(item) ?? first(ACCOUNT_FIELDS);
  const named = site || first(SITE_FIELDS);
  const url = text && addressOf(text, SITES[plainKey(named ?? "")]);
  const title = named ?? hostName(url);
  return { title: title && titleOf(title), ...(url && { url }) };
}

/** How a dump writes a site stays, but for a mere key. */
function titleOf(named: string): string {
  if (!/^[a-z][a-z\d_]*$/.test(named)) return named;
  return SITES[plainKey(named)]?.title ?? named[0]!.toUpperCase() + named.slice(1);
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
