import { slug } from "../../src/model/content/field.ts";
import { betterName } from "../check/file_name.ts";
import { RESERVED_GROUPS } from "../check/clashes/addresses.ts";

/** Why a group's folder cannot have this name; undefined where it can. */
export function groupSlugProblem(name: string): string | undefined {
  if (RESERVED_GROUPS.includes(name)) {
    return `Cannot call a group "${name}": the service needs the word for itself`;
  }
  const { error } = slug.safeParse(name);
  return error && `Cannot call a group "${name}": ${error.issues[0]!.message}${betterName(name)}`;
}
