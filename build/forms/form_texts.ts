import { stringify } from "yaml";
import { FORMS_FILE, repositoryRoot } from "../read/repository_root.ts";
import {
  fieldOrders,
  type FormGroup,
  type SetlistPlaces,
  type SongForm,
} from "./form_collection.ts";
import { formsPage, type FormsProgram } from "./forms_page.ts";
import { type FormCall, readFormCall } from "./form_call.ts";
import { pagesConfig } from "./pages_cms.ts";
import { sveltiaConfig } from "./sveltia.ts";
import { type GroupFile, groupFile } from "../schema/content/group.ts";
import { ownSetlists, readSetlists } from "../files/content_file.ts";
import { foldersIn } from "../files/read_group.ts";
import { readFile } from "../read/read_file.ts";
import { exists, isFolder } from "../read/there.ts";

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

/** The files of the forms by path, the same on every run; the page's only where a folder is named. */
export function formTexts(
  { root, content, groups }: FormPlace,
  call: FormCall,
  program: FormsProgram | undefined,
): Map<string, string> {
  const head = `${madeBy(call)}\n# Made from the schemas; ${REMEDY}\n\n`;
  const pages = head + stringify(pagesConfig(groups, content), LAYOUT);
  const files = new Map([[`${root}/${FORMS_FILE}`, pages]]);
  if (call.folder === undefined || program === undefined) return files;
  const folder = `${root}/${call.folder}`;
  const sveltia = stringify(sveltiaConfig(groups, content, call), LAYOUT);
  return files.set(`${folder}/index.html`, formsPage(program, fieldOrders()))
    .set(`${folder}/config.yml`, `# Made from the schemas; ${REMEDY}\n\n${sveltia}`)
    .set(`${folder}/${program.file}`, program.script)
    .set(`${folder}/LICENSE.sveltia-cms.txt`, program.licence);
}

const REMEDY = "deno task editor --again makes it again.";

/** The first line of a configuration, which remembers the call. */
function madeBy({ folder, repository, branch, signIn, isReviewed }: FormCall): string {
  const words = [
    folder,
    folder !== undefined && `--repo=${repository}`,
    branch !== undefined && `--branch=${branch}`,
    signIn !== undefined && `--sign-in=${signIn}`,
    isReviewed && "--review",
  ].filter((word) => typeof word === "string");
  return ["# deno task editor", ...words].join(" ");
}

/** The call that made a configuration; undefined where it is not one of ours. */
export function callThatMade(text: string): FormCall | undefined {
  const line = /^# deno task editor(?<words>.*)\n/.exec(text)?.groups?.["words"];
  const words = line?.split(" ").filter((word) => word !== "");
  const call = words && readFormCall(words);
  return typeof call === "string" ? undefined : call;
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
    const [setlists, songs] = [setlistPlaces(folder), songForm(folder)];
    return [{ slug, name, language, timezone, setlists, songs }];
  });
}

/** A group that has none yet keeps each in a file of its own, as `deno task new setlist` does. */
function setlistPlaces(folder: string): SetlistPlaces {
  if (!exists(`${folder}/setlists.yaml`)) return "files";
  return ownSetlists(folder).length === 0 ? "list" : "both";
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
