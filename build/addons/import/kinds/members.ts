import { MEMBER_STATUSES, type MemberStatus } from "../../../../src/model/enums.ts";
import { titleSlug } from "../../../../src/model/title_slug.ts";
import { isYearlessDay } from "../../../../src/time/civil_date.ts";
import { synonymIn } from "../../../check/explain/synonyms.ts";
import {
  birthDateOf,
  type DateOptions,
  type DumpDate,
  readDumpDate,
} from "../../../dates/read_moment.ts";
import { zodiacOf } from "../../../derive/zodiac.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { isFields } from "../../../read/source.ts";
import { memberFile } from "../../../schema/content/member.ts";
import { titledLink } from "../../../schema/content/field.ts";
import { phrase, say } from "../../../words/say.ts";
import { knownFields } from "../../../yaml/entry_fields.ts";
import type { FileKind, Merge } from "../merge/file_kind.ts";
import { addItems, sameAs, unlessImplied } from "../merge/merges.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { moment, readerOf, text } from "../record/read.ts";
import { isKnown, listOf, readFlag, readItems, readText } from "../record/values.ts";
import { addressSlugs, nameKey } from "./ids.ts";

/** `165cm`, `165,5 cm`, `1.65 m` and `165` are numbers of centimetres; other text stays. */
function centimetres(height: unknown): unknown {
  const written = String(height).normalize("NFKC").trim();
  const [, whole, unit] = /^(\d+(?:[.,]\d+)?)\s*(cm|m)?\.?$/i.exec(written) ?? [];
  if (whole === undefined) return height;
  const number = Number(whole.replace(",", "."));
  return /^m/i.test(unit ?? "") ? Math.round(number * 1000) / 10 : number;
}

/** Nobody is 3 metres tall, nor less than 3 centimetres. */
const height: Reader = (value, ...where) => {
  const written = text(value, ...where);
  const meant = written && centimetres(written);
  return Number(meant) < 3 ? centimetres(`${meant} m`) || null : meant;
};

/** What dumps write as a status; in a file that a person wrote it could mean something else. */
const STATUSES: Readonly<Record<string, MemberStatus>> = {
  anggota: "active",
  member: "active",
  current: "active",
  graduate: "graduated",
  former: "graduated",
};

const status: Reader = (value) => {
  const word = readText(value)?.toLowerCase() ?? "";
  const meant = STATUSES[word] ?? synonymIn(word, MEMBER_STATUSES) ?? word;
  return MEMBER_STATUSES.find((status) => status === meant);
};

/** Whether she has graduated: yes or no, or a status. */
const graduateFlag: Reader = (value, ...where) => {
  const meant = status(value, ...where);
  return readFlag(value) ?? (meant && meant === "graduated");
};

/** The day of a graduation, or whether there was one; of a month or a year that is past the state is taken. */
const graduation: Reader = (value, record, path) => {
  const read = graduateFlag(value, record, path) ??
    (moment(value, record, path) as DumpDate | undefined)?.day;
  if (read !== undefined || !isPast(value, record.context)) return read;
  record.losePart(`${path}.day`, value, phrase`it could not be read`);
  return true;
};

/** Whether a month or a year without a day is past. */
function isPast(value: unknown, reading: DateOptions): boolean {
  const today = Temporal.Now.plainDateISO(reading.zone).toString();
  const firsts = [[`1 ${value}`, 7], [`${value}-01-01`, 4], [`${value}-01`, 7]] as const;
  return firsts.some(([first, length]) => {
    const read = readDumpDate(first, reading);
    return read !== undefined && "day" in read &&
      read.day.slice(0, length) < today.slice(0, length);
  });
}

/** Accounts from a list, or an object by site. */
const socials: Reader = (value, record, path) => {
  const bySite = isFields(value) && !isKnown(value["url"])
    ? Object.entries(value).map(([title, item]) => ({ ...accountIn(item), title }))
    : readItems(value).map(accountIn);
  return readerOf(memberFile.shape.socials)(bySite, record, path);
};

/** An account; one that is an address alone is called as its host. */
function accountIn(item: unknown): EntryFields {
  const { platform, link, name, ...given } = isFields(item) ? item : { name: item };
  const at = link ?? (/^https?:/.test(String(name)) ? name : undefined);
  const [, host] = /^https?:\/\/(?:www\.)?([^/:]+)\.[^./]+(?:\/|$)/.exec(String(at)) ?? [];
  return knownFields({ title: platform ?? (at === name ? host : name), url: at, ...given });
}

/** Sites that have fields of their own beside `socials`: an address there is one more account. */
const SITES: Readonly<Record<string, string>> = {
  instagram: "Instagram",
  twitter: "Twitter",
  x: "X",
  tiktok: "TikTok",
  threads: "Threads",
  facebook: "Facebook",
  weibo: "Weibo",
};

function siteReader(title: string): Reader {
  return (url) => titledLink.safeParse({ title, url }).data;
}

/** A birth date that leaves out the year adds nothing to one that has it. */
const fullerDate: Merge = (had, wanted) =>
  had !== undefined && isYearlessDay(String(wanted)) &&
    String(had).slice(-5) === String(wanted).slice(-5)
    ? had
    : wanted;

const NAME_PARTS = { first_name: "name", last_name: "name" };

/** `members/<slug>.yaml`, known by slug, then by name. */
export const membersKind: FileKind = {
  name: "members",
  plural: phrase`members`,
  lists: ["members"],
  titles: ["name", "fullname", "first_name", "last_name"],
  folder: "members",
  readers: {
    height,
    status,
    is_graduate: graduateFlag,
    graduated: graduation,
    socials,
    ...Object.fromEntries(
      Object.entries(SITES).map(([field, title]) => [field, siteReader(title)]),
    ),
  },
  parts: {
    ...Object.fromEntries(Object.keys(SITES).map((field) => [field, "socials"])),
    ...NAME_PARTS,
    first_name_reading: "name_reading",
    last_name_reading: "name_reading",
    birthday: "birth_date",
    date: "birth_date",
    is_graduate: "status",
  },
  merges: {
    // A record with a full name alone does not take a file's short name away.
    name: (had, wanted, { had: file, wanted: said }) =>
      had !== undefined && said["fullname"] === wanted && file["fullname"] === wanted
        ? had
        : wanted,
    fullname: unlessImplied(({ had, wanted }) => wanted["name"] ?? had["name"]),
    nicknames: addItems,
    socials: addItems,
    img_alt: unlessImplied(({ had, wanted }) => wanted["img"] ?? had["img"]),
    birth_date: fullerDate,
    zodiac: unlessImplied(({ had, wanted, context }) => {
      const born = birthDateOf(wanted["birth_date"] ?? had["birth_date"], context.zone);
      return born && zodiacOf(born);
    }),
    height: sameAs(centimetres),
    sr_exists: unlessImplied(({ had, wanted }) => (wanted["room_id"] ?? had["room_id"]) && true),
    status: (had, wanted, { had: file }) => isSameStatus(had, wanted, file) ? had : wanted,
  },
  make(said, record) {
    const parts = nameInParts(said);
    const fullname = said["fullname"] ?? (said["name"] && parts);
    const own = Object.keys(SITES).map((site) => said[site]).filter(isKnown);
    const accounts = [...listOf(said["socials"]), ...own];
    return {
      ...said,
      name: said["name"] ?? fullname ?? parts,
      fullname,
      name_reading: said["name_reading"] ?? nameInParts(said, "_reading"),
      birth_date: birthDateIn(said, record),
      socials: accounts.length === 0 ? undefined : accounts,
      addresses: addressSlugs(said["url_key"], said["member_id"], said["url"], said["id"]),
      ...careerIn(said, record),
    };
  },
  // An id that means nothing parts two of one name.
  idsOf: ({ addresses, id }) =>
    listOf(addresses).length > 0 ? listOf(addresses).map(String) : nameKey("id", id),
  namesOf,
  slugOf: ({ addresses, name }) =>
    String(listOf(addresses)[0] ?? (titleSlug(String(name)) || "member")),
  isOther(one, other, zone) {
    const [here, there] = [one, other].map(({ birth_date }) => birthDateOf(birth_date, zone));
    return here !== undefined && there !== undefined && !isSameDay(here, there);
  },
};

const { isOther: _, ...ofMembers } = membersKind;

/** Birth dates of members who are there already; nicknames are names here. */
export const birthdaysKind: FileKind = {
  ...ofMembers,
  name: "birthday",
  plural: phrase`birthdays`,
  lists: ["birthday", "birthdays"],
  day: "date",
  adds: ["birth_date"],
  idsOf: ({ addresses }) => listOf(addresses).map(String),
  namesOf: ({ nicknames, ...values }) => [
    ...new Set([...namesOf(values), ...listOf(nicknames).flatMap((name) => nameKey(name))]),
  ],
};

function namesOf({ name, fullname }: EntryFields): string[] {
  return [...new Set([...nameKey(name), ...nameKey(fullname)])];
}

/** A name in parts as it is said: in the scripts of East Asia the family's comes first. */
function nameInParts(said: EntryFields, suffix = ""): string | undefined {
  const parts = ["first_name", "last_name"].flatMap((part) => readText(said[part + suffix]) ?? []);
  const isEastern = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Hangul}]/u.test(parts.join(""));
  return (isEastern ? parts.toReversed() : parts).join(" ") || undefined;
}

/** What she is, and since when she has graduated: a day says more than a flag, and a status more than both. */
function careerIn(said: EntryFields, record: DumpRecord): EntryFields {
  const { status: written, graduated: since } = said;
  const isDay = typeof since === "string";
  const flag = said["is_graduate"] ?? (isDay ? undefined : since);
  const meant = written ?? (flag ? "graduated" : undefined);
  const isDenied = flag !== undefined && !isDay && flag !== (meant === "graduated");
  for (const field of isDay ? ["is_graduate"] : ["is_graduate", "graduated"]) {
    if (isDenied) record.lose(field, say`another field of the record says otherwise`);
    else record.setAside(field);
  }
  return { status: meant, graduated: isDay ? since : undefined };
}

/** With a date of graduation the status is what she was before; from that day on it is `graduated`. */
function isSameStatus(had: unknown, wanted: unknown, file: EntryFields): boolean {
  if (file["graduated"] === undefined) return had === wanted;
  const before = had === "graduated" ? "active" : had ?? "active";
  return wanted === "graduated" || wanted === before;
}

/** The day of a birth from any field that says it: answers say it a second time, some without the year. */
function birthDateIn(said: EntryFields, record: DumpRecord): unknown {
  const [first, ...more] = ["birth_date", "date", "birthday"]
    .filter((field) => said[field] !== undefined);
  for (const field of more) {
    if (isSameDay(String(said[field]), String(said[first!]))) record.setAside(field);
    else record.lose(field, say`another field of the record says otherwise`);
  }
  return first && said[first];
}

/** Without a year in one of both, month and day count. */
function isSameDay(one: string, other: string): boolean {
  const hasYears = /^\d{4}-/.test(one) && /^\d{4}-/.test(other);
  return hasYears ? one === other : one.slice(-5) === other.slice(-5);
}
