import { memberFile } from "../../../src/model/content/member.ts";
import type { FileKind } from "../merge/file_kind.ts";
import { birthDateRule } from "../merge/rules.ts";
import { recordedBirthDate } from "./birth_date.ts";
import { nameKey } from "./ids.ts";
import { foreignKey, membersKind } from "./members.ts";
import { addressSlug } from "./old_ids.ts";

/** Birth dates of members who are there already; nicknames are names here. */
export const birthdaysKind: FileKind = {
  folder: "members",
  schema: memberFile,
  mayCreate: false,
  rules: { birth_date: birthDateRule },
  read(record, { zone }) {
    const name = record.text("name")!;
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
