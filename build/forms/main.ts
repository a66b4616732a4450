/**
 * This room writes forms in which editors change the content in a browser: `deno task editor`.
 *
 * @module
 */

import { printStale, writeAndPrint } from "../files/write_texts.ts";
import { FORMS_FILE } from "../read/repository_root.ts";
import { exists } from "../read/there.ts";
import { runTask } from "../task/run_task.ts";
import { DONE, FAILED, TaskError } from "../task/task_error.ts";
import { settingsWithContent } from "../task/task_settings.ts";
import { type FormCall, readFormCall } from "./form_call.ts";
import {
  callThatMade,
  findFormPlace,
  type FormPlace,
  formTexts,
  repositoryName,
} from "./form_texts.ts";
import { readFormsProgram, serveForms } from "./forms_page.ts";
import { say } from "../words/say.ts";

const USAGE = "deno task editor [folder] [--repo owner/name] [--branch name] [--sign-in address] " +
  "[--review] [--language=id|en]";

const HELP = `Writes forms in which editors change the content in a browser.

  ${USAGE}

It always writes .pages.yml into the repository's root: the forms of Pages CMS, which anybody opens
at app.pagescms.org. With a folder, such as forms, it also writes a page into it, which you publish
with GitHub Pages: Sveltia CMS, in one script beside the page, and its forms. The
service itself serves neither.

  --repo owner/name    the repository on GitHub (that of the clone's origin)
  --branch name        the branch that editors change (the repository's own)
  --sign-in address    a server that signs editors in at GitHub; without it each editor brings an
                       access token
  --review             a save is a pull request, which somebody with access publishes
  --again              writes once more what the last call wrote, after the schemas have changed
  --check              writes nothing, and names the files that no longer match the schemas
  --serve              shows the page that was written at an address of this machine, where editors
                       work on their clone, without an account and without a token
  --language=id|en     the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES,
                       LANG). The forms are in the language of the group

The forms are made from the schemas of the content and its groups. Run it again after a new group
and after a new version of this program, and commit what it writes.

Exit codes
  0   written, or, with --check, everything matches or no forms are in use
  1   it cannot be written, or, with --check, a file does not match
  2   a wrong call`;

Deno.exitCode = await runTask({
  usage: USAGE,
  help: HELP,
  takesLanguage: true,
  readCall: readFormCall,
  run,
});

function run(call: FormCall): number | Promise<number> {
  const place = findFormPlace(settingsWithContent().CONTENT_DIR);
  const isRepeated = call.isCheck || call.isAgain || call.isServed;
  return isRepeated ? repeat(place, call) : write(place, call);
}

/** Does what the last call did, looks whether it would write the same, or shows what it wrote. */
function repeat(place: FormPlace, { isCheck, isServed }: FormCall): number | Promise<number> {
  const path = `${place.root}/${FORMS_FILE}`;
  if (!exists(path)) {
    console.error(say`No forms are in use: there is no ${path}`);
    return isCheck ? DONE : FAILED;
  }
  const last = callThatMade(Deno.readTextFileSync(path));
  if (last === undefined) {
    throw new TaskError(
      say`Cannot tell how ${path} was made: its first line was changed; run ${USAGE}`,
    );
  }
  if (isServed) return serve(place, last);
  return isCheck ? check(place, last) : write(place, last);
}

/** @throws {TaskError} where the last call wrote no page */
async function serve({ root }: FormPlace, { folder }: FormCall): Promise<number> {
  if (folder === undefined) {
    throw new TaskError(say`The forms have no page yet: run deno task editor forms`);
  }
  await serveForms(`${root}/${folder}`);
  return DONE;
}

function write(place: FormPlace, call: FormCall): number {
  return writeAndPrint(filesFor(place, call));
}

function check(place: FormPlace, call: FormCall): number {
  return printStale(
    filesFor(place, call),
    (path) => say`${path} does not match the schemas and groups: run deno task editor --again`,
  );
}

/** @throws {TaskError} where they cannot be made */
function filesFor(place: FormPlace, call: FormCall): Map<string, string> {
  if (place.groups.length === 0) {
    throw new TaskError(
      say`There is no group to make forms for: make one with deno task new group <group>`,
    );
  }
  if (call.folder === undefined) return formTexts(place, call, undefined);
  const repository = call.repository || repositoryName(place.root);
  if (repository === undefined) {
    throw new TaskError(say`Cannot find the repository on GitHub: name it with --repo owner/name`);
  }
  return formTexts(place, { ...call, repository }, readFormsProgram());
}
