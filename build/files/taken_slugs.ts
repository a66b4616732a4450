import { RESERVED_MEMBERS } from "../check/clashes/addresses.ts";
import type { KindFolder } from "../read/walk.ts";
import { readFolder, slugsIn } from "./content_file.ts";

/** The file names that a new entry may not have: a member's are unique over all groups. */
export function takenSlugs(root: string, group: string, kind: KindFolder): Set<string> {
  if (kind !== "members") {
    return new Set(slugsIn(`${root}/${group}`, kind));
  }
  const everybody = foldersIn(root).flatMap((name) =>
    readFolder(`${root}/${name}`, kind, () => {})
  );
  const former = everybody.flatMap(({ value }) =>
    Array.isArray(value["former_slugs"]) ? value["former_slugs"].map(String) : []
  );
  return new Set([...RESERVED_MEMBERS, ...everybody.map(({ slug }) => slug), ...former]);
}

/** The groups of a content folder, by name. */
export function foldersIn(root: string): string[] {
  try {
    return [...Deno.readDirSync(root)].filter(({ isDirectory, name }) =>
      isDirectory && name !== "schema" && !name.startsWith(".")
    ).map(({ name }) => name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
