import { stringify } from "yaml";
import { FORMS_FILE } from "../read/repository_root.ts";
import { fieldOrders, type FormGroup } from "./form_collection.ts";
import { formsPage, type FormsProgram } from "./forms_page.ts";
import type { FormCall } from "./form_call.ts";
import { issueForms } from "./issue_forms.ts";
import { issueWorkflow } from "./issue_workflow.ts";
import { pagesConfig } from "./pages_cms.ts";
import { sveltiaConfig } from "./sveltia.ts";

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
  if (call.hasIssues) {
    for (const [name, form] of issueForms(groups)) {
      const text = `# Made from the schemas; ${REMEDY}\n\n${stringify(form, LAYOUT)}`;
      files.set(`${root}/.github/ISSUE_TEMPLATE/${name}`, text);
    }
    const workflow = issueWorkflow(content, Deno.version.deno);
    files.set(`${root}/.github/workflows/content-from-issues.yml`, workflow);
  }
  if (call.folder === undefined || program === undefined) return files;
  const folder = `${root}/${call.folder}`;
  const sveltia = stringify(sveltiaConfig(groups, content, call), LAYOUT);
  return files.set(`${folder}/index.html`, formsPage(program, fieldOrders()))
    .set(`${folder}/config.yml`, `# Made from the schemas; ${REMEDY}\n\n${sveltia}`)
    .set(`${folder}/${program.file}`, program.script)
    .set(`${folder}/LICENSE.sveltia-cms.txt`, program.licence);
}

const REMEDY = "deno task editor --again makes it anew.";

/** The first line of the configuration remembers the call. */
function madeBy({ folder, repository, branch, signIn, isReviewed, hasIssues }: FormCall): string {
  const words = [
    folder,
    folder !== undefined && `--repo=${repository}`,
    branch !== undefined && `--branch=${branch}`,
    signIn !== undefined && `--sign-in=${signIn}`,
    isReviewed && "--review",
    hasIssues && "--issues",
  ].filter((word) => typeof word === "string");
  return ["# deno task editor", ...words].join(" ");
}

/** The words of the call that made a configuration; undefined where it is not one of ours. */
export function wordsThatMade(text: string): string[] | undefined {
  const line = /^# deno task editor(?<words>.*)\n/.exec(text)?.groups?.["words"];
  return line?.split(" ").filter((word) => word !== "");
}
