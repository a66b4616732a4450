import { stringify } from "yaml";
import { repositoryRoot } from "../../read/repository_root.ts";
import { fieldOrders, type FormGroup, type SongForm } from "./form_collection.ts";
import { formsPage, type FormsProgram } from "./forms_page.ts";
import type { FormCall } from "./form_call.ts";
import { sveltiaConfig } from "./sveltia.ts";
import { type GroupFile, groupFile } from "../../schema/content/group.ts";
import { readSetlists } from "../../files/content_file.ts";
import { foldersIn } from "../../files/read_group.ts";
import { readFile } from "../../read/read_file.ts";
import { exists, isFolder } from "../../read/there.ts";

/** Where forms are written to, and for what. */
export interface FormPlace {
  /** The repository's root. */
  readonly root: string;
  /** The content folder as seen from there, with a slash behind it, or empty. */
  readonly content: string;
  readonly groups: readonly FormGroup[];
}

/** Long lines are left alone, and nothing is written as a reference to another place of the file. */
const LAYOUT = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** The files of the forms by path, the same on every run. */
export function formTexts(
  { root, content, groups }: FormPlace,
  call: FormCall,
  program: FormsProgram,
): Map<string, string> {
  const folder = `${root}/${call.folder}`;
  const head = `# Made from the schemas by ${commandOf(call)}\n\n`;
  const config = head + stringify(sveltiaConfig(groups, content, call), LAYOUT);
  return new Map([
    [`${folder}/index.html`, formsPage(program, fieldOrders())],
    [`${folder}/config.yml`, config],
    [`${folder}/${program.file}`, program.script],
    [`${folder}/LICENSE.sveltia-cms.txt`, program.licence],
  ]);
}

/** What to run again after a new group, or a new version of the program. */
function commandOf({ folder, repository, branch, signIn, isReviewed }: FormCall): string {
  const words = [
    folder,
    `--repo=${repository}`,
    branch !== undefined && `--branch=${branch}`,
    signIn !== undefined && `--sign-in=${signIn}`,
    isReviewed && "--review",
  ].filter((word) => typeof word === "string");
  return ["deno task editor", ...words].join(" ");
}

/** Finds the groups of a content folder, and the repository that holds it. */
export function findFormPlace(contentFolder: string): FormPlace {
  const root = repositoryRoot(contentFolder);
  const inside = Deno.realPathSync(contentFolder).slice(root.length + 1);
  return {
    root,
    content: inside === "" ? "" : `${inside}/`,
    groups: groupsIn(contentFolder),
  };
}

/** The groups whose `group.yaml` can be read, by name; `deno task check` reports the others. */
function groupsIn(contentFolder: string) {
  return foldersIn(contentFolder).flatMap((slug) => {
    const group = groupIn(`${contentFolder}/${slug}/group.yaml`);
    if (group === undefined) return [];
    const { name, language, timezone } = group;
    const folder = `${contentFolder}/${slug}`;
    return [{ slug, name, language, timezone, songs: songForm(folder) }];
  });
}

function songForm(folder: string): SongForm {
  const forms = new Set(
    readSetlists(folder).flatMap(({ songs }) => songs.map((one) => typeof one)),
  );
  return forms.size > 1 ? "mixed" : forms.has("object") ? "fields" : "titles";
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
