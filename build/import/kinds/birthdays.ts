import { memberFile } from "../../../src/model/content/member.ts";
import type { FileKind } from "../merge/file_kind.ts";
import { day } from "../merge/rules.ts";
import { addressSlug } from "../content/title_slug.ts";
import { nameKey } from "./ids.ts";
import { members } from "./members.ts";

/** Birth dates of members who are there already; nicknames are names here. */
export const birthdays: FileKind = {
  folder: "members",
  schema: memberFile,
  schemaName: "member",
  mayCreate: false,
  rules: { birth_date: day },
  read(record) {
    const name = record.text("name")!;
    const addresses = [record.text("url_key"), record.text("member_id"), record.text("id")];
    record.pass("is_today", "days_until", "current_age", "next_birthday", "day");
    record.pass("age_after_birthday", "age_on_next_birthday", "zodiac");
    record.pass("generation", "status", "img", "group", "nickname", "is_graduate", "url");
    return {
      where: record.where,
      ids: addresses.filter((address) => address !== undefined).map(addressSlug),
      names: nameKey(name),
      fields: { birth_date: record.day("birth_date", "date") },
      slug: "",
    };
  },
  keysOf(slug, file, zone) {
    const { ids, names } = members.keysOf(slug, file, zone);
    const nicknames = Array.isArray(file["nicknames"]) ? file["nicknames"] : [];
    return { ids, names: [...new Set([...names, ...nicknames.flatMap((name) => nameKey(name))])] };
  },
};
