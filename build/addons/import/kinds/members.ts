import { isDeepStrictEqual } from "node:util";
import { isYearlessDay } from "../../../../src/time/civil_date.ts";
import { foldText } from "../../../../src/model/fold_text.ts";
import { titleSlug } from "../../../../src/model/title_slug.ts";
import { birthDateOf, dayOf } from "../../../dates/read_moment.ts";
import { zodiacOf } from "../../../derive/zodiac.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { isFields } from "../../../read/source.ts";
import { memberFile } from "../../../schema/content/member.ts";
import { phrase, say } from "../../../words/say.ts";
import { knownFields } from "../../../yaml/entry_fields.ts";
import type { FileKind, Merge } from "../merge/file_kind.ts";
import { listOf } from "../merge/import_files.ts";
import * as read from "../record/dump_record.ts";
import type { DumpRecord, Reader } from "../record/dump_record.ts";
import { isKnown, readCount, readFlag, readItems, readText, textOf } from "../record/values.ts";
import { graduateFlag, graduation, isSameStatus, readCareer, status } from "./career.ts";
import { addLinks, addressSlug, addTexts, isMachineId, nameKey, unlessImplied } from "./ids.ts";
import { accounts, OWN_FIELDS, sites } from "./links.ts";

/** `165cm`, `165,5 cm`, `1.65 m` and `165` are numbers of centimetres; other text stays. */
function centimetres(height: unknown): unknown {
  const text = String(height).normalize("NFKC").trim();
  const [, whole, unit] = /^(\d+(?:[.,]\d+)?)\s*(cm|センチ|sentimeter|m|meter)?\.?$/i.exec(text) ??
    [];
  if (whole === undefined) return height;
  const number = Number(whole.replace(",", "."));
  return /^m/i.test(unit ?? "") ? Math.round(number * 1000) / 10 : number;
}

const height: Reader = {
  expected: read.text.expected,
  read(value, ...where) {
    const text = read.text.read(value, ...where);
    return text === undefined ? undefined : centimetres(text) || null;
  },
};

/** The parts of a member's career; one without the day on which it began is lost. */
const history: Reader = {
  expected: phrase`a list`,
  read(value, record, path) {
    const readDay = (day: unknown) => dayOf(day, record.context.zone);
    const what = { team: textOf, role: textOf, generation: textOf };
    return readItems(value)?.flatMap((part, place) => {
      const { from, to } = part;
      const isSaid = Object.keys(what).some((name) => textOf(part[name]) !== undefined);
      if (isSaid && readDay(from) !== undefined && (readDay(to) !== undefined || !isKnown(to))) {
        return [record.entry(path, part, { from: readDay, to: readDay, ...what })];
      }
      const reason = phrase`expected a day, and a team, a role or a generation`;
      record.losePart(path, String(place + 1), part, reason);
      return [];
    });
  },
};

/** The shows before those of content, a number, or fields with one; what is wrong in part is lost whole. */
const showsBefore: Reader = {
  expected: phrase`total, a whole number, by_setlist and as_of`,
  read(value, record, path) {
    const given = isFields(value) ? value : { total: value };
    const readers = {
      total: readCount,
      as_of: (day: unknown) => dayOf(day, record.context.zone),
      by_setlist: (counts: unknown) => isKnown(counts) ? setlistCounts(counts) : undefined,
    };
    const isWhole = isKnown(given["total"]) && Object.entries(readers)
      .every(([name, read]) => read(given[name]) !== undefined || !isKnown(given[name]));
    return isWhole ? record.entry(path, given, readers) : undefined;
  },
};

function setlistCounts(counts: unknown): unknown {
  const all = readItems(counts)?.map(({ setlist, name, count }) => ({
    setlist: textOf(setlist) ?? textOf(name),
    count: readCount(count),
  }));
  return all?.some(({ setlist, count }) => setlist === undefined || count === undefined)
    ? undefined
    : all;
}

/** The same counts in any order of setlists are the same. */
const sameCounts: Merge = (had, wanted) => {
  const meaning = (before: unknown) => {
    if (!isFields(before)) return before;
    const counts = Array.isArray(before["by_setlist"]) ? before["by_setlist"] : [];
    const all = counts.map(({ setlist, count }) => `${foldText(String(setlist))}\n${count}`).sort();
    return knownFields({ ...before, by_setlist: all });
  };
  return isDeepStrictEqual(meaning(had), meaning(wanted)) ? had : wanted;
};

/** A birth date that leaves out the year adds nothing to one that has it. */
const fullerDate: Merge = (had, wanted) =>
  had !== undefined && isYearlessDay(String(wanted)) &&
    String(had).slice(-5) === String(wanted).slice(-5)
    ? had
    : wanted;

const flag: Reader = { expected: phrase`true or false`, read: readFlag };

const birth = {
  birth_date: { read: read.birthDate, merge: fullerDate },
  birthday: { read: read.birthDate, into: "birth_date" },
};

const nameParts = {
  first_name: { read: read.text, into: "name" },
  last_name: { read: read.text, into: "name" },
};

/** `members/<slug>.yaml`, known by slug, then by name. */
export const membersKind: FileKind = {
  name: "members",
  plural: phrase`members`,
  dataset: "member",
  lists: ["members"],
  names: ["name", "fullname"],
  nameParts: ["first_name", "last_name"],
  folder: "members",
  schema: memberFile,
  fields: {
    name: {
      read: read.text,
      // A record with a full name alone does not take a file's short name away.
      merge: (had, wanted, { had: file, wanted: said }) =>
        had !== undefined && said["fullname"] === wanted && file["fullname"] === wanted
          ? had
          : wanted,
    },
    ...nameParts,
    fullname: {
      read: read.text,
      merge: unlessImplied(({ had, wanted }) => wanted["name"] ?? had["name"]),
    },
    name_native: read.text,
    name_reading: read.text,
    first_name_reading: { read: read.text, into: "name_reading" },
    last_name_reading: { read: read.text, into: "name_reading" },
    nicknames: { read: read.texts, grows: addTexts },
    former_slugs: { read: read.texts, grows: addTexts },
    generation: read.text,
    team: read.text,
    img: read.picture,
    img_alt: {
      read: read.picture,
      merge: unlessImplied(({ had, wanted }) => wanted["img"] ?? had["img"]),
    },
    ...birth,
    birthplace: read.text,
    blood_type: read.text,
    zodiac: {
      read: read.text,
      merge: unlessImplied(({ had, wanted, context }) => {
        const born = birthDateOf(wanted["birth_date"] ?? had["birth_date"], context.zone);
        return born && zodiacOf(born);
      }),
    },
    height: {
      read: height,
      merge: (had, wanted) => centimetres(had) === centimetres(wanted) ? had : wanted,
    },
    hobby: read.text,
    description: read.text,
    jikosokai: read.text,
    joined: read.day,
    history,
    idn_username: read.text,
    room_id: read.count,
    showroom_url_key: read.text,
    sr_exists: {
      read: flag,
      merge: unlessImplied(({ had, wanted }) => (wanted["room_id"] ?? had["room_id"]) && true),
    },
    youtube: read.text,
    socials: { read: sites, grows: addLinks },
    ...Object.fromEntries(
      OWN_FIELDS.map((field) => [field, { read: read.anything, into: "socials" }] as const),
    ),
    shows_before: { read: showsBefore, merge: sameCounts },
    status: {
      read: status,
      merge: (had, wanted, { had: file }) => isSameStatus(had, wanted, file) ? had : wanted,
    },
    is_graduate: { read: graduateFlag, into: "status" },
    graduated: graduation,
    url_key: read.text,
    url: read.text,
    id: read.text,
  },
  make(said, record) {
    const parts = nameInParts(said);
    const fullname = said["fullname"] ?? (said["name"] && parts);
    return {
      ...said,
      name: said["name"] ?? fullname ?? parts,
      fullname,
      name_reading: said["name_reading"] ?? nameInParts(said, "_reading"),
      birth_date: birthDateIn(said, record),
      socials: accounts(said, record),
      ...readCareer(said, record),
    };
  },
  identify({ name, fullname }, said) {
    const { slugs, ids } = addressesIn(said);
    return {
      ids: [...slugs, ...ids.map(foreignKey)],
      foreignIds: ids,
      names: [...new Set([...nameKey(name), ...nameKey(fullname)])],
      slug: slugs[0] ?? (titleSlug(String(name)) || "member"),
    };
  },
  keysOf(slug, file, { memory }) {
    const theirs = [...memory.ids].filter(([, known]) => known === slug);
    return {
      ids: [slug, ...listOf(file["former_slugs"]), ...theirs.map(([id]) => foreignKey(id))],
      names: [...new Set([...nameKey(file["name"]), ...nameKey(file["fullname"])])],
    };
  },
  isOther(one, other, zone) {
    const [here, there] = [one, other].map(({ birth_date }) => birthDateOf(birth_date, zone));
    return here !== undefined && there !== undefined && !isSameDay(here, there);
  },
  further: withOldName,
};

/** Birth dates of members who are there already; nicknames are names here. */
export const birthdaysKind: FileKind = {
  name: "birthday",
  plural: phrase`birthdays`,
  dataset: "member",
  lists: ["birthday", "birthdays"],
  names: ["name"],
  nameParts: ["first_name", "last_name"],
  day: "date",
  folder: "members",
  schema: memberFile,
  isOfOthers: true,
  fields: {
    name: read.text,
    ...nameParts,
    ...birth,
    date: { read: read.birthDate, into: "birth_date" },
    url_key: read.text,
    member_id: read.text,
    id: read.text,
  },
  make: (said, record) => ({ birth_date: birthDateIn(said, record) }),
  identify(_, said) {
    const addresses = ["url_key", "member_id", "id"].flatMap((name) => textOf(said[name]) ?? []);
    return {
      ids: addresses.flatMap((address) => [addressSlug(address), foreignKey(address)]),
      names: nameKey(said["name"] ?? nameInParts(said)),
      slug: "",
    };
  },
  keysOf(slug, file, context) {
    const { ids, names } = membersKind.keysOf(slug, file, context);
    const nicknames = listOf(file["nicknames"]).flatMap((name) => nameKey(name));
    return { ids, names: [...new Set([...names, ...nicknames])] };
  },
};

/** A name in parts as it is said: in the scripts of East Asia the family's comes first. */
function nameInParts(said: EntryFields, suffix = ""): string | undefined {
  const parts = ["first_name", "last_name"].flatMap((part) => readText(said[part + suffix]) ?? []);
  const isEastern = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Hangul}]/u.test(parts.join(""));
  return (isEastern ? parts.toReversed() : parts).join(" ") || undefined;
}

/** Her old name goes behind the nicknames: line-ups of the past, which name her so, still mean her. */
function withOldName(taken: EntryFields, had: EntryFields): EntryFields {
  const { name, fullname = had["fullname"], nicknames = had["nicknames"] } = taken;
  const old = had["name"];
  if (name === undefined || typeof old !== "string") return taken;
  const names = [name, fullname, ...listOf(nicknames)].map((text) => foldText(String(text)));
  return names.includes(foldText(old))
    ? taken
    : { ...taken, nicknames: [...listOf(nicknames), old] };
}

/** Another service's id as a key; no slug looks so. */
function foreignKey(id: string): string {
  return `their id ${id}`;
}

/** The addresses under which the old service knows her, and its ids that say nothing to anybody. */
function addressesIn(said: EntryFields): { slugs: string[]; ids: string[] } {
  const addresses = ["url_key", "url"].flatMap((name) => textOf(said[name]) ?? [])
    .map(lastPart).filter((part) => part !== "");
  const own = textOf(said["id"]);
  // Beside an address an id is the service's own, even if it reads like a name.
  const isOwn = own !== undefined && addresses.length > 0 &&
    addressSlug(own) !== addressSlug(addresses[0]!);
  const named = own === undefined || isOwn ? addresses : [...addresses, own];
  const ids = [...named.filter(isMachineId), ...(isOwn ? [own] : [])];
  const slugs = named.filter((text) => !isMachineId(text)).map(addressSlug);
  return { slugs: [...new Set(slugs.filter((slug) => slug !== ""))], ids: [...new Set(ids)] };
}

/** The part of an address that names her; none where it is a page for everybody. */
function lastPart(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  return /\.(?:php|aspx?|cgi)$/i.test(last) ? "" : last.replace(/\.html?$/i, "");
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
