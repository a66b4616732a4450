import { memberFile } from "../../../src/model/content/member.ts";
import type { FileKind } from "../merge/file_kind.ts";
import { birthDate } from "../merge/rules.ts";
import { addressSlug } from "../content/title_slug.ts";
import { readBirthDate } from "./birth_date.ts";
import { nameKey } from "./ids.ts";
import { foreignKey, members } from "./members.ts";

/** Birth dates of members who are there already; nicknames are names here. */
export const birthdays: FileKind = {
  folder: "members",
  schema: memberFile,
  schemaName: "member",
  mayCreate: false,
  rules: { birth_date: birthDate },
  read(record) {
    const name = record.text("name")!;
    const addresses = [record.text("url_key"), record.text("member_id"), record.text("id")];
    return {
      where: record.where,
      ids: addresses.filter((address) => address !== undefined)
        .flatMap((address) => [addressSlug(address), foreignKey(address)]),
      names: nameKey(name),
      fields: { birth_date: readBirthDate(record, "date") },
      slug: "",
    };
  },
  keysOf(slug, file, zone, known) {
    const { ids, names } = members.keysOf(slug, file, zone, known);
    const nicknames = Array.isArray(file["nicknames"]) ? file["nicknames"] : [];
    return { ids, names: [...new Set([...names, ...nicknames.flatMap((name) => nameKey(name))])] };
  },
};
