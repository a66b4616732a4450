/**
 * This room maps the records of each kind to the fields of its content files.
 *
 * @module
 */

import { memberFile } from "../../schema/content/member.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { MONTH_NAMES } from "../../../src/time/civil_date.ts";
import { localDay } from "../../../src/time/local_day.ts";
import { zodiacOf } from "../../derive/zodiac.ts";
import type { FileKind, ImportContext } from "../merge/file_kind.ts";
import { birthDateOf, dayOf } from "../dates/read_moment.ts";
import { readFlag, textOf } from "../record/values.ts";
import type { RecordReader } from "../record/record.ts";
import type { EntryFields } from "../../files/content_file.ts";
import {
  addLinks,
  addTexts,
  birthDateRule,
  type RuleScope,
  unlessImplied,
} from "../merge/rules.ts";
import { titleSlug } from "../../../src/model/title_slug.ts";
import { addressSlug, isMachineId, nameKey } from "./ids.ts";
import {
  centimetres,
  readHeight,
  readHistory,
  readShowsBefore,
  showsBeforeRule,
} from "./member_fields.ts";
import { readSocials } from "./links.ts";
import { MEMBER_STATUSES, type MemberStatus } from "../../../src/model/enums.ts";
import { phrase, say, translated } from "../../words/say.ts";

/** `members/<slug>.yaml`, known by slug, then by name. */
export const membersKind: FileKind = {
  folder: "members",
  schema: memberFile,
  mayCreate: true,
  rules: {
    fullname: unlessImplied(({ had, wanted }) => wanted["name"] ?? had["name"]),
    nicknames: addTexts,
    former_slugs: addTexts,
    status: (had, wanted, { had: file }) => isSameStatus(had, wanted, file) ? had : wanted,
    birth_date: birthDateRule,
    img_alt: unlessImplied(({ had, wanted }) => wanted["img"] ?? had["img"]),
    zodiac: unlessImplied(signOf),
    height: (had, wanted) => centimetres(had) === centimetres(wanted) ? had : wanted,
    sr_exists: unlessImplied(({ had, wanted }) => (wanted["room_id"] ?? had["room_id"]) && true),
    socials: addLinks,
    shows_before: showsBeforeRule,
  },
  namesMissing: true,
  further: withOldName,
  isOther(one, other, zone) {
    return areOtherBirths(one["birth_date"], other["birth_date"], zone);
  },
  read(record, context) {
    const parts = nameInParts(record);
    const called = record.text("name");
    const fullname = record.text("fullname") ?? (called && parts);
    const given = called ?? (fullname === undefined ? parts : undefined);
    const name = given ?? fullname!;
    const { slugs, ids } = readAddresses(record);
    const [slug = titleSlug(name) || "member"] = slugs;
    tellOtherGroup(record, context);
    const fields = readFields(record, { name, fullname }, context);
    return {
      where: record.where,
      ids: [...slugs, ...ids.map(foreignKey)],
      foreignIds: ids,
      ...(given === undefined && { guessed: ["name"] }),
      names: [...nameKey(name), ...nameKey(fullname)],
      fields,
      slug,
    };
  },
  keysOf(slug, file, _zone, ids) {
    return {
      ids: [slug, ...listOf(file["former_slugs"]), ...ids.idsOf(slug).map(foreignKey)],
      names: [...new Set([...nameKey(file["name"]), ...nameKey(file["fullname"])])],
    };
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

function readFields(
  record: RecordReader,
  { name, fullname }: { readonly name: string; readonly fullname: string | undefined },
  context: ImportContext,
): EntryFields {
  const { lose, zone } = context;
  const { status, graduated } = readCareer(record, zone);
  return {
    name,
    fullname,
    name_native: record.text("name_native"),
    name_reading: record.text("name_reading") ?? nameInParts(record, "_reading"),
    nicknames: record.texts("nicknames"),
    former_slugs: record.texts("former_slugs"),
    generation: record.text("generation"),
    status,
    team: record.text("team"),
    img: record.picture("img"),
    img_alt: record.picture("img_alt"),
    birth_date: recordedBirthDate(record, zone),
    birthplace: record.text("birthplace"),
    blood_type: record.text("blood_type"),
    zodiac: record.text("zodiac"),
    height: readHeight(record),
    hobby: record.text("hobby"),
    description: record.text("description"),
    jikosokai: record.text("jikosokai"),
    joined: record.day("joined"),
    graduated,
    history: readHistory(record, context),
    idn_username: record.text("idn_username"),
    room_id: record.count("room_id"),
    showroom_url_key: record.text("showroom_url_key"),
    sr_exists: record.flag("sr_exists"),
    youtube: record.text("youtube"),
    socials: readSocials(record, lose),
    shows_before: readShowsBefore(record, context),
  };
}

function tellOtherGroup(record: RecordReader, context: ImportContext): void {
  const group = record.text("group");
  if (group === undefined || [context.group, ...context.otherNames].includes(group)) return;
  context.tell(
    say`she goes into ${context.group}, although the record says "${group}"`,
    record.where,
  );
}

/** Reads what she is, and since when she has graduated. Where they contradict, the status counts. */
function readCareer(record: RecordReader, zone: string) {
  const today = localDay(Date.now(), zone);
  const since = record.peek("graduated");
  // `graduated: true` has no day.
  const isDayless = readGraduate(since) !== undefined;
  const isGraduate = readGraduate(record.peek("is_graduate")) ?? readGraduate(since) ??
    isOver(since, today);
  const written = record.text("status")?.toLowerCase();
  const said = statusIn(written ?? "");
  const status = said ?? (isGraduate ? "graduated" : written ?? readCategory(record, isGraduate));
  if (written !== undefined && said === undefined && isGraduate) {
    record.lose("status", say`expected one of ${MEMBER_STATUSES.join(", ")}`);
  } else if (said !== undefined && /\d{4}/.test(written!)) {
    record.loseUnread("status", { date: written }, {});
  }
  for (const field of isDayless ? ["is_graduate", "graduated"] : ["is_graduate"]) {
    const flag = record.flag(field, readGraduate, "is_graduate");
    if (flag === undefined) continue;
    if (flag !== (status === "graduated")) record.lose("is_graduate", translated(OTHERWISE));
    else if (status === undefined) record.setAside("is_graduate", field);
  }
  const day = isDayless ? undefined : record.day("graduated");
  const isDenied = isGraduate === false && status !== "graduated";
  if (!isDenied || day === undefined || day > today) return { status, graduated: day };
  record.lose("graduated", translated(OTHERWISE));
  return { status, graduated: undefined };
}

const OTHERWISE = phrase`another field of the record says otherwise`;

/** Whether a year, or a month of one, is over, or a text begins so: `Lulus Mei 2019`. */
function isOver(value: unknown, today: string): true | undefined {
  const text = textOf(value)?.toLowerCase() ?? "";
  const [, month, year] = /^(?:(\p{L}+)\.? |\d{1,2}[-/])?((?:19|20)\d{2})$/u.exec(text) ?? [];
  const isNamed = month === undefined || MONTH_NAMES.includes(month);
  const isPast = isNamed && year !== undefined && year < today.slice(0, 4);
  return isPast || statusIn(text) === "graduated" ? true : undefined;
}

/** A category counts where it says what she is: `Trainee X`. */
function readCategory(record: RecordReader, isGraduate: boolean | undefined) {
  const status = statusIn(textOf(record.peek("category")) ?? "");
  const isDenied = status === "graduated" && isGraduate === false;
  return status !== undefined && !isDenied && record.text("category") ? status : undefined;
}

/** Whether a word says that she has graduated, or that she has not. */
function readGraduate(value: unknown): boolean | undefined {
  const status = STATUSES[textOf(value)?.toLowerCase() ?? ""];
  return readFlag(value) ?? (status && status === "graduated");
}

/** The status that a text is or begins with; undefined where the rest may take it back. */
function statusIn(text: string): MemberStatus | undefined {
  const words = text.toLowerCase().trim().split(/[\s,/().]+/);
  const [first, ...more] = words.map((word) => STATUSES[word]);
  if (first === undefined || first === "graduated") return first;
  const isTakenBack = more.includes("graduated") || /\b(?:19|20)\d{2}\b/.test(text);
  return isTakenBack ? undefined : more.includes("trainee") ? "trainee" : first;
}

/** What other services call our three. */
const STATUSES: Readonly<Record<string, MemberStatus>> = {
  active: "active",
  trainee: "trainee",
  graduated: "graduated",
  anggota: "active",
  member: "active",
  aktif: "active",
  current: "active",
  kenkyuusei: "trainee",
  kenkyusei: "trainee",
  "研究生": "trainee",
  graduate: "graduated",
  former: "graduated",
  alumni: "graduated",
  lulus: "graduated",
  "卒業": "graduated",
};

/** With a date of graduation the status is what she was before; from that day on it is `graduated`. */
function isSameStatus(had: unknown, wanted: unknown, file: EntryFields): boolean {
  if (file["graduated"] === undefined) return had === wanted;
  const before = had === "graduated" ? "active" : had ?? "active";
  return wanted === "graduated" || wanted === before;
}

function signOf({ had, wanted, zone }: RuleScope): string | undefined {
  const born = birthDateOf(wanted["birth_date"] ?? had["birth_date"], zone);
  return born && zodiacOf(born);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Reads the day of a birth from any field that may say it; the year may be unknown. */
function recordedBirthDate(
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

function isSameDay(again: string, found: string | undefined): boolean {
  const hasYears = again.length === 10 && found?.length === 10;
  return hasYears ? again === found : again.slice(-5) === found?.slice(-5);
}

/** Whether two birth dates are those of two people; without a year only the day counts. */
function areOtherBirths(one: unknown, other: unknown, zone: string): boolean {
  const days = [one, other].map((value) => birthDateOf(value, zone));
  const [here, there] = days;
  if (here === undefined || there === undefined) return false;
  const hasYears = days.every((day) => !day!.startsWith("--"));
  return hasYears ? here !== there : here.slice(-5) !== there.slice(-5);
}

/** Birth dates of members who are there already; nicknames are names here. */
export const birthdaysKind: FileKind = {
  folder: "members",
  schema: memberFile,
  mayCreate: false,
  rules: { birth_date: birthDateRule },
  read(record, { zone }) {
    const name = record.text("name") ?? nameInParts(record)!;
    const addresses = [record.text("url_key"), record.text("member_id"), record.text("id")];
    return {
      where: record.where,
      ids: addresses.filter((address) => address !== undefined)
        .flatMap((address) => [addressSlug(address), foreignKey(address)]),
      names: nameKey(name),
      fields: { birth_date: recordedBirthDate(record, zone, "date") },
      slug: "",
    };
  },
  keysOf(slug, file, zone, known) {
    const { ids, names } = membersKind.keysOf(slug, file, zone, known);
    const nicknames = Array.isArray(file["nicknames"]) ? file["nicknames"] : [];
    return { ids, names: [...new Set([...names, ...nicknames.flatMap((name) => nameKey(name))])] };
  },
};
