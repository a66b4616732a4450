import { slug } from "../../src/model/content/field.ts";
import { betterName } from "../check/file_name.ts";
import { RESERVED_GROUPS } from "../check/clashes/addresses.ts";
import { schemaWords } from "../check/explain/describe.ts";
import { say } from "../words/say.ts";

/** Why a group's folder cannot have this name; undefined where it can. */
export function groupSlugProblem(name: string): string | undefined {
  if (RESERVED_GROUPS.includes(name)) {
    return say`Cannot call a group "${name}": the service needs the word for itself`;
  }
  const { error } = slug.safeParse(name);
  return error &&
    say`Cannot call a group "${name}": ${schemaWords(error.issues[0]!.message)}${betterName(name)}`;
}
