import { foldText } from "../../../../src/model/fold_text.ts";
import { titleSlug } from "../../../../src/model/title_slug.ts";
import { zodiacOf } from "../../../derive/zodiac.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { aliasName } from "../../../schema/content/group.ts";
import { memberFile } from "../../../schema/content/member.ts";
import { phrase, say } from "../../../words/say.ts";
import { birthDateOf, dayOf } from "../../../dates/read_moment.ts";
import {
  addLinks,
  addTexts,
  birthDateRule,
  type RuleScope,
  unlessImplied,
} from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { addressSlug, isMachineId, listOf, nameKey } from "./ids.ts";
import { type FileKind, type ImportContext } from "./kind.ts";
import { readSocials } from "./links.ts";
import { isSameStatus, readCareer } from "./career.ts";
import {
  centimetres,
  readHeight,
  readHistory,
  readShowsBefore,
  showsBeforeRule,
} from "./member_fields.ts";

/** `members/<slug>.yaml`, known by slug, then by name. */
export const membersKind: FileKind = {
  plural: phrase`members`,
  dataset: "member",
  lists: ["members"],
  names: ["name", "fullname"],
  nameParts: ["first_name", "last_name"],
  folder: "members",
  schema: memberFile,
  fields: {
    name_native: "text",
    name_reading: (record) => record.text("name_reading") ?? nameInParts(record, "_reading"),
    nicknames: ["texts", addTexts],
    former_slugs: ["texts", addTexts],
    generation: "text",
    team: "text",
    img: "picture",
    img_alt: ["picture", unlessImplied(({ had, wanted }) => wanted["img"] ?? had["img"])],
    birth_date: [(record, _, { zone }) => readBirthDate(record, zone), birthDateRule],
    birthplace: "text",
    blood_type: "text",
    zodiac: ["text", unlessImplied(signOf)],
    height: [
      readHeight,
      (had, wanted) => centimetres(had) === centimetres(wanted) ? had : wanted,
    ],
    hobby: "text",
    description: "text",
    jikosokai: "text",
    joined: "day",
    history: readHistory,
    idn_username: "text",
    room_id: "count",
    showroom_url_key: "text",
    sr_exists: [
      (record) => record.flag("sr_exists"),
      unlessImplied(({ had, wanted }) => (wanted["room_id"] ?? had["room_id"]) && true),
    ],
    youtube: "text",
    socials: [readSocials, addLinks],
    shows_before: [readShowsBefore, showsBeforeRule],
    fullname: ["text", unlessImplied(({ had, wanted }) => wanted["name"] ?? had["name"])],
    status: [
      () => undefined,
      (had, wanted, { had: file }) => isSameStatus(had, wanted, file) ? had : wanted,
    ],
  },
  namesMissing: true,
  further: withOldName,
  isOther(one, other, zone) {
    const [here, there] = [one, other].map(({ birth_date }) => birthDateOf(birth_date, zone));
    return here !== undefined && there !== undefined && !isSameDay(here, there);
  },
  readTogether(record, { zone }) {
    const parts = nameInParts(record);
    const called = record.text("name");
    const fullname = record.text("fullname") ?? (called && parts);
    return {
      name: called ?? (fullname === undefined ? parts : fullname),
      fullname,
      ...readCareer(record, zone),
    };
  },
  identify({ name, fullname }, record, context) {
    const { slugs, ids } = readAddresses(record);
    const [slug = titleSlug(String(name)) || "member"] = slugs;
    const isGuessed = record.text("name") === undefined && name === fullname;
    tellOtherGroup(record, context);
    return {
      ids: [...slugs, ...ids.map(foreignKey)],
      foreignIds: ids,
      ...(isGuessed && { guessed: ["name"] }),
      names: [...nameKey(name), ...nameKey(fullname)],
      slug,
    };
  },
  keysOf(slug, file, _zone, ids) {
    const theirs = [...ids].filter(([, known]) => known === slug).map(([id]) => foreignKey(id));
    return {
      ids: [slug, ...listOf(file["former_slugs"]), ...theirs],
      names: [...new Set([...nameKey(file["name"]), ...nameKey(file["fullname"])])],
    };
  },
};

/** Birth dates of members who are there already; nicknames are names here. */
export const birthdaysKind: FileKind = {
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
    birth_date: [(record, _, { zone }) => readBirthDate(record, zone, "date"), birthDateRule],
  },
  identify(_, record) {
    const addresses = ["url_key", "member_id", "id"].map((name) => record.text(name));
    return {
      ids: addresses.filter((address) => address !== undefined)
        .flatMap((address) => [addressSlug(address), foreignKey(address)]),
      names: nameKey(record.text("name") ?? nameInParts(record)),
      slug: "",
    };
  },
  keysOf(slug, file, zone, known) {
    const { ids, names } = membersKind.keysOf(slug, file, zone, known);
    const nicknames = listOf(file["nicknames"]).flatMap((name) => nameKey(name));
    return { ids, names: [...new Set([...names, ...nicknames])] };
  },
};

/** A name in parts as it is said: in the scripts of East Asia the family's comes first. */
function nameInParts(record: RecordReader, suffix = ""): string | undefined {
  const parts = ["first_name", "last_name"].map((part) => record.text(part + suffix))
    .filter((text) => text !== undefined);
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
function readAddresses(record: RecordReader): { slugs: string[]; ids: string[] } {
  const addresses = [record.text("url_key"), record.text("url")]
    .filter((text) => text !== undefined).map(lastPart).filter((part) => part !== "");
  const id = record.text("id");
  const all = id === undefined ? addresses : [...addresses, id];
  const ids = [...new Set(all.filter(isMachineId))];
  const slugs = [...new Set(all.filter((text) => !isMachineId(text)).map(addressSlug))];
  const isOwnId = id !== undefined && !isMachineId(id) && addresses.length > 0;
  const others = isOwnId && addressSlug(id) !== slugs[0] ? [id] : [];
  return {
    slugs: slugs.filter((slug) => slug !== "" && !others.map(addressSlug).includes(slug)),
    ids: [...ids, ...others],
  };
}

/** The part of an address that names her; none where it is a page for everybody. */
function lastPart(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/, "");
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  return /\.(?:php|aspx?|cgi)$/i.test(last) ? "" : last.replace(/\.html?$/i, "");
}

function tellOtherGroup(record: RecordReader, context: ImportContext): void {
  const group = record.text("group");
  const { settings } = context;
  const names = [context.group, settings?.name, ...settings?.aliases.map(aliasName) ?? []];
  if (group === undefined || names.includes(group)) return;
  context.tell(
    say`she goes into ${context.group}, although the record says "${group}"`,
    record.where,
  );
}

function signOf({ had, wanted, zone }: RuleScope): string | undefined {
  const born = birthDateOf(wanted["birth_date"] ?? had["birth_date"], zone);
  return born && zodiacOf(born);
}

/** Reads the day of a birth from any field that may say it; the year may be unknown. */
function readBirthDate(
  record: RecordReader,
  zone: string,
  ...further: string[]
): string | undefined {
  const found = record.birthDate("birth_date", ...further) ?? record.birthDate("birthday");
  // Answers of services say the day a second time, some without the year.
  const again = record.peek("birthday");
  const day = /^-?-?\d{2}-\d{2}$/.test(String(again)) ? String(again) : dayOf(again, zone);
  if (day !== undefined && isSameDay(day, found)) record.pass("birthday");
  return found;
}

/** Without a year in one of both, month and day count. */
function isSameDay(one: string, other: string | undefined): boolean {
  const hasYears = /^\d{4}-/.test(one) && /^\d{4}-/.test(other ?? "");
  return hasYears ? one === other : one.slice(-5) === other?.slice(-5);
}
