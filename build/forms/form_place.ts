import { type GroupFile, groupFile } from "../../src/model/content/group.ts";
import { ownSetlists } from "../files/content_file.ts";
import { foldersIn } from "../files/taken_slugs.ts";
import { readFile } from "../read/read_file.ts";
import { repositoryRoot } from "../read/repository_root.ts";
import { exists, isFolder } from "../read/there.ts";
import type { SetlistPlaces } from "./form_collection.ts";
import type { FormPlace } from "./form_texts.ts";

/** Finds the groups of a content folder, and the repository that it lies in. */
export function findFormPlace(contentFolder: string): FormPlace {
  const root = repositoryRoot(contentFolder);
  const inside = Deno.realPathSync(contentFolder).slice(root.length + 1);
  return {
    root,
    content: inside === "" ? "" : `${inside}/`,
    groups: groupsIn(contentFolder),
  };
}

/** The groups whose `group.yaml` can be read, by name; `deno task check` tells of the others. */
function groupsIn(contentFolder: string) {
  return foldersIn(contentFolder).flatMap((slug) => {
    const group = groupIn(`${contentFolder}/${slug}/group.yaml`);
    if (group === undefined) return [];
    const { name, language, timezone } = group;
    const setlists = setlistPlaces(`${contentFolder}/${slug}`);
    return [{ slug, name, language, timezone, setlists }];
  });
}

/** A group that has none yet keeps each in a file of its own, as `deno task new setlist` does. */
function setlistPlaces(folder: string): SetlistPlaces {
  if (!exists(`${folder}/setlists.yaml`)) return "files";
  return ownSetlists(folder).length === 0 ? "list" : "both";
}

function groupIn(path: string): GroupFile | undefined {
  if (!exists(path)) return undefined;
  return groupFile.safeParse(readFile(path, () => {})?.value).data;
}

/** `owner/name` of the GitHub repository that a folder was cloned from, by `.git/config`. */
export function repositoryName(root: string): string | undefined {
  const path = `${root}/.git/config`;
  // In a work tree .git is a file.
  if (!isFolder(`${root}/.git`) || !exists(path)) return undefined;
  const address = /^\s*url\s*=\s*\S*github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/m;
  return address.exec(Deno.readTextFileSync(path))?.[1];
}
