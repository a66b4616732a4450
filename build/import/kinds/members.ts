import { memberFile } from "../../../src/model/content/member.ts";
import { zodiacOf } from "../../derive/zodiac.ts";
import type { FileKind, ImportContext } from "../merge/file_kind.ts";
import { dayOf, type RecordReader } from "../record/record.ts";
import {
  addLinks,
  addTexts,
  day,
  type Fields,
  type RuleScope,
  unlessImplied,
} from "../merge/rules.ts";
import { addressSlug, titleSlug } from "../content/title_slug.ts";
import { nameKey } from "./ids.ts";
import { readLinks } from "./links.ts";

/** `members/<slug>.yaml`, known by slug, then by name. */
export const members: FileKind = {
  folder: "members",
  schema: memberFile,
  schemaName: "member",
  mayCreate: true,
  rules: {
    fullname: unlessImplied(({ had, wanted }) => wanted["name"] ?? had["name"]),
    nicknames: addTexts,
    status: (had, wanted, { had: file }) => isSameStatus(had, wanted, file) ? had : wanted,
    birth_date: day,
    joined: day,
    graduated: day,
    zodiac: unlessImplied(signOf),
    height: (had, wanted) => centimetres(had) === centimetres(wanted) ? had : wanted,
    sr_exists: unlessImplied(({ had, wanted }) => (wanted["room_id"] ?? had["room_id"]) && true),
    socials: addLinks,
  },
  read(record, context) {
    const name = record.text("name")!;
    const slugs = readSlugs(record);
    const [slug = titleSlug(name) || "member"] = slugs;
    passDerived(record, slugs, context);
    const fields = readFields(record, name, context);
    const names = [...nameKey(name), ...nameKey(fields["fullname"])];
    return { where: record.where, ids: slugs, names, fields, slug };
  },
  keysOf(slug, file) {
    return {
      ids: [slug, ...listOf(file["former_slugs"])],
      names: [...new Set([...nameKey(file["name"]), ...nameKey(file["fullname"])])],
    };
  },
};

/** The addresses under which the old service knows her; a mere number says nothing to anybody. */
function readSlugs(record: RecordReader): string[] {
  const addresses = [record.text("url_key"), record.text("url")].filter((text) =>
    text !== undefined
  );
  const id = record.text("id") ?? "";
  if (addresses.length === 0 && !/^\d*$/.test(id)) addresses.push(id);
  return [...new Set(addresses.map(addressSlug))].filter((slug) => slug !== "");
}

function readFields(record: RecordReader, name: string, { tell }: ImportContext): Fields {
  const nickname = record.text("nickname");
  return {
    name,
    fullname: record.text("fullname"),
    nicknames: record.texts("nicknames") ?? (nickname && [nickname]),
    generation: record.text("generation"),
    status: readStatus(record),
    team: record.text("team"),
    img: record.address("img"),
    img_alt: record.address("img_alt"),
    birth_date: record.day("birth_date"),
    birthplace: record.text("birthplace"),
    blood_type: record.text("blood_type"),
    zodiac: record.text("zodiac"),
    height: readHeight(record),
    hobby: record.text("hobby"),
    description: record.text("description"),
    jikosokai: record.text("jikosokai"),
    joined: record.day("joined"),
    graduated: record.day("graduated"),
    idn_username: record.text("idn_username"),
    room_id: record.count("room_id"),
    showroom_url_key: record.text("showroom_url_key"),
    sr_exists: record.flag("sr_exists"),
    youtube: record.text("youtube"),
    socials: readLinks(record, "socials", tell),
  };
}

/** What follows from other fields; an id is lost only where it is not the slug. */
function passDerived(record: RecordReader, slugs: readonly string[], context: ImportContext): void {
  record.pass("is_graduate", "recent_theater", "upcoming_theater", "stats", "group");
  const id = record.text("id");
  const isLost = id !== undefined && !slugs.includes(addressSlug(id));
  if (isLost) {
    context.tell(`"id" is left out: members are known by the name of their file`, record.where);
  }
  const group = record.text("group");
  if (group !== undefined && ![context.group, ...context.otherNames].includes(group)) {
    context.tell(
      `she goes into ${context.group}, although the record says "${group}"`,
      record.where,
    );
  }
}

/** `is_graduate` says what she is only where the status does not. */
function readStatus(record: RecordReader): string | undefined {
  const status = record.text("status")?.toLowerCase();
  return status ?? (record.flag("is_graduate") === true ? "graduated" : undefined);
}

/** With a date of graduation the status is what she was before; from that day on it is `graduated`. */
function isSameStatus(had: unknown, wanted: unknown, file: Fields): boolean {
  if (file["graduated"] === undefined) return had === wanted;
  const before = had === "graduated" ? "active" : had ?? "active";
  return wanted === "graduated" || wanted === before;
}

/** Answers give a number of centimetres as text. */
function readHeight(record: RecordReader): unknown {
  const height = record.take("height");
  return typeof height === "number" ? height || undefined : centimetres(record.text("height"));
}

function centimetres(height: unknown): unknown {
  const number = /^(\d+(?:\.\d+)?) cm$/.exec(String(height))?.[1];
  return number === undefined ? height : Number(number);
}

function signOf({ had, wanted, zone }: RuleScope): string | undefined {
  const birthDate = dayOf(wanted["birth_date"] ?? had["birth_date"], zone);
  return birthDate && zodiacOf(birthDate);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
