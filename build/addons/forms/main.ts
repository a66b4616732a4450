/**
 * This room writes forms in which editors change the content in a browser: `deno task editor`.
 *
 * @module
 */

import { writeAndPrint } from "../../files/write_texts.ts";
import { exists } from "../../read/there.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE, TaskError } from "../../task/task_error.ts";
import { settingsWithContent } from "../../task/task_settings.ts";
import { type FormCall, readFormCall } from "./form_call.ts";
import { findFormPlace, type FormPlace, formTexts, repositoryName } from "./form_texts.ts";
import { readFormsProgram, serveForms } from "./forms_page.ts";
import { say } from "../../words/say.ts";

const USAGE = "deno task editor [folder] [--repo owner/name] [--branch name] [--sign-in address] " +
  "[--review] [--serve] [--language=id|en]";

const HELP = `Writes forms in which editors change the content in a browser.

  ${USAGE}

It writes a page into a folder of the content's repository (forms), which you publish with GitHub
Pages: Sveltia CMS, in one script beside the page, and its forms. The service itself does not serve it.

  --repo owner/name    the repository on GitHub (that of the clone's origin)
  --branch name        the branch that editors change (the repository's own)
  --sign-in address    a server that signs editors in at GitHub; without it each editor brings an
                       access token
  --review             a save is a pull request, which somebody with access publishes
  --serve              shows the page that was written at an address of this machine, where editors
                       work on their clone, without an account and without a token
  --language=id|en     the language of the messages; without it the terminal's (LC_ALL, LC_MESSAGES,
                       LANG). The forms are in the language of the group

The forms are made from the schemas of the content and its groups. Run it again after a new group
and after a new version of this program, and commit what it writes; config.yml begins with the call.

Exit codes
  0   written
  1   it cannot be written
  2   a wrong call`;

const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: readFormCall,
  run,
});

Deno.exitCode = await task(Deno.args);

function run(call: FormCall): number | Promise<number> {
  const place = findFormPlace(settingsWithContent().CONTENT_DIR);
  return call.isServed ? serve(place, call) : writeAndPrint(filesFor(place, call));
}

/** @throws {TaskError} where no page was written */
async function serve({ root }: FormPlace, { folder }: FormCall): Promise<number> {
  const page = `${root}/${folder}`;
  if (!exists(`${page}/index.html`)) {
    throw new TaskError(say`There is no page in ${page}: run deno task editor ${folder}`);
  }
  await serveForms(page);
  return DONE;
}

/** @throws {TaskError} where they cannot be made */
function filesFor(place: FormPlace, call: FormCall): Map<string, string> {
  if (place.groups.length === 0) {
    throw new TaskError(
      say`There is no group to make forms for: make one with deno task new group <group>`,
    );
  }
  const repository = call.repository || repositoryName(place.root);
  if (repository === undefined) {
    throw new TaskError(say`Cannot find the repository on GitHub: name it with --repo owner/name`);
  }
  return formTexts(place, { ...call, repository }, readFormsProgram());
}
