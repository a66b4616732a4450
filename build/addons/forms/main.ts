/**
 * This room writes forms in which editors change the content in a browser: `deno task editor`.
 *
 * @module
 */

import { stringify } from "yaml";
import { readSetlists } from "../../files/content_file.ts";
import { foldersIn } from "../../files/read_group.ts";
import { writeAndPrint } from "../../files/write_texts.ts";
import { readFile } from "../../read/read_file.ts";
import { repositoryRoot } from "../../read/repository_root.ts";
import { exists, isFolder } from "../../read/there.ts";
import { groupFile } from "../../schema/content/group.ts";
import { commandReader, flag, patternOption } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { TaskError } from "../../task/task_error.ts";
import { settingsWithContent } from "../../task/task_settings.ts";
import { phrase, say } from "../../words/say.ts";
import { sveltiaConfig, type SveltiaOptions } from "./configuration.ts";
import type { FormGroup } from "./form_fields.ts";
import { pageFiles } from "./forms_page.ts";

const USAGE = "deno task editor [folder] [--repo owner/name] [--branch name] [--sign-in address] " +
  "[--review] [--language=id|en]";

const HELP = `Writes forms in which editors change the content in a browser.

  ${USAGE}

It writes a page into a folder of the content's repository (forms), which you publish with GitHub
Pages: Sveltia CMS, its fonts, and its forms. The service itself does not serve it.

  --repo owner/name    the repository on GitHub (that of the clone's origin)
  --branch name        the branch that editors change (the repository's own)
  --sign-in address    a server that signs editors in at GitHub; without it each editor brings an
                       access token
  --review             a save is a pull request, which somebody with access publishes
  --language=id|en     the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES,
                       LANG). The forms are in the language of the group

The forms are made from the schemas of the content and its groups. Run it again after a new group
and after a new version of this program, and commit what it writes; config.yml begins with the call.

Exit codes
  0   written
  1   it cannot be written
  2   a wrong call`;

interface FormCall extends Omit<SveltiaOptions, "repository"> {
  /** The page's folder, seen from the repository's root. */
  readonly folder: string;
  /** Undefined: that of the clone's origin. */
  readonly repository: string | undefined;
}

const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    options: {
      repo: patternOption(phrase`owner/name, as on GitHub`, /^[\w.-]+\/[\w.-]+$/),
      branch: patternOption(phrase`the name of a branch`, /^[\w./-]+$/),
      "sign-in": patternOption(
        phrase`an address that starts with https://`,
        /^https:\/\/[^\s"'<>]+$/,
      ),
      review: flag,
    },
    read([folder = "forms", ...others], { repo, branch, review, ...given }) {
      if (others.length > 0) return say`Expected one folder, found ${others.length + 1}`;
      if (!/^(?:\.\/)*[\w-][\w./-]*$/.test(folder) || folder.split("/").includes("..")) {
        return say`Cannot use the folder "${folder}": expected one below the repository's root, such as forms`;
      }
      return {
        repository: repo,
        branch,
        signIn: given["sign-in"],
        isReviewed: review,
        folder: folder.replace(/^(?:\.\/)+|\/+$/g, ""),
      };
    },
  }),
  run,
});

Deno.exitCode = await task(Deno.args);

function run(call: FormCall): number {
  const content = settingsWithContent().CONTENT_DIR;
  const root = repositoryRoot(content);
  const page = `${root}/${call.folder}`;
  const groups = groupsIn(content);
  if (groups.length === 0) {
    throw new TaskError(
      say`There is no group to make forms for: make one with deno task new group <group>`,
    );
  }
  const repository = call.repository ?? repositoryName(root);
  if (repository === undefined) {
    throw new TaskError(say`Cannot find the repository on GitHub: name it with --repo owner/name`);
  }
  const options = { ...call, repository };
  const inside = Deno.realPathSync(content).slice(root.length + 1);
  const config = sveltiaConfig(groups, inside === "" ? "" : `${inside}/`, options);
  const head = `# Made from the schemas by ${commandOf(call.folder, options)}\n\n`;
  // Long lines are left alone, and nothing is written as a reference to another place of the file.
  const text = head + stringify(config, { lineWidth: 0, aliasDuplicateObjects: false });
  const files = new Map([...pageFiles(), ["config.yml", text]]);
  return writeAndPrint(new Map([...files].map(([name, file]) => [`${page}/${name}`, file])));
}

/** What to run again after a new group, or a new version of the program. */
function commandOf(folder: string, options: SveltiaOptions): string {
  const { repository, branch, signIn, isReviewed } = options;
  return [
    `deno task editor ${folder} --repo=${repository}`,
    ...(branch === undefined ? [] : [`--branch=${branch}`]),
    ...(signIn === undefined ? [] : [`--sign-in=${signIn}`]),
    ...(isReviewed ? ["--review"] : []),
  ].join(" ");
}

/** The groups whose `group.yaml` can be read, by name; `deno task check` reports the others. */
function groupsIn(content: string): FormGroup[] {
  return foldersIn(content).flatMap((slug) => {
    const folder = `${content}/${slug}`;
    const path = `${folder}/group.yaml`;
    const group = exists(path) && groupFile.safeParse(readFile(path, () => {})?.value).data;
    if (!group) return [];
    const { name, language, timezone } = group;
    const kinds = readSetlists(folder).flatMap(({ songs }) => songs.map((one) => typeof one));
    const forms = new Set(kinds);
    const songs = forms.size > 1 ? "mixed" : forms.has("object") ? "fields" : "titles";
    return [{ slug, name, language, timezone, songs }];
  });
}

/** `owner/name` of the GitHub repository that a folder was cloned from, by `.git/config`. */
function repositoryName(root: string): string | undefined {
  const path = `${root}/.git/config`;
  // In a work tree .git is a file.
  if (!isFolder(`${root}/.git`) || !exists(path)) return undefined;
  const address = /^\s*url\s*=\s*\S*github\.com[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/m;
  return address.exec(Deno.readTextFileSync(path))?.[1];
}
